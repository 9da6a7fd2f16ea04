import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { CachedResponse, ResponseCache } from './response-cache.ts'

/** Counts how often a response is built. */
function maker(bytes: number) {
  const made = { count: 0 }
  const make = () => {
    made.count++
    return Readable.from([Buffer.alloc(bytes / 2, 'a'), Buffer.alloc(bytes / 2, 'b')], { objectMode: false })
  }
  return { made, make }
}

async function whole(answer: CachedResponse | Readable): Promise<CachedResponse> {
  if (answer instanceof CachedResponse) return answer
  throw new Error('The answer was not kept.')
}

describe('a small response', () => {
  it('is built once, even for concurrent requests', async () => {
    const answers = new ResponseCache(1600)
    const { made, make } = maker(100)
    const [one, other] = await Promise.all([answers.get('x', make), answers.get('x', make)])
    expect(one).toBe(other)
    expect(await answers.get('x', make)).toBe(one)
    expect((await whole(one)).bytes).toEqual(await buffer(make()))
    expect(made.count).toBe(2)
  })

  it('is compressed once', async () => {
    const answers = new ResponseCache(16_000)
    const { make } = maker(100)
    const answer = await whole(await answers.get('x', make))
    const [one, other] = await Promise.all([answer.compressed('gzip'), answer.compressed('gzip')])
    expect(one).toBe(other)
    expect(gunzipSync(one)).toEqual(answer.bytes)
  })

  it('evicts the least recently used responses', async () => {
    const answers = new ResponseCache(1600)
    const makers = Array.from({ length: 17 }, () => maker(100))
    for (const [n, { make }] of makers.slice(0, 16).entries()) await answers.get(String(n), make)
    await answers.get('0', makers[0]?.make ?? expect.fail())
    await answers.get('16', makers[16]?.make ?? expect.fail())
    for (const [n, { make }] of [...makers.entries()].reverse()) if (n !== 1) await answers.get(String(n), make)
    expect(makers.map(({ made }) => made.count)).toEqual(Array(17).fill(1))
    await answers.get('1', makers[1]?.make ?? expect.fail())
    expect(makers[1]?.made.count).toBe(2)
  })

  it('counts towards the limit together with its compressed forms', async () => {
    const answers = new ResponseCache(1600)
    const first = maker(100)
    const answer = await whole(await answers.get('first', first.make))
    for (let n = 0; n < 15; n++) await answers.get(String(n), maker(100).make)
    await answer.compressed('gzip')
    await answers.get('first', first.make)
    expect(first.made.count).toBe(2)
  })

  it('that could not be built fails for all concurrent requests, and is built again for the next one', async () => {
    const answers = new ResponseCache(1600)
    const failing = () =>
      Readable.from(
        (async function* () {
          yield Buffer.from('x')
          throw new Error('The disk is gone.')
        })(),
      )
    const asked = await Promise.allSettled([answers.get('x', failing), answers.get('x', failing)])
    expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect((await whole(await answers.get('x', maker(10).make))).bytes).toHaveLength(10)
  })
})

describe('a large response', () => {
  it('is streamed to each caller and not cached', async () => {
    const answers = new ResponseCache(1600)
    const { made, make } = maker(10_000)
    const both = await Promise.all([answers.get('x', make), answers.get('x', make)])
    for (const answer of both) {
      if (answer instanceof CachedResponse) throw new Error('The answer was kept.')
      expect(await buffer(answer)).toEqual(await buffer(maker(10_000).make()))
    }
    expect(made.count).toBe(2)
    await answers.get('x', make)
    expect(made.count).toBe(3)
  })

  it('closes its source when the reader stops reading', async () => {
    const source = maker(10_000).make()
    const answer = await new ResponseCache(1600).get('x', () => source)
    if (answer instanceof CachedResponse) throw new Error('The answer was kept.')
    answer.destroy()
    await new Promise((resolve) => (source.closed ? resolve(null) : source.once('close', resolve)))
    expect(source.destroyed).toBe(true)
  })

  it('is streamed, like a small one, if the cache size is 0', async () => {
    const { made, make } = maker(10)
    const answers = new ResponseCache(0)
    for (let n = 0; n < 2; n++) expect(await answers.get('x', make)).toBeInstanceOf(Readable)
    expect(made.count).toBe(2)
  })
})
