import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../packages/server/src/testing/free-port.ts'

export const ADMIN = { email: 'keeper@example.com', password: 'a sentence works well' }

const MAIN = fileURLToPath(new URL('../packages/server/src/main.ts', import.meta.url))
const START_LIMIT_MS = 300_000
/** Number of output characters kept to explain a crash. */
const KEPT_LOG = 4000

/** The server in a separate process. */
export interface Product {
  url: string
  /** Returns null while the server runs, else the reason of its exit. */
  ending(): string | null
  /** Returns the peak memory of the main process in MB; 0 if the system does not report it. */
  peakMemory(): number
  stop(): Promise<void>
}

/** @param databaseUrl URL of an empty PostgreSQL database; null for the embedded one */
export async function startProduct(databaseUrl: string | null): Promise<Product> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sightline-fuzz-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      PORT: String(port),
      SIGHTLINE_DATA_DIR: dataDir,
      SIGHTLINE_SAMPLE_DATA: '0',
      SIGHTLINE_SHUTDOWN_GRACE: '0',
      // Each call sends a separate IP address.
      SIGHTLINE_TRUSTED_PROXIES: 'loopback',
      SIGHTLINE_QUERY_TIME_LIMIT: '5',
      SIGHTLINE_ADMIN_EMAIL: ADMIN.email,
      SIGHTLINE_ADMIN_PASSWORD: ADMIN.password,
      ...(databaseUrl === null ? {} : { SIGHTLINE_DATABASE_URL: databaseUrl }),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let log = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      log = `${log}${chunk}`.slice(-KEPT_LOG)
    })
  const exit = once(child, 'exit')
  // Clean up when the run is aborted.
  const end = () => child.kill('SIGKILL')
  process.once('exit', end)
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  const product: Product = {
    url,
    ending: () => (hasEnded() ? `ended with ${child.signalCode ?? `code ${child.exitCode}`}: ${log}` : null),
    peakMemory: () => peakOf(child.pid ?? 0),
    async stop() {
      if (!hasEnded()) child.kill('SIGTERM')
      await exit
      process.off('exit', end)
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
    },
  }
  for (const limit = Date.now() + START_LIMIT_MS; Date.now() < limit && !hasEnded(); await sleep(50)) {
    const isReady = await fetch(`${url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) return product
  }
  const reason = product.ending() ?? `did not start in time: ${log}`
  await product.stop()
  throw new Error(`The product ${reason}`)
}

function peakOf(pid: number): number {
  try {
    return Math.round(Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024)
  } catch {
    // The process has ended, or the system is not Linux.
    return 0
  }
}
