import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { CookieJar } from '../../testing/client.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { buildWebAppFolder } from '../../testing/web-app.ts'
import { users } from '../users/tables.ts'

const config = (trustedProxies: string[]) => ({
  signIn: { google: null, oidc: null, ldap: null, trustsSamlEmail: false, remoteUserHeader: 'x-remote-user', trustedProxies },
})

let trusting: TestServer
let cautious: TestServer
beforeAll(async () => {
  trusting = await startTestServer({ webApp: buildWebAppFolder(), config: config(['127.0.0.0/8']) })
  cautious = await startTestServer({ webApp: buildWebAppFolder(), config: config(['192.0.2.1']) })
})
afterAll(() => Promise.all([trusting.close(), cautious.close()]))

const call = async (server: TestServer, headers: Record<string, string>, next = '') => {
  const reply = await server.anonymous.get(`/remote_user/login${next}`, headers)
  const jar = new CookieJar()
  jar.take(reply.headers)
  const { body } = await server.anonymous.get('/api/session', { cookie: jar.header() })
  return { location: reply.headers.get('location'), body }
}

it('signs in the user that a trusted proxy names, and creates one at the first login', async () => {
  for (const next of ['?next=%2Fqueries', '?next=%2Fqueries']) {
    expect(await call(trusting, { 'X-Remote-User': 'Ada@example.com' }, next)).toMatchObject({
      location: '/queries',
      body: { user: { email: 'ada@example.com', name: 'ada' } },
    })
  }
  for (const next of ['//evil.example', './/evil.example', '/.//evil.example', '/\\evil.example']) {
    const search = `?next=${encodeURIComponent(next)}`
    expect([next, (await call(trusting, { 'x-remote-user': 'ada@example.com' }, search)).location]).toEqual([next, '/'])
  }
})

it('ignores the header from other peers, whatever forwarding headers they send', async () => {
  const claims: Record<string, string>[] = [{}, { 'x-forwarded-for': '192.0.2.1' }, { forwarded: 'for=192.0.2.1' }]
  for (const more of claims) {
    expect(await call(cautious, { 'x-remote-user': 'ada@example.com', ...more })).toMatchObject({
      location: '/login?error=sign_in_refused',
      body: { code: 'unauthenticated' },
    })
  }
})

it('refuses a header without an email address', async () => {
  for (const name of ['', '(null)', 'ada', 'ada@example.com, eve@example.com']) {
    expect((await call(trusting, { 'x-remote-user': name })).location).toBe('/login?error=sign_in_refused')
  }
  expect((await call(trusting, {})).location).toBe('/login?error=sign_in_refused')
})

it('creates one user for concurrent first logins', async () => {
  const arrivals = await Promise.all(Array.from({ length: 6 }, () => call(trusting, { 'x-remote-user': 'grace@example.com' })))
  expect(arrivals.map(({ location }) => location)).toEqual(arrivals.map(() => '/'))
  const rows = await trusting.services.db.select().from(users).where(eq(users.email, 'grace@example.com'))
  expect(rows).toHaveLength(1)
})

it('does not exist if no header is configured', async () => {
  const server = await startTestServer()
  expect((await server.anonymous.get('/remote_user/login', { 'x-remote-user': 'ada@example.com' })).status).toBe(404)
  await server.close()
})
