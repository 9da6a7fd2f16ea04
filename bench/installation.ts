import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { selfSigned } from '../packages/server/src/testing/certificate.ts'
import { freePort } from '../packages/server/src/testing/free-port.ts'
import { startNginx } from '../packages/server/src/testing/nginx-server.ts'
import type { DatabaseServer } from '../packages/server/src/testing/postgres-server.ts'
import { type StartedProduct, startProduct } from '../packages/server/src/testing/product-process.ts'
import { childrenNamed, cpuSeconds, cpuSecondsOfTree } from './cpu.ts'

const ADMIN = { email: 'bench@example.com', password: 'a bench password' }

/** The kinds of processes whose work is measured. */
export const PARTS = ['web', 'worker', 'executor', 'postgres', 'nginx'] as const
/** A figure for each kind of process. */
export type Parts = Record<(typeof PARTS)[number], number>

/** Web processes and workers, as many of each, behind nginx. */
export interface Installation {
  size: number
  /** Of nginx, without a trailing slash. */
  url: string
  headers: Record<string, string>
  call<T>(path: string, body?: unknown): Promise<T>
  /** Processor seconds so far; those of PostgreSQL are for all installations on that server. */
  work(): Parts
  /** Resident MB of one web process and of one worker without its executors. */
  memory(): { web: number; worker: number }
  stop(): Promise<void>
}

/**
 * @param size number of web processes, and of workers
 * @param server gets a database of its own for this installation
 */
export async function startInstallation(size: number, server: DatabaseServer): Promise<Installation> {
  const databaseUrl = await createDatabase(server, `scale_${size}`)
  const folder = mkdtempSync(join(tmpdir(), 'sightline-scale-'))
  const env = {
    SIGHTLINE_DATABASE_URL: databaseUrl,
    SIGHTLINE_SECRET_KEY: randomUUID() + randomUUID(),
    SIGHTLINE_SAMPLE_DATA: '0',
    SIGHTLINE_ADMIN_EMAIL: ADMIN.email,
    SIGHTLINE_ADMIN_PASSWORD: ADMIN.password,
    SIGHTLINE_TRUSTED_PROXIES: 'loopback',
  }
  const start = async (role: 'web' | 'worker', number: number, more: Record<string, string> = {}) => {
    const settings = { ...env, SIGHTLINE_ROLE: role, SIGHTLINE_DATA_DIR: join(folder, `${role}-${number}`), ...more }
    const started = startProduct(settings)
    if (!(await started.ready)) throw new Error(`A ${role} process did not start: ${started.log()}`)
    return started
  }
  const numbers = Array.from({ length: size }, (_, index) => index + 1)
  const ports: number[] = []
  for (const _ of numbers) ports.push(await freePort())
  const startWeb = (number: number) => start('web', number, { PORT: String(ports[number - 1]) })
  // The first one makes the tables and the admin.
  const first = await startWeb(1)
  const [others, workers] = await Promise.all([
    Promise.all(numbers.slice(1).map(startWeb)),
    Promise.all(numbers.map((number) => start('worker', number))),
  ])
  const webs = [first, ...others]
  const port = await freePort()
  const before = new Set(childrenNamed('nginx'))
  const nginx = await startNginx(siteOf(port, ports), 0, await selfSigned('localhost'))
  const nginxPid = childrenNamed('nginx').find((pid) => !before.has(pid)) ?? 0
  const postgresPid = childrenNamed('postgres')[0] ?? 0
  const headers = { authorization: `Key ${await keyOf(databaseUrl)}`, 'content-type': 'application/json' }
  const url = `http://127.0.0.1:${port}`
  const sum = (of: readonly StartedProduct[], work: (pid: number) => number) =>
    of.reduce((total, { pid }) => total + work(pid), 0)
  return {
    ...{ size, url, headers },
    async call<T>(path: string, body?: unknown) {
      const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
      const response = await fetch(url + path, { headers, ...sent })
      if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
      return (await response.json()) as T
    },
    work() {
      const worker = sum(workers, cpuSeconds)
      return {
        web: sum(webs, cpuSecondsOfTree),
        worker,
        executor: sum(workers, cpuSecondsOfTree) - worker,
        postgres: cpuSecondsOfTree(postgresPid),
        nginx: cpuSecondsOfTree(nginxPid),
      }
    },
    memory: () => ({ web: residentOf(webs[0]), worker: residentOf(workers[0]) }),
    async stop() {
      await nginx.stop()
      await Promise.all([...webs, ...workers].map((one) => one.end('SIGTERM')))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const siteOf = (port: number, webPorts: readonly number[]) => `
access_log off;
upstream sightline {
${webPorts.map((one) => `  server 127.0.0.1:${one};`).join('\n')}
  keepalive 32;
}
server {
  listen 127.0.0.1:${port};
  keepalive_requests 1000000;
  location / {
    proxy_pass http://sightline;
    proxy_http_version 1.1;
    proxy_set_header Connection "";
    proxy_set_header Host $host;
    proxy_set_header X-Forwarded-For $remote_addr;
    proxy_set_header X-Forwarded-Proto $scheme;
  }
}`

async function createDatabase(server: DatabaseServer, name: string): Promise<string> {
  const client = new pg.Client(server.url)
  await client.connect()
  await client.query(`CREATE DATABASE ${name}`)
  await client.end()
  const url = new URL(server.url)
  url.pathname = `/${name}`
  return url.href
}

async function keyOf(databaseUrl: string): Promise<string> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  const { rows } = await client.query('SELECT api_key FROM users WHERE email = $1', [ADMIN.email])
  await client.end()
  return String(rows[0]?.api_key)
}

const residentOf = (started: StartedProduct | undefined): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${started?.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
