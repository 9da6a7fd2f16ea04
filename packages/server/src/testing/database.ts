import { createHash, randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Client } from 'pg'
import { inject } from 'vitest'
import type { Database, EmbeddedDatabase, openDatabase } from '../platform/db/database.ts'
import { openPglite } from '../platform/db/embedded.ts'
import { MIGRATIONS } from '../platform/db/migrations.ts'
import { openPostgres } from '../platform/db/postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the PostgreSQL server of the test run. */
    postgresUrl: string
  }
}

declare global {
  namespace WebAssembly {
    /** Node.js has it, but its types leave it out. */
    function compile(bytes: Uint8Array<ArrayBuffer>): Promise<Module>
  }
}

/** The main module of the embedded database engine. */
const PGLITE = createRequire(import.meta.url).resolve('@electric-sql/pglite')

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
  const database = await openPostgres(url.href, onError, 10)
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
 * Opens a new embedded database in memory. Creating one takes seconds, copying one a few tenths of a second, so the first call
 * creates a template for all.
 */
export async function openFromTemplate(): Promise<EmbeddedDatabase> {
  loaded ??= load()
  const { template, engine } = await loaded
  return openPglite({ dataDir: 'memory://', loadDataDir: template, pgliteWasmModule: engine })
}

/** The template and the engine, which all servers of a test process share. */
interface Loaded {
  template: Template
  /** The compiled engine. */
  engine: WebAssembly.Module
}

let loaded: Promise<Loaded> | null = null

async function load(): Promise<Loaded> {
  const path = templatePath()
  if (!existsSync(path)) await makeTemplate(path)
  const engine = await WebAssembly.compile(readFileSync(join(dirname(PGLITE), 'pglite.wasm')))
  return { template: new Template(readFileSync(path).buffer), engine }
}

/** A file in memory. A plain `Blob` copies it piece by piece for each reader, which takes a quarter of the time of a start. */
class Template extends Blob {
  readonly #bytes: ArrayBuffer

  constructor(bytes: ArrayBuffer) {
    super([])
    this.#bytes = bytes
  }

  override async arrayBuffer(): Promise<ArrayBuffer> {
    return this.#bytes
  }
}

async function makeTemplate(path: string): Promise<void> {
  const { pglite, close } = await openPglite({ dataDir: 'memory://' })
  // These are half of the files that each copy would unpack.
  await pglite.exec("update pg_database set datistemplate = false where datname like 'template%'")
  for (const name of ['template0', 'template1']) await pglite.exec(`drop database ${name}`)
  const dump = await pglite.dumpDataDir('none')
  // Renamed only when complete, since other test processes may look for it.
  const unfinished = `${path}.${process.pid}`
  writeFileSync(unfinished, Buffer.from(await dump.arrayBuffer()))
  renameSync(unfinished, path)
  await close()
}

/** Named by a hash of its inputs, so that a change creates a new one. */
function templatePath(): string {
  const hash = createHash('sha256')
  for (const name of readdirSync(MIGRATIONS).sort()) {
    if (name.endsWith('.sql')) hash.update(readFileSync(join(MIGRATIONS, name)))
  }
  for (const input of [join(MIGRATIONS, 'meta/_journal.json'), PGLITE, import.meta.filename]) hash.update(readFileSync(input))
  return join(tmpdir(), `sightline-template-${hash.digest('hex').slice(0, 16)}.tar`)
}
