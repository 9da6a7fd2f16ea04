import { randomUUID } from 'node:crypto'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { eq } from 'drizzle-orm'
import { drizzle as drizzlePostgres } from 'drizzle-orm/node-postgres'
import { migrate as migratePostgres } from 'drizzle-orm/node-postgres/migrator'
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite'
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { dataSources } from '../features/data-sources/tables.ts'
import { readConfig } from '../platform/config.ts'
import { decryptOptions } from '../platform/crypto/options.ts'
import { hashPassword } from '../platform/crypto/passwords.ts'
import { openDatabase } from '../platform/db/database.ts'
import { runCommand, type Settings } from '../testing/backup-world.ts'
import { clientOf } from '../testing/client.ts'
import { type FirstVersion, firstVersionRows, withFirstMigration } from '../testing/first-version.ts'
import { type PostgresServer, startPostgres } from '../testing/postgres-server.ts'
import { startProduct } from '../testing/product-process.ts'
import { asInt32, column, filled, openResultFiles, type ResultFiles } from '../testing/result-files.ts'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

const PASSWORD = 'a good password'

let folder: string
let files: ResultFiles
let postgres: PostgresServer
let world: FirstVersion
/** Data directory of an installation that the first version made in the embedded database. */
let embedded: string
/** Backups of installations of the first version. */
let backups: string[]
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-first-version-'))
  files = await openResultFiles()
  postgres = await startPostgres()
  world = {
    secretKey: randomUUID() + randomUUID(),
    apiKey: randomUUID(),
    passwordHash: await hashPassword(PASSWORD),
    secret: randomUUID(),
    result: await files.store([filled(column('n', 'int32'), asInt32, [1, 2, 3])]),
  }
  embedded = dataDirectory('embedded')
  backups = [join(folder, 'of-embedded'), join(folder, 'of-postgres')]
  await withFirstMigration(async (migrationsFolder) => {
    const engine = await PGlite.create(join(embedded, 'db'))
    await migratePglite(drizzlePglite({ client: engine }), { migrationsFolder })
    await engine.exec(firstVersionRows(world))
    await engine.close()
    const client = new pg.Client(postgres.url)
    await client.connect()
    await migratePostgres(drizzlePostgres(client), { migrationsFolder })
    await client.query(firstVersionRows(world))
    await client.end()
  })
})
afterAll(async () => {
  await postgres.stop()
  await files.close()
  rmSync(folder, { recursive: true, force: true })
})

/** A data directory with the secret key and the file of the result. */
function dataDirectory(name: string, hasResult = true): string {
  const path = join(folder, name)
  mkdirSync(join(path, 'files/results'), { recursive: true })
  writeFileSync(join(path, 'secret.key'), `${world.secretKey}\n`)
  if (hasResult) copyFileSync(join(files.dataDir, world.result.file), join(path, 'files/results/1.parquet'))
  return path
}

/** The results of the PostgreSQL installation are in a folder, too. */
const onPostgres = (): Settings => {
  const dataDir = dataDirectory('postgres')
  return {
    SIGHTLINE_DATA_DIR: dataDir,
    SIGHTLINE_DATABASE_URL: postgres.url,
    SIGHTLINE_RESULTS_URL: new URL(`file:${join(dataDir, 'files')}`).href,
  }
}

/** Expects that an installation starts, works, and has everything that the first version stored. */
async function expectToWork(settings: Settings): Promise<void> {
  const product = startProduct({ ...settings, PORT: '0', SIGHTLINE_SAMPLE_DATA: '0', SIGHTLINE_MIN_FREE_SPACE: '0' })
  try {
    expect(await product.ready, product.log()).toBe(true)
    const url = /http\S+(?=\/)/.exec(product.output())?.[0] ?? ''
    expect((await clientOf(url).post('/login', { email: 'ada@example.com', password: PASSWORD })).status).toBe(200)
    const ada = clientOf(url, () => ({ authorization: `Key ${world.apiKey}` }))
    expect((await ada.get('/api/users')).body).toMatchObject({ count: 2 })
    expect((await ada.get('/api/queries/1')).body).toMatchObject({ name: 'Flights', tags: ['travel'], latest_query_data_id: 1 })
    expect((await ada.get('/api/queries/1/results.json')).body).toMatchObject({
      query_result: { data: { rows: [{ n: 1 }, { n: 2 }, { n: 3 }] } },
    })
    expect((await ada.get('/api/dashboards/1')).body).toMatchObject({ name: 'Board' })
    const found = await ada.get<{ results: { id: number }[] }>('/api/queries?q=flights')
    expect(found.body.results.map(({ id }) => id)).toEqual([1])
    const created = await ada.post('/api/queries', { name: 'New', query: 'select 3 as x', data_source_id: 2 })
    expect(created.body).toMatchObject({ id: 3 })
    const run = { data_source_id: 2, query: 'select 42 as answer', max_age: 0, wait: 20_000 }
    expect((await ada.post('/api/query_results', run)).body).toMatchObject({ window: { rows: [[42]] } })
  } finally {
    await product.end('SIGTERM')
  }
  expect(await passwordIn(settings)).toBe(world.secret)
}

/** The password of the first data source, in an installation that does not run. */
async function passwordIn(settings: Settings): Promise<unknown> {
  const { db, close } = await openDatabase(readConfig(settings), () => {})
  const [source] = await db.select().from(dataSources).where(eq(dataSources.id, 1))
  await close()
  return decryptOptions(world.secretKey, { table: 'data_sources', id: 1 }, source?.encrypted_options ?? '').password
}

describe('an installation of the first version', () => {
  it('is backed up as it is, without an upgrade, on both databases (OPEN-278)', async () => {
    const [ofEmbedded = '', ofPostgres = ''] = backups
    expect(await runCommand(['backup', ofEmbedded], { SIGHTLINE_DATA_DIR: embedded })).toMatchObject({ code: 0, err: '' })
    expect(await runCommand(['backup', ofPostgres], onPostgres())).toMatchObject({ code: 0, err: '' })
    const client = new pg.Client(postgres.url)
    await client.connect()
    const { rows } = await client.query('select count(*)::integer as n from drizzle.__drizzle_migrations')
    await client.end()
    expect(rows).toEqual([{ n: 1 }])
  })

  it('is brought up to date by the next start, and works with all that it had (OPEN-278)', async () => {
    await expectToWork({ SIGHTLINE_DATA_DIR: embedded })
  })

  it('is restored from its backup by this version, in the other kind of database (OPEN-278)', async () => {
    const [ofEmbedded = '', ofPostgres = ''] = backups
    const place: Settings = { SIGHTLINE_DATA_DIR: dataDirectory('restored', false) }
    expect(await runCommand(['restore', ofPostgres], place)).toMatchObject({ code: 0, err: '' })
    await expectToWork(place)

    const target: Settings = { SIGHTLINE_DATA_DIR: dataDirectory('restored-2', false), SIGHTLINE_DATABASE_URL: postgres.url }
    expect(await runCommand(['restore', ofEmbedded], target)).toMatchObject({
      code: 1,
      err: expect.stringContaining('There is an installation already, with 2 users, 2 queries and 1 dashboard'),
    })
    expect(await runCommand(['restore', ofEmbedded, '--overwrite'], target)).toMatchObject({ code: 0, err: '' })
    await expectToWork(target)
  })
})
