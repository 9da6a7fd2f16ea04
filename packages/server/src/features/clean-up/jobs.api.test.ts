import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { events } from '../events/tables.ts'
import { vacuumAllTables } from './store.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

it('frees the space of deleted rows and updates the statistics', async () => {
  const { db } = server.services
  const facts = async () => {
    const [row] = await db
      .select({ bytes: sql<number>`pg_relation_size('events')::integer`, users: sql<number>`max(reltuples)::integer` })
      .from(sql`pg_class`)
      .where(sql`oid = 'users'::regclass`)
    return row
  }
  const row = { action: 'view', object_type: 'page', object_id: 'home', additional_properties: {} }
  await db.insert(events).values(Array.from({ length: 2000 }, () => row))
  expect((await facts())?.bytes).toBeGreaterThan(50_000)
  await db.delete(events)
  await vacuumAllTables(db)
  expect(await facts()).toEqual({ bytes: 0, users: 1 })
})
