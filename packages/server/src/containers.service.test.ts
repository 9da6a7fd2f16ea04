import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { MIGRATION_LOCK } from './platform/db/postgres.ts'
import { type PostgresServer, startPostgres } from './testing/postgres-server.ts'
import { type StartedProduct, startProduct } from './testing/product-process.ts'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

/** Namespaces of a container: the process has the id 1 and sees no other one. */
const CONTAINER = ['unshare', '--pid', '--mount', '--uts', '--fork', '--kill-child', '--mount-proc']
/** Gives it a host name of its own as well, as engines do. */
const named = (name: string) => [...CONTAINER, 'sh', '-c', `hostname ${name} && exec "$@"`, 'container']
const hasNamespaces = spawnSync('unshare', [...CONTAINER.slice(1), 'true']).status === 0

let volume: string
let started: StartedProduct[]
beforeEach(() => {
  volume = mkdtempSync(join(tmpdir(), 'sightline-volume-'))
  started = []
})
afterEach(async () => {
  for (const product of started) await product.end('SIGKILL')
  rmSync(volume, { recursive: true, force: true })
})

function start(settings: Record<string, string> = {}, under = named('one')): StartedProduct {
  const common = { SIGHTLINE_DATA_DIR: volume, SIGHTLINE_SAMPLE_DATA: '0', PORT: '0' }
  const product = startProduct({ ...common, ...settings }, under)
  started.push(product)
  return product
}

async function startWhole(...how: Parameters<typeof start>): Promise<StartedProduct> {
  const product = start(...how)
  expect(await product.ready, product.log()).toBe(true)
  return product
}

const urlOf = (product: StartedProduct) => /http:\S+?\/(?=\s|setup)/.exec(product.output())?.[0] ?? ''

// Namespaces need the superuser. Without them, two processes with the id 1 cannot exist.
describe.runIf(hasNamespaces)('containers with one volume', () => {
  it('leave the embedded database to the first, and start after it was killed, whatever they are called (OPEN-289)', async () => {
    const first = await startWhole()
    const others = ['one', 'two'].map((name) => start({}, named(name)))
    for (const other of others) {
      expect(await other.ready).toBe(false)
      await other.end('SIGKILL')
      expect(other.log().trim()).toBe(
        'Sightline did not start. The data directory is in use by another Sightline (process 1 on one): stop it, or choose another SIGHTLINE_DATA_DIR.',
      )
    }
    await first.end('SIGKILL')
    await (await startWhole({}, named('one'))).end('SIGKILL')
    await startWhole({}, named('two'))
  })
})

describe('a volume of another user', () => {
  it.runIf(process.geteuid?.() === 0)('is refused with one sentence (OPEN-289)', async () => {
    chmodSync(volume, 0o755)
    const product = start({}, ['setpriv', '--reuid=65532', '--regid=65532', '--clear-groups'])
    expect(await product.ready).toBe(false)
    await product.end('SIGKILL')
    expect(product.log().trim()).toBe(
      `Sightline did not start. The folder ${volume} cannot be written to. ${volume} belongs to user 0, and Sightline runs as user 65532: give it to that user, with chown -R 65532 ${volume}`,
    )
  })
})

describe.runIf(hasNamespaces)('containers with one PostgreSQL database', () => {
  let server: PostgresServer
  let client: Client
  beforeAll(async () => {
    server = await startPostgres()
    client = new Client(server.url)
    await client.connect()
  })
  afterAll(async () => {
    await client.end()
    await server.stop()
  })

  const cluster = (folder: string) => ({
    SIGHTLINE_DATABASE_URL: server.url,
    SIGHTLINE_SECRET_KEY: 'a-k3y-for-th1s-test-and-n0-other-0ne',
    SIGHTLINE_DATA_DIR: join(volume, folder),
  })
  const isHealthy = async (product: StartedProduct) => (await fetch(`${urlOf(product)}healthz`)).ok

  it('serve on while a newer one updates the tables, which further ones await (OPEN-289)', async () => {
    const old = await startWhole(cluster('old'))
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    const next = start(cluster('next'), named('two'))
    const waiting = "select 1 from pg_locks where locktype = 'advisory' and not granted"
    await expect.poll(async () => (await client.query(waiting)).rowCount).toBe(1)
    expect([await isHealthy(old), next.output()]).toEqual([true, ''])
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK])
    expect(await next.ready, next.log()).toBe(true)
    // A newer version leaves this mark when it has updated the tables.
    await client.query("insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 4102444800000)")
    expect(await isHealthy(old)).toBe(true)
    const late = start(cluster('late'))
    expect(await late.ready).toBe(false)
    expect(late.log()).toContain('Sightline did not start. The database was migrated by a newer version of Sightline')
    await client.query("delete from drizzle.__drizzle_migrations where hash = 'later'")
  })

  it('keep their folders for running work apart in a data directory that they share (OPEN-289)', async () => {
    const place = createHash('sha256').update('one').digest('hex').slice(0, 8)
    const running = join(volume, 'shared/tmp', `1-${place}-run`)
    await startWhole(cluster('shared'))
    mkdirSync(running, { recursive: true })
    await startWhole(cluster('shared'), named('two'))
    expect(existsSync(running)).toBe(true)
    // The next start of the same container removes the folders of killed processes.
    await startWhole(cluster('shared'))
    expect(existsSync(running)).toBe(false)
  })
})
