import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:https'
import { text } from 'node:stream/consumers'
import { connect } from 'node:tls'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { startAuthority } from './testing/certificate.ts'
import { freePort } from './testing/free-port.ts'
import { type Installation, type ProductProcess, startInstallation } from './testing/installation.ts'
import { startNginx } from './testing/nginx-server.ts'
import { type PostgresServer, startPostgres } from './testing/postgres-server.ts'
import { createRollingLoad, type RollingLoad } from './testing/rolling-load.ts'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

// Two web processes and two workers on one database, behind nginx with the configuration of `deploy`.

const NAME = 'sightline.example.com'
const site = readFileSync(new URL('../../../deploy/proxy/nginx.conf', import.meta.url), 'utf8')
const settings = { SIGHTLINE_BASE_URL: `https://${NAME}/`, SIGHTLINE_TRUSTED_PROXIES: 'loopback' }

let database: PostgresServer
let installation: Installation
let nginx: Awaited<ReturnType<typeof startNginx>>
let load: RollingLoad
let authority: string
let ports: [number, number]
let webs: ProductProcess[]
let workers: ProductProcess[]
beforeAll(async () => {
  database = await startPostgres()
  ports = [await freePort(), await freePort()]
  installation = await startInstallation(database.url, { ...settings, PORT: String(ports[0]) })
  webs = [installation.web, await installation.startWeb(ports[1], settings)]
  workers = await Promise.all([installation.startWorker(), installation.startWorker()])
  const issuer = await startAuthority('Rolling restart')
  authority = issuer.pem
  const placed = site
    .replace('server web-1:5000', `server 127.0.0.1:${ports[0]}`)
    .replace('server web-2:5000', `server 127.0.0.1:${ports[1]}`)
  nginx = await startNginx(placed, ports[0], await issuer.issue(NAME))
  const agent = new Agent({ keepAlive: true, ca: issuer.pem, servername: NAME })
  load = createRollingLoad({ port: nginx.port, host: NAME, agent, key: installation.apiKey })
})
afterAll(async () => {
  await nginx?.stop()
  await installation?.close()
  await database?.stop()
})

/** Sends a request through nginx, as the first admin. */
async function ask(method: string, path: string, headers: Record<string, string> = {}, body = '') {
  const target = { host: '127.0.0.1', port: nginx.port, servername: NAME, ca: authority }
  const own = { host: NAME, authorization: `Key ${installation.apiKey}` }
  const call = request({ ...target, method, path, headers: { ...own, ...headers } }).end(body)
  const [reply] = await once(call, 'response')
  return { status: reply.statusCode, body: await text(reply) }
}

it('takes the addresses of clients from nginx, and not from the headers that they send (OPEN-292)', async () => {
  const claims = { 'x-forwarded-for': '203.0.113.7', forwarded: 'for=203.0.113.7' }
  expect((await ask('POST', '/api/groups', claims, '{"name":"Through nginx"}')).status).toBe(200)
  const { results }: { results: { action: string; ip: string }[] } = JSON.parse((await ask('GET', '/api/audit')).body)
  expect(results.find(({ action }) => action === 'group.create')?.ip).toBe('127.0.0.1')
})

it('keeps metrics and health checks of processes from the outside, even for admins (OPEN-292)', async () => {
  const paths = ['/ping', '/healthz', '/metrics']
  const replies = await Promise.all(paths.map((path) => ask('GET', path)))
  expect(replies.map(({ status }) => status)).toEqual([200, 404, 404])
})

it('offers HTTP/2 (OPEN-292)', async () => {
  const socket = connect({ host: '127.0.0.1', port: nginx.port, servername: NAME, ca: authority, ALPNProtocols: ['h2'] })
  await once(socket, 'secureConnect')
  expect(socket.alpnProtocol).toBe('h2')
  socket.destroy()
})

it('fails no request, loses no run and leaves no stream open while each process is restarted in turn (OPEN-291)', async () => {
  const { host, port, user, password, database: dbname } = database
  const fields = { name: 'Warehouse', type: 'pg', options: { host, port, user, password, dbname } }
  const { id } = (await load.post<{ id: number }>('/api/data_sources', fields)).body
  load.begin(id)
  await load.ended(20)
  for (const [index, web] of webs.entries()) {
    expect(await web.end('SIGTERM')).toBe(0)
    await installation.startWeb(ports[index] ?? 0, settings)
    await load.ended(20)
  }
  for (const worker of workers) {
    expect(await worker.end('SIGTERM')).toBe(0)
    await installation.startWorker()
    await load.ended(20)
  }
  const figures = await load.finish()
  expect(figures.failures).toEqual([])
  expect(figures.ended).toBe(figures.started)
  expect(figures.reads).toBeGreaterThan(100)
})
