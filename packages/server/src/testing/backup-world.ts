import { randomUUID } from 'node:crypto'
import { copyFileSync, cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Upload } from '@sightline/contract/data-sources.ts'
import { eq, sql } from 'drizzle-orm'
import { Client } from 'pg'
import { inject } from 'vitest'
import { dataSources } from '../features/data-sources/tables.ts'
import { events } from '../features/events/tables.ts'
import { type Config, readConfig } from '../platform/config.ts'
import { decryptOptions } from '../platform/crypto/options.ts'
import { openDatabase } from '../platform/db/database.ts'
import { openEmbedded } from '../platform/db/embedded.ts'
import { adminCommand } from './admin-command.ts'
import { buildDataSource, buildQuery } from './builders.ts'
import { openTestDatabase } from './database.ts'
import { startTestServer, type TestServer } from './server.ts'

/** The settings of an installation, as environment variables. */
export type Settings = Record<string, string>

export const isOnPostgres = () => process.env.SIGHTLINE_TEST_DATABASE === 'postgres'

const PROGRESS = /^(Backed up|Checked|Restored|Copied) [\d.]+ \wB of about [\d.]+ \wB\.$/

export interface CommandOutput {
  code: number
  out: string
  /** Complaints other than progress. */
  err: string
  progress: string[]
}

/** Runs a command of the operator. */
export async function runCommand(args: string[], env: Settings): Promise<CommandOutput> {
  const { code, out, err: all } = await adminCommand(args, { env })
  const complaints = all.split('\n')
  const progress = complaints.filter((line) => PROGRESS.test(line))
  const err = complaints.filter((line) => !progress.includes(line)).join('\n')
  return { code, out, err, progress }
}

/** A running installation that has everything that a backup has to keep. */
export interface Original {
  server: TestServer
  settings: Settings
  secret: string
}

/**
 * Starts it, with results in the data directory on the embedded database and in the database on PostgreSQL.
 * @param config settings that put them elsewhere
 */
export async function startOriginal(config: Partial<Config> = {}): Promise<Original> {
  let url = ''
  const open: typeof openDatabase = async (...how) => {
    const database = await openTestDatabase(...how)
    if (database.kind === 'postgres') url = database.url
    return database
  }
  const server = await startTestServer({
    open,
    config: { ...(isOnPostgres() ? { databaseUrl: inject('postgresUrl') } : {}), ...config },
  })
  const settings: Settings = { SIGHTLINE_DATA_DIR: server.services.config.dataDir }
  if (url !== '') settings.SIGHTLINE_DATABASE_URL = url
  const secret = randomUUID()
  await fill(server, secret)
  return { server, settings, secret }
}

async function fill(server: TestServer, secret: string): Promise<void> {
  const ada = await server.person({ name: 'Ada', password: 'a good password' })
  await buildDataSource(server, { name: 'Warehouse', type: 'pg', options: { dbname: 'dwh', user: 'reader', password: secret } })
  const source = await buildDataSource(server, { name: 'Numbers' })
  const text = "select i, 'row ' || i as text, i / 4.0 as quarter from range(1000) as t(i)"
  const query = await buildQuery(ada, {
    name: 'Many rows\twith a tab',
    query: text,
    data_source_id: source.id,
    is_draft: false,
  })
  await ada.post(`/api/queries/${query.id}/results`, { max_age: 0, wait: 20_000 })
  await ada.post('/api/dashboards', { name: 'Board' })
  await fillEvents(server)
  const upload = await server.admin.fetch('/api/uploads?name=Orders.csv', {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: 'id,customer\n1,Ada\n2,Grace\n',
  })
  const { id, name }: Upload = JSON.parse(await upload.text())
  await buildDataSource(server, { name: 'Orders', type: 'files', options: { files: [{ upload: id, name }] } })
}

/** Adds more events than fit into one part of a backup, with gaps and moved rows between them. */
async function fillEvents({ services: { db } }: TestServer): Promise<void> {
  await db.execute(sql`insert into events (action, object_type, additional_properties)
    select 'bulk', 'a \\ ' || chr(9) || chr(10) || 'ü', jsonb_build_object('text', repeat(md5(i::text), 8)) from generate_series(1, 40000) i`)
  await db.execute(sql`delete from events where action = 'bulk' and id % 7 = 0`)
  await db.execute(sql`update events set object_id = id::text where action = 'bulk' and id % 3 = 0`)
}

/** A fingerprint of these events. */
async function eventsIn({ services: { db } }: TestServer): Promise<object | undefined> {
  const [found] = await db
    .select({
      count: sql<number>`count(*)::integer`,
      hash: sql<string>`md5(string_agg(id || coalesce(object_id, '-') || object_type || additional_properties || created_at, ',' order by id))`,
    })
    .from(events)
    .where(eq(events.action, 'bulk'))
  return found
}

interface Named {
  id: number
  name: string
}

/** Answers of an installation about everything in it. */
export async function answersOf(server: TestServer): Promise<object> {
  const { admin, services } = server
  const list = async (path: string) => (await admin.get<{ results: Named[] }>(path)).body.results
  const queries = await list('/api/queries')
  const latest = queries.map(({ id }) => admin.get<{ query_result: object }>(`/api/queries/${id}/results.json`))
  const { body: sources } = await admin.get<Named[]>('/api/data_sources')
  const upload = sources.find(({ name }) => name === 'Orders')
  const run = { data_source_id: upload?.id, query: 'SELECT count(*)::integer AS n FROM orders', max_age: 0, wait: 20_000 }
  const { body: orders } = await admin.post<{ window: { rows: unknown[][] } }>('/api/query_results', run)
  const [warehouse] = await services.db.select().from(dataSources).where(eq(dataSources.name, 'Warehouse'))
  const row = { table: 'data_sources', id: warehouse?.id ?? 0 } as const
  return {
    users: (await list('/api/users')).map(({ id, name }) => ({ id, name })),
    queries,
    results: (await Promise.all(latest)).map(({ body }) => body.query_result),
    dashboards: await list('/api/dashboards'),
    sources,
    orders: orders.window.rows,
    events: await eventsIn(server),
    password: decryptOptions(services.config.secretKey, row, warehouse?.encrypted_options ?? '').password,
  }
}

/** Starts an installation that a command has made. */
export async function startRestored(settings: Settings): Promise<TestServer> {
  const databaseUrl = settings.SIGHTLINE_DATABASE_URL ?? null
  const { dataDir, secretKey, databasePool, resultsUrl, resultsKeys } = readConfig(settings)
  return startTestServer({
    config: { dataDir, secretKey, databaseUrl, resultsUrl, resultsKeys },
    open: (_, onError) => openDatabase({ dataDir, databaseUrl, databasePool }, onError),
  })
}

/** Folders and databases of a test file. */
export function openPlaces() {
  const folders: string[] = []
  let prepared: string | null = null
  const databases: string[] = []
  const folder = () => {
    const path = mkdtempSync(join(tmpdir(), 'sightline-backup-'))
    folders.push(path)
    return path
  }
  const urlOf = (database: string) => inject('postgresUrl').replace(/[^/]*$/, database)
  const runIn = async (database: string, statement: string) => {
    const client = new Client({ connectionString: urlOf(database) })
    await client.connect()
    await client.query(statement)
    await client.end()
  }
  return {
    folder,
    /** A data directory with the secret key of another one. */
    folderWithKey(from: Settings): string {
      const path = folder()
      copyFileSync(join(from.SIGHTLINE_DATA_DIR ?? '', 'secret.key'), join(path, 'secret.key'))
      return path
    },
    /** Adds an embedded database without an installation, because creating one takes some seconds. */
    async addDatabase(dataDir: string): Promise<void> {
      if (prepared === null) {
        prepared = folder()
        await (await openEmbedded(prepared)).close()
      }
      cpSync(join(prepared, 'db'), join(dataDir, 'db'), { recursive: true })
    },
    /** The URL of a new database on the PostgreSQL server of the test run. @param statement runs in it */
    async database(statement = 'select 1'): Promise<string> {
      const name = `empty_${randomUUID().replaceAll('-', '')}`
      await runIn('template1', `create database ${name}`)
      databases.push(name)
      await runIn(name, statement)
      return urlOf(name)
    },
    async close() {
      for (const path of folders) rmSync(path, { recursive: true, force: true })
      for (const name of databases) await runIn('template1', `drop database ${name} with (force)`)
    },
  }
}
