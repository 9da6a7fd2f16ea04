import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildDataSource, buildQuery } from '../../testing/builders.ts'
import { startCaddy } from '../../testing/caddy-server.ts'
import { startAuthority } from '../../testing/certificate.ts'
import { startNginx } from '../../testing/nginx-server.ts'
import type { ProxyForTests } from '../../testing/proxy-for-tests.ts'
import { ADMIN, startTestServer, type TestServer } from '../../testing/server.ts'

// Runs the configuration of nginx in the guide and that of Caddy in `deploy`, with other ports and folders.

const NAME = 'sightline.example.com'
const guide = readFileSync(new URL('../../../../../docs/guide/reverse-proxy.md', import.meta.url), 'utf8')
const [, site = ''] = /```nginx\n(.*?)```/s.exec(guide) ?? []
const caddyfile = readFileSync(new URL('../../../../../deploy/proxy/Caddyfile', import.meta.url), 'utf8')

const HEAD = 'n,text\n'
/** One mebibyte of rows. */
const PIECE = `1,${'x'.repeat(125)}\n`.repeat(8192)
const PIECES = 1024

let server: TestServer
let proxies: Record<'nginx' | 'Caddy', ProxyForTests>
let authority: string
beforeAll(async () => {
  // Without a worker the runs wait, so their event streams stay open.
  server = await startTestServer({ config: { baseUrl: `https://${NAME}/` }, hasWorker: false })
  const issuer = await startAuthority('Reverse proxy')
  authority = issuer.pem
  const port = Number(new URL(server.url).port)
  const certified = await issuer.issue(NAME)
  const [nginx, Caddy] = await Promise.all([startNginx(site, port, certified), startCaddy(caddyfile, NAME, port, certified)])
  proxies = { nginx, Caddy }
})
afterAll(async () => {
  for (const proxy of Object.values(proxies ?? {})) await proxy.stop()
  await server.close()
})

describe.each(['nginx', 'Caddy'] as const)('%s', (name) => {
  async function ask(
    method: string,
    path: string,
    headers: Record<string, string> = {},
    body: string | Iterable<string> = '',
  ): Promise<IncomingMessage> {
    const call = request({
      host: '127.0.0.1',
      port: proxies[name].port,
      servername: NAME,
      ca: authority,
      method,
      path,
      headers: { host: NAME, ...headers },
    })
    // A rejected body is not read to its end.
    call.on('error', () => {})
    if (typeof body === 'string') call.end(body)
    else Readable.from(body).pipe(call)
    const [reply] = await once(call, 'response')
    return reply
  }

  const asAdmin = () => ({ authorization: `Key ${server.admin.apiKey}` })

  it('gives the audit log the IP addresses of clients, not the headers that they send', async () => {
    const claims = { 'x-forwarded-for': '203.0.113.7', forwarded: 'for=203.0.113.7', 'x-real-ip': '203.0.113.7' }
    const reply = await ask('POST', '/api/groups', { ...asAdmin(), ...claims }, JSON.stringify({ name: `Through ${name}` }))
    expect([reply.statusCode, JSON.parse(await text(reply)).name]).toEqual([200, `Through ${name}`])
    const { body } = await server.admin.get<{ results: { action: string; ip: string }[] }>('/api/audit')
    expect(body.results.find(({ action }) => action === 'group.create')?.ip).toBe('127.0.0.1')
  })

  it('sets cookies for TLS only, and HSTS', async () => {
    const reply = await ask('POST', '/login', { 'x-forwarded-proto': 'http' }, JSON.stringify(ADMIN))
    expect(reply.statusCode).toBe(200)
    const cookies = reply.headers['set-cookie'] ?? []
    expect(cookies.filter((cookie) => /^(session|csrf_token)=/.test(cookie))).toHaveLength(2)
    for (const cookie of cookies) expect(cookie).toMatch(/; Secure/)
    expect(reply.headers['strict-transport-security']).toBe('max-age=31536000')
    reply.resume()
  })

  it('hides metrics from the public, and answers health checks', async () => {
    for (const claimed of ['127.0.0.1', '::1']) {
      const headers = { 'x-forwarded-for': claimed }
      const reply = await ask('GET', '/metrics', headers)
      expect([reply.statusCode, await text(reply)]).toMatchObject([403, expect.not.stringContaining('sightline_')])
    }
    expect((await ask('GET', '/metrics', asAdmin())).resume().statusCode).toBe(200)
    expect(await text(await ask('GET', '/healthz'))).toContain('"database":"ok"')
  })

  it('passes the events of a run on without buffering', async () => {
    const source = await buildDataSource(server)
    const query = await buildQuery(server.admin, { data_source_id: source.id })
    const { body } = await server.admin.post<{ job: { id: string } }>(`/api/queries/${query.id}/results`, { max_age: 0 })
    const stream = await ask('GET', `/api/jobs/${body.job.id}/events`, asAdmin())
    expect(stream.headers['content-type']).toMatch(/^text\/event-stream/)
    for (const _ of [1, 2]) {
      const [event] = await once(stream, 'data')
      expect(String(event)).toMatch(/^event: state\ndata: .*\n\n$/s)
    }
    stream.destroy()
  })

  it('passes an upload of 1 GB on as it arrives', async () => {
    const rows = function* () {
      yield HEAD
      for (let piece = 0; piece < PIECES; piece++) yield PIECE
    }
    const upload = await ask('POST', '/api/uploads?name=rows.csv', asAdmin(), rows())
    expect([upload.statusCode, JSON.parse(await text(upload))]).toMatchObject([200, { size: HEAD.length + 2 ** 30 }])
  })

  it('refuses a body of 20 MB elsewhere', async () => {
    expect((await ask('POST', '/api/queries', asAdmin(), PIECE.repeat(20))).resume().statusCode).toBe(413)
  })
})
