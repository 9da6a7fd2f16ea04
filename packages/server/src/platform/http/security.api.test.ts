import { api } from '@sightline/contract/api.ts'
import type { Endpoint } from '@sightline/contract/endpoint.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildServer } from '../../server.ts'
import { ADMIN, startTestServer, type TestServer } from '../../testing/server.ts'
import { buildWebAppFolder } from '../../testing/web-app.ts'
import type { Services } from '../context.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ webApp: buildWebAppFolder() })
})
afterAll(() => server.close())

describe('every response', () => {
  it('may be framed by other sites only for embeds and public dashboards (OPEN-71)', async () => {
    for (const path of ['/', '/login', '/queries', '/api/session', '/dashboard/sales']) {
      const { headers } = await server.admin.get(path)
      expect([path, headers.get('x-frame-options')]).toEqual([path, 'deny'])
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    }
    for (const path of ['/embed/query/1/visualization/2', '/public/dashboards/token']) {
      const { headers } = await server.admin.get(path)
      expect([path, headers.get('x-frame-options')]).toEqual([path, null])
      expect(headers.get('content-security-policy')).toContain('frame-ancestors *')
    }
  })

  it('forbids scripts within pages, and guessing of types', async () => {
    const { headers } = await server.anonymous.get('/login')
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("script-src 'self';")
    expect(policy.replace(/style-src[^;]*/, '')).not.toContain('unsafe')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(headers.get('permissions-policy')).toContain('camera=()')
  })

  it('has secure cookies if a trusted proxy says that the client uses TLS', async () => {
    const over = async (protocol: string) => {
      const { headers } = await server.anonymous.post('/login', ADMIN, { 'x-forwarded-proto': protocol })
      return [...new Set(headers.getSetCookie().map((line) => /; Secure(;|$)/.test(line)))]
    }
    expect(await over('https')).toEqual([true])
    expect(await over('http')).toEqual([false])
  })

  it('has HSTS only if the public URL begins with https, and never if the operator turns it off (OPEN-285)', async () => {
    const hstsOf = async (config: Partial<Services['config']>) => {
      const { fastify } = await buildServer({ ...server.services, config: { ...server.services.config, ...config } })
      const { headers } = await fastify.inject({ url: '/ping', headers: { 'x-forwarded-proto': 'https' } })
      await fastify.close()
      return headers['strict-transport-security']
    }
    expect(await hstsOf({ baseUrl: 'https://example.com/' })).toBe('max-age=31536000')
    expect(await hstsOf({ baseUrl: 'https://example.com/', allowsHsts: false })).toBeUndefined()
    expect(await hstsOf({ baseUrl: 'http://example.com/' })).toBeUndefined()
    expect(await hstsOf({ baseUrl: null })).toBeUndefined()
  })
})

describe('a request', () => {
  it('with an object in place of a string is refused with one sentence', async () => {
    for (const body of [{ email: { select: 1 }, password: 'x' }, { email: ADMIN.email, password: ['x'] }, [], 'text', null]) {
      const reply = await server.anonymous.post('/login', body)
      expect(reply).toMatchObject({
        status: 400,
        body: { code: 'invalid_input', message: expect.stringMatching(/^[^\n]+\.$/) },
      })
    }
    const twice = await server.admin.get('/api/queries?page=1&page=2')
    expect(twice).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
  })

  it('is read as JSON whatever its content type, and may be empty', async () => {
    const init = { method: 'POST', body: '[{"action":"view","object_type":"page","object_id":1}]' }
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/json', 'application/x-unknown']) {
      const { status } = await server.admin.fetch('/api/events', { ...init, headers: { 'content-type': type } })
      expect([type, status]).toEqual([type, 200])
    }
    const untyped = await server.admin.fetch('/api/events', { method: 'POST', body: new TextEncoder().encode(init.body) })
    expect([untyped.headers.get('content-type'), untyped.status]).toEqual(['application/json; charset=utf-8', 200])
    expect(await server.admin.post('/api/events')).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
  })

  it('that is not JSON, or too large, is refused', async () => {
    const broken = await server.admin.fetch('/api/events', { method: 'POST', body: '{"a":' })
    expect([broken.status, await broken.json()]).toMatchObject([400, { code: 'bad_request' }])
    const large = await server.admin.fetch('/api/events', { method: 'POST', body: `"${'x'.repeat(17 * 1024 * 1024)}"` })
    expect([large.status, await large.json()]).toMatchObject([413, { code: 'too_large' }])
  })

  it('with a method that the path does not have is answered with 405', async () => {
    expect(await server.admin.delete('/api/session')).toMatchObject({ status: 405, body: { code: 'method_not_allowed' } })
    expect(await server.admin.get('/api/widgets')).toMatchObject({ status: 405 })
  })

  it('to sign in is refused when another site started it', async () => {
    const reply = await server.anonymous.post('/login', ADMIN, { 'sec-fetch-site': 'cross-site' })
    expect(reply).toMatchObject({ status: 400, body: { code: 'csrf_invalid' } })
  })

  it('of another site is admitted by a key to what needs one, but not to signing in or out (OPEN-847)', async () => {
    const from = { 'sec-fetch-site': 'cross-site' }
    const key = `?api_key=${server.admin.apiKey}`
    for (const path of ['/login', '/logout', '/forgot', '/verification_email/', '/login/passkey/begin']) {
      const reply = await server.anonymous.post(path + key, ADMIN, from)
      expect([
        path,
        reply.status,
        reply.body,
        reply.headers.getSetCookie().filter((line) => line.startsWith('session=')),
      ]).toEqual([path, 400, expect.objectContaining({ code: 'csrf_invalid' }), []])
    }
    const run = await server.anonymous.post(`/api/events${key}`, [{ action: 'view', object_type: 'page', object_id: 1 }], from)
    expect(run.status).toBe(200)
  })

  it('to sign in is refused after 50 attempts an hour from one IP address (OPEN-66)', async () => {
    const from = { 'x-forwarded-for': '203.0.113.7' }
    let account = 0
    // For many accounts: a single account is locked earlier.
    const attempt = (headers: Record<string, string>) =>
      server.anonymous.post('/login', { email: `${++account}@example.com`, password: 'x' }, headers)
    const replies = await Promise.all(Array.from({ length: 50 }, () => attempt(from)))
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([401]))
    expect(await attempt(from)).toMatchObject({ status: 429, body: { message: '50 per 1 hour', code: 'too_many_requests' } })
    expect((await attempt({ 'x-forwarded-for': '203.0.113.8' })).status).toBe(401)
  })
})

describe('the log', () => {
  it('never holds keys, passwords or values of failed statements', async () => {
    const { log, services } = server
    const before = log.length
    const secret = 'do-not-write-this-down'
    services.log.info(
      { password: secret, headers: { authorization: secret, cookie: secret }, data_source: { options: { a: secret } } },
      'A record.',
    )
    services.log.info({ url: `/api/queries/1/results.json?api_key=${secret}&x=1` }, 'An address.')
    const failing = services.db.transaction((tx) => tx.execute(`select '${'x'}'::int`).then(() => secret))
    services.log.error({ err: await failing.catch((error: unknown) => error) }, 'A failure.')
    services.log.error({ err: new Error(`Failed query: select $1\nparams: ${secret}`) }, 'A failure.')
    await server.admin.get(`/api/session?api_key=${secret}`)
    const written = log.slice(before).join('')
    expect(written).toContain('A failure.')
    expect(written).toContain('x=1')
    expect(written).not.toContain(secret)
  })
})

describe('the endpoints for operators', () => {
  it('answer whether the server runs, whether it can work, and its metrics', async () => {
    expect((await server.anonymous.get('/ping')).body).toBe('PONG.')
    expect((await server.anonymous.get('/healthz')).body).toMatchObject({ status: 'ok' })
    expect((await server.admin.get('/metrics')).body).toContain('sightline_http_requests_total{method="GET",status="200"}')
  })

  it('show metrics to admins only, and not to callers on this machine, which may be proxies', async () => {
    expect((await server.anonymous.get('/metrics')).status).toBe(403)
    expect((await server.anonymous.get('/metrics', { host: 'localhost' })).status).toBe(403)
    expect((await server.anonymous.get('/metrics', { 'x-forwarded-for': '127.0.0.1' })).status).toBe(403)
    expect((await server.person().then((person) => person.get('/metrics'))).status).toBe(403)
    expect((await server.admin.get('/metrics')).status).toBe(200)
  })

  it('show metrics to holders of the configured token, which gives access to nothing else', async () => {
    const { config } = server.services
    const as = (token: string) => ({ authorization: `Bearer ${token}` })
    for (const token of ['', 'null', 'undefined']) expect((await server.anonymous.get('/metrics', as(token))).status).toBe(403)
    config.metricsToken = 'a token for the machine that watches'
    expect((await server.anonymous.get('/metrics', as(config.metricsToken))).status).toBe(200)
    for (const token of ['', 'a token', `${config.metricsToken}s`]) {
      expect((await server.anonymous.get('/metrics', as(token))).status).toBe(403)
    }
    expect((await server.anonymous.get('/status.json', as(config.metricsToken))).status).toBe(302)
    config.metricsToken = null
  })
})

describe('the reference', () => {
  it('describes every endpoint in a named group, in the theme of the web app, and requires a session (SHELL-45)', async () => {
    expect((await server.anonymous.get('/api/docs')).headers.get('location')).toBe('/login?next=%2Fapi%2Fdocs')
    const page = await server.admin.get('/api/docs')
    expect(page.body).toContain('docs/swagger-ui-bundle.js')
    expect(page.body).toContain('Back to Sightline')
    const { body } = await server.admin.get<{ openapi: string; paths: Record<string, Record<string, { tags: string[] }>> }>(
      '/api/docs/openapi.json',
    )
    expect(body.openapi).toBe('3.1.0')
    expect(body.paths['/api/queries/{id}']).toMatchObject({
      get: { parameters: [{ name: 'id', in: 'path', required: true }] },
      post: { requestBody: expect.anything() },
    })
    const described = Object.entries(body.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    )
    const endpoints = Object.values(api).flatMap((ofFeature): Endpoint[] => Object.values(ofFeature))
    expect(described.sort()).toEqual(
      endpoints.map(({ method, path }) => `${method.toLowerCase()} ${path.replace(/:(\w+)/g, '{$1}')}`).sort(),
    )
    const operations = Object.values(body.paths).flatMap((path) => Object.values(path))
    expect(operations.flatMap(({ tags }) => tags)).not.toContain('')
    for (const operation of operations)
      expect(operation).toMatchObject({ responses: { default: { $ref: '#/components/responses/failure' } } })
    expect((await server.admin.get('/api/docs/start.js')).body).toContain("'dark-mode'")
    for (const name of ['swagger-ui.css', 'swagger-ui-bundle.js', 'start.js']) {
      expect((await server.admin.get(`/api/docs/${name}`)).status).toBe(200)
    }
  })
})

describe('the web app', () => {
  it('sends the files that the build has compressed', async () => {
    for (const coding of ['br', 'identity']) {
      const file = await server.anonymous.get('/assets/main-1a2b3c4d.js', { 'accept-encoding': coding })
      expect(file.headers.get('content-encoding')).toBe(coding === 'br' ? 'br' : null)
      expect(file.headers.get('vary')).toMatch(/accept-encoding/i)
      expect(file.body).toBe('export {}')
    }
  })

  it('names the files of a page for the browser to fetch at once, to people who are not signed in too (OPEN-541)', async () => {
    const link =
      '<link rel="modulepreload" fetchpriority="low" crossorigin media="(min-width: 801px)" data-after-paint href="./assets/page-1a2b3c4d.js"></head>'
    expect((await server.anonymous.get('/login')).body).toContain(link)
    expect((await server.admin.get('/queries')).body).toContain(link)
    expect((await server.admin.get('/dashboards')).body).not.toContain('modulepreload')
  })

  it('shows the header before its scripts run, and the head of the sign-in page to others (OPEN-580)', async () => {
    const shown = async (who: Pick<TestServer['anonymous'], 'get'>, path: string) =>
      /<div id="first-paint".*(?=<\/body>)/.exec(String((await who.get(path)).body))
    expect((await shown(server.admin, '/queries'))?.[0]).toContain('data-kind="header"')
    expect((await shown(server.anonymous, '/login'))?.[0]).toContain('<h1>Sign in to Sightline</h1>')
    expect(await shown(server.anonymous, '/public/dashboards/unknown')).toBeNull()
  })

  it('has files that caches keep, and a page that they revalidate', async () => {
    const file = await server.anonymous.get('/assets/main-1a2b3c4d.js')
    expect([file.status, file.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable'])
    expect(file.headers.getSetCookie()).toEqual([])
    const page = await server.admin.get('/queries')
    expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-cache'])
    for (const path of ['/assets/gone.js', '/assets/../index.html', '/static/nothing.svg']) {
      expect((await server.admin.get(path)).body).not.toContain('export')
    }
    expect((await server.admin.get('/assets/gone.js')).status).toBe(404)
  })
})
