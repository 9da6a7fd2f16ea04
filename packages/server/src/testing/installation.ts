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
  /** Starts another worker process. @param env settings of its own */
  startWorker(env?: Record<string, string>): Promise<ProductProcess>
  close(): Promise<void>
}

/**
 * Starts the process that answers; workers are started apart.
 * @param databaseUrl of an empty database
 */
export async function startInstallation(databaseUrl: string): Promise<Installation> {
  const secretKey = randomUUID() + randomUUID()
  const processes: { child: ChildProcess; dataDir: string }[] = []

  async function start(role: 'web' | 'worker', env: Record<string, string>): Promise<ProductProcess> {
    const dataDir = mkdtempSync(join(tmpdir(), 'sightline-installation-'))
    const child = spawn(process.execPath, [MAIN.pathname], {
      env: {
        PATH: process.env.PATH,
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
    processes.push({ child, dataDir })
    // It says one line when it is ready.
    const isUp = await Promise.race([once(child.stdout, 'data').then(() => true), once(child, 'exit').then(() => false)])
    if (!isUp) throw new Error('A process of the installation did not start.')
    return {
      pid: child.pid ?? 0,
      dataDir,
      async end(signal) {
        if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
        const gone = once(child, 'exit')
        child.kill(signal)
        await gone
        return child.exitCode
      },
    }
  }

  const port = await freePort()
  const web = await start('web', { PORT: String(port) })
  const key = await apiKeyOf(databaseUrl, ADMIN.email)
  return {
    admin: clientOf(`http://127.0.0.1:${port}`, () => ({ authorization: `Key ${key}` })),
    startWorker: (env = {}) => start('worker', env),
    async close() {
      for (const { child } of processes) {
        if (child.exitCode !== null || child.signalCode !== null) continue
        const gone = once(child, 'exit')
        child.kill(child.pid === web.pid ? 'SIGTERM' : 'SIGKILL')
        await gone
      }
      for (const { dataDir } of processes) rmSync(dataDir, { recursive: true, force: true })
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
