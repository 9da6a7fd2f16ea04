import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { clientOf, type TestClient } from './client.ts'
import { freePort } from './free-port.ts'
import { type StartedProduct, startProduct } from './product-process.ts'
import { ADMIN } from './server.ts'
import type { SmallDisk } from './small-disk.ts'

/** One process of an installation, started as an operator starts it. */
export interface ProductProcess {
  pid: number
  dataDir: string
  /** Sends a signal and waits for the exit. @returns the exit code; null if the signal killed it */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>
}

/** An installation of several real processes on one PostgreSQL database. */
export interface Installation {
  /** API key of the first admin. */
  apiKey: string
  /** A client of the web process, as the first admin. */
  admin: TestClient
  /** The web process. */
  web: ProductProcess
  /** Starts another web process on this port. */
  startWeb(port: number, env?: Settings): Promise<ProductProcess>
  /** Starts another worker process. */
  startWorker(env?: Settings, disk?: Room): Promise<ProductProcess>
  /** The running processes. */
  running(): ProductProcess[]
  close(): Promise<void>
}

/** The data directory of a process, and its limits. */
type Room = Pick<SmallDisk, 'path' | 'under'>

/** Environment variables of one process. */
type Settings = Record<string, string>

/**
 * Starts the web process; workers are started separately.
 * @param databaseUrl of an empty database
 * @param env environment variables of the web process
 * @param disk a small disk for its data directory
 */
export async function startInstallation(databaseUrl: string, env: Settings = {}, disk?: Room): Promise<Installation> {
  const secretKey = randomUUID() + randomUUID()
  const processes: { started: StartedProduct; product: ProductProcess }[] = []

  async function start(role: 'web' | 'worker', env: Settings, disk: Room | undefined): Promise<ProductProcess> {
    const dataDir = env.SIGHTLINE_DATA_DIR ?? mkdtempSync(join(disk?.path ?? tmpdir(), 'sightline-installation-'))
    const settings = {
      SIGHTLINE_ROLE: role,
      SIGHTLINE_DATA_DIR: dataDir,
      SIGHTLINE_DATABASE_URL: databaseUrl,
      SIGHTLINE_SECRET_KEY: secretKey,
      SIGHTLINE_SAMPLE_DATA: '0',
      // Tests use small disks, or run on machines with little space.
      SIGHTLINE_MIN_FREE_SPACE: '0',
      SIGHTLINE_ADMIN_EMAIL: ADMIN.email,
      SIGHTLINE_ADMIN_PASSWORD: ADMIN.password,
      ...env,
    }
    const started = startProduct(settings, disk?.under)
    const product: ProductProcess = { pid: started.pid, dataDir, end: started.end }
    processes.push({ started, product })
    if (!(await started.ready)) throw new Error(`A process of the installation did not start: ${started.log()}`)
    return product
  }

  const port = await freePort()
  const web = await start('web', { PORT: String(port), ...env }, disk)
  const key = await apiKeyOf(databaseUrl, ADMIN.email)
  return {
    apiKey: key,
    admin: clientOf(`http://127.0.0.1:${port}`, () => ({ authorization: `Key ${key}` })),
    web,
    startWeb: (port, env = {}) => start('web', { PORT: String(port), ...env }, undefined),
    startWorker: (env = {}, disk = undefined) => start('worker', env, disk),
    running: () => processes.filter(({ started }) => started.isRunning()).map(({ product }) => product),
    async close() {
      for (const { product } of processes) await product.end(product === web ? 'SIGTERM' : 'SIGKILL')
      for (const { product } of processes) rmSync(product.dataDir, { recursive: true, force: true })
    },
  }
}

async function apiKeyOf(databaseUrl: string, email: string): Promise<string> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    const { rows } = await client.query('SELECT api_key FROM users WHERE email = $1', [email])
    return String(rows[0]?.api_key)
  } finally {
    await client.end()
  }
}
