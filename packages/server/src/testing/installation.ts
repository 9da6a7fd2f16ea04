import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { clientOf, type TestClient } from './client.ts'
import { freePort } from './postgres-server.ts'
import { ADMIN } from './server.ts'
import type { SmallDisk } from './small-disk.ts'

const MAIN = new URL('../main.ts', import.meta.url)

/** One process of an installation, started as an operator starts it. */
export interface ProductProcess {
  pid: number
  dataDir: string
  /** Sends a signal and waits for the end. @returns the exit code; null when the signal ended it at once */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>
}

/** An installation of several real processes on one PostgreSQL database. */
export interface Installation {
  /** Calls the process that answers, as the first admin. */
  admin: TestClient
  /** The process that answers. */
  web: ProductProcess
  /** Starts another worker process. */
  startWorker(env?: Settings, disk?: Room): Promise<ProductProcess>
  /** Those of its processes that were not ended. */
  running(): ProductProcess[]
  close(): Promise<void>
}

/** Where a process keeps its data, and what limits it there. */
type Room = Pick<SmallDisk, 'path' | 'under'>

/** Environment variables of one process. */
type Settings = Record<string, string>

/**
 * Starts the process that answers; workers are started apart.
 * @param databaseUrl of an empty database
 * @param env settings of the process that answers
 * @param disk where its data directory is, if that is to have little room
 */
export async function startInstallation(databaseUrl: string, env: Settings = {}, disk?: Room): Promise<Installation> {
  const secretKey = randomUUID() + randomUUID()
  const processes: { child: ChildProcess; product: ProductProcess }[] = []
  const isRunning = ({ child }: { child: ChildProcess }) => child.exitCode === null && child.signalCode === null

  async function start(role: 'web' | 'worker', env: Settings, disk: Room | undefined): Promise<ProductProcess> {
    const dataDir = env.SIGHTLINE_DATA_DIR ?? mkdtempSync(join(disk?.path ?? tmpdir(), 'sightline-installation-'))
    const [program = '', ...rest] = [...(disk?.under ?? []), process.execPath, MAIN.pathname]
    const child = spawn(program, rest, {
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        SIGHTLINE_ROLE: role,
        SIGHTLINE_DATA_DIR: dataDir,
        SIGHTLINE_DATABASE_URL: databaseUrl,
        SIGHTLINE_SECRET_KEY: secretKey,
        SIGHTLINE_SAMPLE_DATA: '0',
        SIGHTLINE_ADMIN_EMAIL: ADMIN.email,
        SIGHTLINE_ADMIN_PASSWORD: ADMIN.password,
        ...env,
      },
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const product: ProductProcess = {
      pid: child.pid ?? 0,
      dataDir,
      async end(signal) {
        if (!isRunning({ child })) return child.exitCode
        const gone = once(child, 'exit')
        child.kill(signal)
        await gone
        return child.exitCode
      },
    }
    processes.push({ child, product })
    // It says one line when it is ready.
    const isUp = await Promise.race([once(child.stdout, 'data').then(() => true), once(child, 'exit').then(() => false)])
    if (!isUp) throw new Error('A process of the installation did not start.')
    return product
  }

  const port = await freePort()
  const web = await start('web', { PORT: String(port), ...env }, disk)
  const key = await apiKeyOf(databaseUrl, ADMIN.email)
  return {
    admin: clientOf(`http://127.0.0.1:${port}`, () => ({ authorization: `Key ${key}` })),
    web,
    startWorker: (env = {}, disk = undefined) => start('worker', env, disk),
    running: () => processes.filter(isRunning).map(({ product }) => product),
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
