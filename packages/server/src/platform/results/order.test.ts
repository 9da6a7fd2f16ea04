import { expect, it } from 'vitest'
import { Orders } from './order.ts'

/** Counts how often each statement is run. Every result takes 20 MB. */
function counting() {
  const runs = new Map<string, number>()
  const orders = new Orders({
    async integers(sql) {
      runs.set(sql, (runs.get(sql) ?? 0) + 1)
      if (sql === 'fails') throw new Error('The disk is full.')
      return new Int32Array(5_000_000)
    },
  })
  return { runs, read: (sql: string) => orders.get(sql, sql, []) }
}

it('computes an order once, even for concurrent requests', async () => {
  const { runs, read } = counting()
  const [one, other] = await Promise.all([read('a'), read('a')])
  expect(one).toBe(other)
  expect(await read('a')).toBe(one)
  expect(runs.get('a')).toBe(1)
})

it('caches orders up to 64 MB and evicts the least recently used one', async () => {
  const { runs, read } = counting()
  for (const sql of ['a', 'b', 'c', 'a', 'd', 'a', 'b']) await read(sql)
  expect(Object.fromEntries(runs)).toEqual({ a: 1, b: 2, c: 1, d: 1 })
})

it('computes an order again after a failure', async () => {
  const { runs, read } = counting()
  await expect(read('fails')).rejects.toThrow('The disk is full.')
  await expect(read('fails')).rejects.toThrow('The disk is full.')
  expect(runs.get('fails')).toBe(2)
})
