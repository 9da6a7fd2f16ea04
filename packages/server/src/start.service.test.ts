import { randomUUID } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openEmbedded } from './platform/db/embedded.ts'
import { type PostgresServer, startPostgres } from './testing/postgres-server.ts'
import { type StartedProduct, startProduct } from './testing/product-process.ts'
import { listen, type TcpListener } from './testing/tcp-listener.ts'
import { startTcpProxy } from './testing/tcp-proxy.ts'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

/** Has an embedded database: creating one takes longer than anything else that a start does. */
let prepared: string
let dataDir: string
let started: StartedProduct[]
beforeAll(async () => {
  prepared = mkdtempSync(join(tmpdir(), 'sightline-prepared-'))
  await (await openEmbedded(prepared)).close()
})
afterAll(() => rmSync(prepared, { recursive: true }))
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'sightline-start-'))
  cpSync(join(prepared, 'db'), join(dataDir, 'db'), { recursive: true })
  started = []
})
afterEach(async () => {
  for (const product of started) await product.end('SIGKILL')
  rmSync(dataDir, { recursive: true, force: true })
})

/** Starts with the embedded database by default. */
function start(settings: Record<string, string> = {}, under: readonly string[] = []): StartedProduct {
  const product = startProduct(
    { SIGHTLINE_DATA_DIR: dataDir, SIGHTLINE_SAMPLE_DATA: '0', PORT: '0', HOST: '0.0.0.0', ...settings },
    under,
  )
  started.push(product)
  return product
}

async function startWhole(...how: Parameters<typeof start>): Promise<StartedProduct> {
  const product = start(...how)
  expect(await product.ready, product.log()).toBe(true)
  return product
}

/** Starts with settings that must prevent the start. @returns the output */
async function refusal(...how: Parameters<typeof start>): Promise<string> {
  const product = start(...how)
  expect(await product.ready, product.output()).toBe(false)
  expect(await product.end('SIGTERM')).toBe(1)
  return product.log().trim()
}

it('refuses a data directory that another process uses', async () => {
  await startWhole()
  expect(await refusal()).toMatch(
    /^Sightline did not start\. The data directory is in use by another Sightline \(process \d+ on .+\): stop it, or choose another SIGHTLINE_DATA_DIR\.$/,
  )
})

it('starts without the plug-ins that cannot be loaded, and logs why (OPEN-401)', async () => {
  const folder = join(dataDir, '..', `plug-ins-${randomUUID()}`)
  const plugins = [
    ['broken', '{"name"', ''],
    [
      'failing',
      '{"name":"failing","version":"1.0.0","type":"module","sightline":{"contract":1}}',
      "throw new Error('No licence.')",
    ],
  ] as const
  for (const [name, manifest, code] of plugins) {
    mkdirSync(join(folder, name), { recursive: true })
    writeFileSync(join(folder, name, 'package.json'), manifest)
    writeFileSync(join(folder, name, 'index.js'), code)
  }
  try {
    const log = (await startWhole({ SIGHTLINE_PLUGINS: folder })).log()
    expect(log).toContain('The plug-in broken was not loaded: its package.json is no JSON (')
    expect(log).toContain('The plug-in failing 1.0.0 was not loaded: No licence.')
    expect(await refusal({ SIGHTLINE_PLUGINS: 'plug-ins' })).toBe(
      'Sightline did not start. SIGHTLINE_PLUGINS must be an absolute path, such as /srv/sightline-plugins.',
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
})

describe('the secret key', () => {
  const keyFile = () => join(dataDir, 'secret.key')
  const stopped = async (...how: Parameters<typeof start>) => (await startWhole(...how)).end('SIGTERM')

  it('is not replaced if it is missing: the start is refused until it is back', async () => {
    await stopped()
    renameSync(keyFile(), `${keyFile()}.backup`)
    for (let time = 0; time < 2; time++) {
      expect(await refusal()).toBe(
        `Sightline did not start. ${keyFile()} is missing, and with it the key that the secrets in the database are encrypted with: put it back; if it is lost, see: npm run admin -- forget-secrets --help`,
      )
      expect(existsSync(keyFile())).toBe(false)
    }
    renameSync(`${keyFile()}.backup`, keyFile())
    await startWhole()
  })

  it('is refused if it is not the one that encrypted the database', async () => {
    await stopped()
    const another = randomUUID() + randomUUID()
    expect(await refusal({ SIGHTLINE_SECRET_KEY: another })).toBe(
      'Sightline did not start. SIGHTLINE_SECRET_KEY is not the key that the secrets in the database are encrypted with: set it to that key; if it is lost, see: npm run admin -- forget-secrets --help',
    )
    await startWhole({ SIGHTLINE_SECRET_KEY: readFileSync(keyFile(), 'utf8').trim() })
  })
})

describe('file permissions', () => {
  const othersMay = (path: string) => (statSync(path).mode & 0o077) !== 0
  const everything = (folder: string) => readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name)))

  it('are limited to the user of the process, even in folders that were open to others', async () => {
    rmSync(join(dataDir, 'db'), { recursive: true })
    const results = join(dataDir, 'results')
    mkdirSync(results)
    chmodSync(dataDir, 0o755)
    chmodSync(results, 0o777)
    await startWhole({ SIGHTLINE_RESULTS_URL: pathToFileURL(results).href })
    const database = join(dataDir, 'db')
    // Files in a folder that other users cannot enter are safe, whatever their own permissions.
    const reachable = everything(dataDir).filter((path) => !path.startsWith(`${database}/`))
    expect([dataDir, ...reachable].filter(othersMay)).toEqual([])
    expect(reachable).toEqual(expect.arrayContaining([database, results, join(dataDir, 'secret.key')]))
  })

  it('of a folder shared by all users stay unchanged, with a warning in the log', async () => {
    chmodSync(dataDir, 0o1777)
    const product = await startWhole()
    expect(statSync(dataDir).mode & 0o7777).toBe(0o1777)
    expect(product.log()).toContain(`Other users of this machine may enter ${dataDir}`)
  })
})

it('refuses a database that a newer version has migrated, and does not change it', async () => {
  await (await startWhole()).end('SIGTERM')
  const database = await openEmbedded(dataDir)
  const migrations = 'drizzle.__drizzle_migrations'
  await database.pglite.query(`INSERT INTO ${migrations} (hash, created_at) VALUES ('later', 4102444800000)`)
  await database.close()
  expect(await refusal()).toMatch(
    /^Sightline did not start\. The database was migrated by a newer version of Sightline \(its schema is of 2100-01-01 00:00 UTC\) than this one \(\d+\.\d+\.\d+, schema of 20[\d-]+ [\d:]+ UTC\): start the newer version, or restore a backup from before the update\.$/,
  )
})

describe('a PostgreSQL server that is not ready yet', () => {
  let server: PostgresServer
  beforeAll(async () => {
    server = await startPostgres()
  })
  afterAll(() => server.stop())

  const cluster = (port: number, settings: Record<string, string> = {}) => {
    const url = new URL(server.url)
    url.port = String(port)
    return { SIGHTLINE_DATABASE_URL: url.href, SIGHTLINE_SECRET_KEY: 'a-k3y-for-th1s-test-and-n0-other-0ne', ...settings }
  }

  it.each(['web', 'worker', 'all'])('is awaited by the role %s', async (role) => {
    const proxy = await startTcpProxy(server.port)
    proxy.admits = () => false
    const product = start(cluster(proxy.port, { SIGHTLINE_ROLE: role }))
    await product.logged('Trying again')
    proxy.admits = () => true
    expect(await product.ready, product.log()).toBe(true)
    await product.end('SIGKILL')
    await proxy.close()
  })

  it('is awaited while it is starting up', async () => {
    const front = await startBusyFront(server.port, 3)
    const product = await startWhole(cluster(front.port))
    expect(product.log()).toContain('the database system is starting up')
    await product.end('SIGKILL')
    await front.close()
  })

  it('is awaited even if the connection is lost during the start', async () => {
    const proxy = await startTcpProxy(server.port)
    let cuts = 0
    proxy.passes = (piece, from) => {
      // The connection is cut at the migrations, the first query, the registration of the worker, and the schedules of background
      // jobs.
      const moments = ['pg_advisory_lock', 'secret_key_checks', 'insert into "workers"', 'insert into "background_queues"']
      const isMoment = from === 'client' && cuts < moments.length && piece.includes(moments[cuts] ?? '')
      if (isMoment) {
        cuts++
        proxy.cut()
      }
      return !isMoment
    }
    const product = await startWhole(cluster(proxy.port))
    expect(cuts).toBe(4)
    expect(await product.end('SIGTERM')).toBe(0)
    await proxy.close()
  })

  it('is awaited no longer than the configured time', async () => {
    const proxy = await startTcpProxy(server.port)
    proxy.admits = () => false
    expect(await refusal(cluster(proxy.port, { SIGHTLINE_DATABASE_WAIT: '0' }))).toMatch(
      /^Sightline did not start\. The database of SIGHTLINE_DATABASE_URL cannot be reached: /,
    )
    await proxy.close()
  })

  it('is not awaited if it rejects the password', async () => {
    const settings = cluster(server.port)
    const url = new URL(settings.SIGHTLINE_DATABASE_URL)
    url.password = 'wrong'
    expect(await refusal({ ...settings, SIGHTLINE_DATABASE_URL: url.href })).toContain('password authentication failed')
  })
})

/** Proxies a PostgreSQL server, and answers the first connections that it is starting up (SQLSTATE 57P03). */
function startBusyFront(port: number, times: number): Promise<TcpListener> {
  const fields = ['SFATAL', 'VFATAL', 'C57P03', 'Mthe database system is starting up', '', ''].join('\0')
  const answer = Buffer.alloc(5 + fields.length)
  answer.write(`E    ${fields}`, 'latin1')
  answer.writeInt32BE(4 + fields.length, 1)
  let left = times
  return listen((client) => {
    if (left-- > 0) {
      client.once('data', () => client.end(answer))
      return
    }
    const target = connect(port, '127.0.0.1')
    target.on('error', () => client.destroy())
    client.pipe(target).pipe(client)
  })
}
