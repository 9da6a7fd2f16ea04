import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../packages/server/src/testing/free-port.ts'

const EMAIL = 'bench@example.com'
const PASSWORD = 'a bench password'

/** A running server, started as a user starts it, and a client of its API with a personal key. */
export interface Product {
  url: string
  pid: number
  /** Milliseconds from the start of the process until its first response. */
  startup: number
  dataDir: string
  /** Folder of files that data sources may read. */
  sourceFolder: string
  email: string
  password: string
  /** Request headers of a signed-in user. */
  headers: Record<string, string>
  get<T>(path: string): Promise<T>
  post<T>(path: string, body?: unknown): Promise<T>
  /** Resident memory of the server and its child processes, in bytes. */
  memory(): number
  stop(): Promise<void>
}

/**
 * Starts the built product.
 * @param dataDir an existing data directory; a new one when omitted
 */
export async function startProduct(
  dataDir = mkdtempSync(join(tmpdir(), 'sightline-bench-')),
  env: Record<string, string> = {},
): Promise<Product> {
  const sourceFolder = mkdtempSync(join(tmpdir(), 'sightline-bench-files-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const started = performance.now()
  const child = spawn(process.execPath, ['scripts/start.ts'], {
    env: {
      ...process.env,
      PORT: String(port),
      SIGHTLINE_DATA_DIR: dataDir,
      SIGHTLINE_ADMIN_EMAIL: EMAIL,
      SIGHTLINE_ADMIN_PASSWORD: PASSWORD,
      SIGHTLINE_SAMPLE_DATA: '0',
      SIGHTLINE_SOURCE_FOLDERS: sourceFolder,
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await until(async () => (await fetch(`${url}/healthz`)).ok, child)
  const startup = performance.now() - started

  const signIn = await fetch(`${url}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: EMAIL, password: PASSWORD }),
  })
  const cookies = signIn.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
  const csrf = cookies.find((cookie) => cookie?.startsWith('csrf_token='))?.slice('csrf_token='.length) ?? ''
  const headers = { cookie: cookies.join('; '), 'x-csrf-token': decodeURIComponent(csrf), 'content-type': 'application/json' }

  const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const response = await fetch(url + path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`)
    return (await response.json()) as T
  }
  const pid = child.pid ?? 0
  return {
    url,
    pid,
    startup,
    dataDir,
    sourceFolder,
    email: EMAIL,
    password: PASSWORD,
    headers,
    get: (path) => call('GET', path),
    post: (path, body = {}) => call('POST', path, body),
    memory: () => residentBytes(pid),
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve())
        child.kill('SIGTERM')
      }),
  }
}

async function until(isReady: () => Promise<boolean>, child: ChildProcess): Promise<void> {
  for (const deadline = Date.now() + 120_000; Date.now() < deadline; ) {
    if (child.exitCode !== null) throw new Error('The product stopped while starting.')
    if (await isReady().catch(() => false)) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error('The product did not start within two minutes.')
}

/** Resident memory of a process and its descendants in bytes, from /proc (see proc(5)). */
function residentBytes(root: number): number {
  const parents = new Map<number, number>()
  const resident = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const status = readFileSync(`/proc/${name}/status`, 'utf8')
      parents.set(Number(name), Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]))
      resident.set(Number(name), Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024)
    } catch {
      // The process ended between listing and reading.
    }
  }
  const isBelow = (pid: number): boolean => pid === root || (parents.has(pid) && isBelow(parents.get(pid) ?? 0))
  return [...resident].reduce((sum, [pid, bytes]) => (isBelow(pid) ? sum + bytes : sum), 0)
}
