import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import { drizzle as drizzlePostgres } from 'drizzle-orm/node-postgres'
import { migrate as migratePostgres } from 'drizzle-orm/node-postgres/migrator'
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite'
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator'
import pg from 'pg'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { abandoned } from '../../features/executions/worker/claim.store.ts'
import { startPostgres } from '../../testing/postgres-server.ts'
import type { Db } from './db.ts'
import { openPglite } from './embedded.ts'
import { MIGRATIONS } from './migrations.ts'
import { openPostgres } from './postgres.ts'

// Creating and opening the embedded engine takes some seconds.
vi.setConfig({ testTimeout: 300_000 })

const JOURNAL = 'meta/_journal.json'
const journal: { entries: { when: number }[] } = JSON.parse(readFileSync(join(MIGRATIONS, JOURNAL), 'utf8'))

/** The migrations of the first version. */
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-upgrade-'))
  cpSync(MIGRATIONS, join(folder, 'migrations'), { recursive: true })
  writeFileSync(join(folder, 'migrations', JOURNAL), JSON.stringify({ ...journal, entries: journal.entries.slice(0, 1) }))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))
const firstVersion = () => ({ migrationsFolder: join(folder, 'migrations') })

/** Inserts data in the tables of the first version. */
async function fill(db: Db): Promise<void> {
  await db.execute(sql`insert into organizations (name, slug) values ('Analytical Engines', 'default')`)
  await db.execute(sql`insert into groups (name, type, permissions) values ('admin', 'builtin', '{admin}')`)
  await db.execute(sql`insert into users (name, email, api_key, group_ids) values ('Ada', 'ada@example.com', 'a key', '{1}')`)
  await db.execute(sql`insert into data_sources (name, type, encrypted_options) values ('Warehouse', 'pg', 'v1:AAAA')`)
  await db.execute(
    sql`insert into queries (name, query, query_hash, api_key, user_id, data_source_id) values ('Flights', 'select 1', 'a hash', 'its key', 1, 1)`,
  )
  await db.execute(
    sql`insert into query_results (data_source_id, query_hash, query, file, columns, row_count, size, runtime, timing) values (1, 'a hash', 'select 1', 'results/1.parquet', '[]', 1, 100, 0.5, '{}')`,
  )
}

/** Inserts an execution that is running when the first version is stopped. */
async function fillRunning(db: Db): Promise<void> {
  await db.execute(
    sql`insert into executions (id, data_source_id, query_hash, query, status, started_at, heartbeat_at) values ('00000000-0000-4000-8000-000000000001', 1, 'a hash', 'select 1', 2, '2026-01-01', '2026-01-01')`,
  )
}

/** Expects that current workers find it as an execution whose worker is lost. */
async function expectRunning(db: Db): Promise<void> {
  expect(await abandoned(db, { worker: 'of today', active: [], seconds: 10 })).toMatchObject([
    { execution: { status: 2, query: 'select 1', retries: 0 } },
  ])
}

/** Expects the data of the first version in the current tables. */
async function expectKept(db: Db): Promise<void> {
  const [user] = await db.select({ name: sql`name`, email: sql`email` }).from(sql`users`)
  expect(user).toEqual({ name: 'Ada', email: 'ada@example.com' })
  const [query] = await db
    .select({ name: sql`q.name`, file: sql`r.file` })
    .from(sql`queries q join query_results r using (query_hash)`)
  expect(query).toEqual({ name: 'Flights', file: 'results/1.parquet' })
  const [applied] = await db.select({ count: sql`count(*)::integer` }).from(sql`drizzle.__drizzle_migrations`)
  expect(applied?.count).toBe(journal.entries.length)
}

it('upgrades an embedded database of the first version and keeps its data and what is running', async () => {
  const dataDir = join(folder, 'db')
  const first = await PGlite.create(dataDir)
  await migratePglite(drizzlePglite({ client: first }), firstVersion())
  await fill(drizzlePglite({ client: first }))
  await fillRunning(drizzlePglite({ client: first }))
  await first.close()
  const database = await openPglite({ dataDir })
  await expectKept(database.db)
  await expectRunning(database.db)
  await database.close()
})

it('upgrades a PostgreSQL database of the first version and keeps its data and what is running', async () => {
  const server = await startPostgres()
  const first = new pg.Client(server.url)
  await first.connect()
  await migratePostgres(drizzlePostgres(first), firstVersion())
  await fill(drizzlePostgres(first))
  await fillRunning(drizzlePostgres(first))
  await first.end()
  const database = await openPostgres(server.url, () => {}, 10)
  await expectKept(database.db)
  await expectRunning(database.db)
  await database.close()
  await server.stop()
})

it('has migrations in chronological order, because one with an earlier time than its predecessor would be skipped', () => {
  const times = journal.entries.map(({ when }) => when)
  expect(times).toEqual([...times].sort((one, other) => one - other))
})
