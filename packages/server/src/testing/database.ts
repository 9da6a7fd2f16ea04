import { createHash, randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { inject } from 'vitest'
import type { Database, openDatabase } from '../platform/db/database.ts'
import { openPglite } from '../platform/db/embedded.ts'
import { MIGRATIONS } from '../platform/db/migrations.ts'
import { openPostgres } from '../platform/db/postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the PostgreSQL server of the test run. */
    postgresUrl: string
  }
}

/** Opens a new database for a test server: embedded in memory, or on the PostgreSQL server of the test run. */
export const openTestDatabase: typeof openDatabase = (_, onError) =>
  process.env.SIGHTLINE_TEST_DATABASE === 'postgres' ? openFresh(inject('postgresUrl'), onError) : openFromTemplate()

async function openFresh(serverUrl: string, onError: (error: Error) => void): Promise<Database> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const url = new URL(serverUrl)
  const template = url.pathname.slice(1)
  url.pathname = '/template1'
  const serverItself = url.href
  // The template must not have connections while it is copied.
  await runOnce(serverItself, `create database ${name} template ${template}`)
  url.pathname = `/${name}`
  const database = await openPostgres(url.href, onError)
  return {
    ...database,
    async close() {
      await database.close()
      await runOnce(serverItself, `drop database ${name} with (force)`)
    },
  }
}

async function runOnce(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/**
 * Creating an embedded database takes seconds, copying one a few tenths of a second, so the first server creates a template for
 * all.
 */
async function openFromTemplate(): Promise<Database> {
  const template = templatePath()
  if (!existsSync(template)) await makeTemplate(template)
  return openPglite({ dataDir: 'memory://', loadDataDir: new Blob([readFileSync(template)]) })
}

async function makeTemplate(path: string): Promise<void> {
  const database = await openPglite({ dataDir: 'memory://' })
  const dump = await database.pglite.dumpDataDir('none')
  // Renamed only when complete, since other test processes may look for it.
  const unfinished = `${path}.${process.pid}`
  writeFileSync(unfinished, Buffer.from(await dump.arrayBuffer()))
  renameSync(unfinished, path)
  await database.close()
}

/** Named by a hash of its inputs, so that a change creates a new one. */
function templatePath(): string {
  const hash = createHash('sha256')
  for (const name of readdirSync(MIGRATIONS).sort()) {
    if (name.endsWith('.sql')) hash.update(readFileSync(join(MIGRATIONS, name)))
  }
  hash.update(readFileSync(join(MIGRATIONS, 'meta/_journal.json')))
  const require = createRequire(import.meta.url)
  hash.update(readFileSync(require.resolve('@electric-sql/pglite')))
  return join(tmpdir(), `sightline-template-${hash.digest('hex').slice(0, 16)}.tar`)
}
