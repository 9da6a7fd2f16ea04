import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../e2e/product.ts'

export const ADMIN = { email: 'keeper@example.com', password: 'a sentence works well' }

const MAIN = fileURLToPath(new URL('../packages/server/src/main.ts', import.meta.url))
const START_LIMIT_MS = 300_000
/** So that the reason of an end is there to be read. */
const KEPT_LOG = 4000

/** The product in a process of its own. */
export interface Product {
  url: string
  /** Null while it runs; else why it ended. */
  ending(): string | null
  /** The most memory that its main process had at a time, MB; 0 where the system does not tell. */
  peakMemory(): number
  stop(): Promise<void>
}

/** @param databaseUrl of an empty PostgreSQL database; null for the embedded one */
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
      // Each call names an address of its own.
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
  // A run that is ended leaves nothing behind.
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
    // It has ended, or this is no Linux.
    return 0
  }
}
