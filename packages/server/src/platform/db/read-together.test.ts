import { describe, expect, it } from 'vitest'
import type { Db } from './db.ts'
import { readTogether } from './read-together.ts'

// Only compared: the functions of these tests run no statement.
const db = {} as Db

function reading() {
  const statements: { keys: readonly number[]; unit: string }[] = []
  const read = readTogether(async (_: Db, keys: readonly number[], unit: string) => {
    statements.push({ keys, unit })
    if (keys.includes(13)) throw new Error('Thirteen.')
    return new Map(keys.filter((key) => key < 100).map((key) => [key, `${key} ${unit}`]))
  })
  return { statements, read }
}

describe('rows that are read together', () => {
  it('take one statement for all calls of a turn, however many promises each has waited for', async () => {
    const { statements, read } = reading()
    const after = async (promises: number, key: number) => {
      for (let count = 0; count < promises; count++) await null
      return read(db, key, 'kg')
    }
    expect(await Promise.all([after(0, 1), after(5, 2), after(20, 1), after(3, 200)])).toEqual([
      '1 kg',
      '2 kg',
      '1 kg',
      undefined,
    ])
    expect(statements.map(({ keys }) => keys.toSorted())).toEqual([[1, 2, 200]])
  })

  it('are read again by a later call', async () => {
    const { statements, read } = reading()
    await read(db, 1, 'kg')
    await read(db, 1, 'kg')
    expect(statements).toHaveLength(2)
  })

  it('are read apart for another database and for other arguments', async () => {
    const { statements, read } = reading()
    expect(await Promise.all([read(db, 1, 'kg'), read(db, 2, 'm'), read({} as Db, 3, 'kg')])).toEqual(['1 kg', '2 m', '3 kg'])
    expect(statements).toHaveLength(3)
  })

  it('fail for all callers of a statement, and for no later one', async () => {
    const { read } = reading()
    const both = await Promise.allSettled([read(db, 13, 'kg'), read(db, 1, 'kg')])
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await read(db, 1, 'kg')).toBe('1 kg')
  })
})
