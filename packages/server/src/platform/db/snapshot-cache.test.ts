import { eq } from 'drizzle-orm'
import { pgTable, serial, text } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openFromTemplate } from '../../testing/database.ts'
import type { EmbeddedDatabase } from './database.ts'
import type { Db } from './db.ts'
import { snapshotCached } from './snapshot-cache.ts'

const things = pgTable('things', { id: serial().primaryKey(), name: text().notNull() })
const others = pgTable('others', { id: serial().primaryKey() })
let database: EmbeddedDatabase
let db: Db
let reads: string[]
const nameOf = snapshotCached(
  async (from: Db, id: number) => {
    reads.push(`read ${id}`)
    const [row] = await from.select().from(things).where(eq(things.id, id))
    return row?.name ?? null
  },
  [things],
)

beforeAll(async () => {
  database = await openFromTemplate()
  db = database.db
  await db.execute('create table things (id serial primary key, name text not null)')
})
afterAll(() => database.close())
beforeEach(async () => {
  await db.delete(things)
  await db.insert(things).values([
    { id: 1, name: 'one' },
    { id: 2, name: 'two' },
  ])
  reads = []
})

describe('a cached read', () => {
  it('is kept while nothing changes, separately for each set of arguments', async () => {
    for (let round = 0; round < 3; round++) expect([await nameOf(db, 1), await nameOf(db, 2)]).toEqual(['one', 'two'])
    expect(reads).toEqual(['read 1', 'read 2'])
  })

  it('runs once for concurrent callers', async () => {
    const names = await Promise.all(Array.from({ length: 50 }, () => nameOf(db, 1)))
    expect(new Set(names)).toEqual(new Set(['one']))
    expect(reads).toEqual(['read 1'])
  })

  it('runs once even if the read function returns a Drizzle statement', async () => {
    const all = snapshotCached((from: Db) => from.select().from(things), [things])
    const [one, other] = [await all(db), await all(db)]
    expect(one).toBe(other)
  })

  it('runs again after any change', async () => {
    await nameOf(db, 1)
    await db.execute(`with done as (update things set name = 'eins' where id = 1 returning id) select id from done`)
    expect(await nameOf(db, 1)).toBe('eins')
    await db.insert(things).values({ id: 3, name: 'three' })
    await nameOf(db, 1)
    expect(reads).toEqual(['read 1', 'read 1', 'read 1'])
  })

  it('is kept while only tables change that it does not read (OPEN-531)', async () => {
    await db.execute('create table if not exists others (id serial primary key)')
    let count = 0
    const namesOf = snapshotCached(
      async (from: Db) => {
        count++
        return (await from.select().from(things)).map(({ name }) => name)
      },
      [things],
    )
    await namesOf(db)
    await db.insert(others).values({})
    expect([await namesOf(db), count]).toEqual([['one', 'two'], 1])
    await db.update(things).set({ name: 'eins' }).where(eq(things.id, 1))
    expect([(await namesOf(db)).toSorted(), count]).toEqual([['eins', 'two'], 2])
    await db.transaction((tx) => tx.update(things).set({ name: 'zwei' }).where(eq(things.id, 2)))
    expect([(await namesOf(db)).toSorted(), count]).toEqual([['eins', 'zwei'], 3])
    await db.delete(others)
    await namesOf(db)
    expect(count).toBe(4)
  })

  it('is never older than its call, however many callers there are', async () => {
    const asked: Promise<[want: string, got: string | null]>[] = []
    for (let version = 0; version < 20; version++) {
      const name = `version ${version}`
      await db.update(things).set({ name }).where(eq(things.id, 1))
      for (let n = 0; n < 5; n++) asked.push(nameOf(db, 1).then((got) => [name, got]))
    }
    const number = (name: string | null) => Number(name?.replace('version ', ''))
    for (const [want, got] of await Promise.all(asked)) expect(number(got)).toBeGreaterThanOrEqual(number(want))
  })

  it('runs again after a transaction', async () => {
    await nameOf(db, 1)
    await db.transaction(async (tx) => {
      await tx.update(things).set({ name: 'later' }).where(eq(things.id, 1))
    })
    expect(await nameOf(db, 1)).toBe('later')
  })

  it('fails for its current callers, and runs again for the next one', async () => {
    let isBroken = true
    const read = snapshotCached(
      async (from: Db) => {
        if (isBroken) throw new Error('The connection is gone.')
        return (await from.select().from(things)).length
      },
      [things],
    )
    await expect(read(db)).rejects.toThrow('The connection is gone.')
    isBroken = false
    expect(await read(db)).toBe(2)
  })
})
