import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LdapConfig } from '../../platform/settings/sign-in.ts'
import { selfSigned } from '../../testing/certificate.ts'
import { CookieJar } from '../../testing/client.ts'
import { type LdapServer, startLdapServer } from '../../testing/ldap-server.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { buildWebAppFolder } from '../../testing/web-app.ts'
import { externalIdentities, users } from '../users/tables.ts'

let directory: LdapServer
let server: TestServer

beforeAll(async () => {
  directory = await startLdapServer()
  await directory.add({ uid: 'ada', cn: 'Ada Lovelace', mail: 'Ada@example.com', password: 'engine' })
  await directory.add({ uid: 'grace', cn: 'Grace Hopper', mail: 'grace@example.com', password: 'compiler' })
  await directory.add({ uid: 'nomail', cn: 'No Mail', password: 'nothing' })
  await directory.add({ uid: 'twin1', cn: 'Twin', mail: 'twin@example.com', password: 'same' })
  await directory.add({ uid: 'twin2', cn: 'Twin', mail: 'twin@example.com', password: 'same' })
  await directory.add({ uid: 'od(d*', cn: 'Odd One', mail: 'odd@example.com', password: 'odd' })
  server = await startTestServer({ webApp: buildWebAppFolder(), config: { signIn: signIn() } })
})
afterAll(async () => {
  await server.close()
  await directory.stop()
})

function signIn(change: Partial<LdapConfig> = {}) {
  const { url, bind, searchBase } = directory
  const searchFilter = '(|(mail={login})(uid={login}))'
  const ldap = {
    url,
    bind,
    searchBase,
    searchFilter,
    startsTls: false,
    authorities: null,
    trustsEmail: false,
    groupSearch: null,
    ...change,
  }
  return { google: null, oidc: null, ldap, trustsSamlEmail: false, remoteUserHeader: null, trustedProxies: ['127.0.0.0/8'] }
}
let address = 0
const from = () => ({ 'x-forwarded-for': `203.0.113.${++address % 250}` })
const attempt = (email: unknown, password: unknown, on = server) =>
  on.anonymous.post('/ldap/login', { email, password }, from())
const sessionOf = async (headers: Headers) => {
  const jar = new CookieJar()
  jar.take(headers)
  return (await server.anonymous.get('/api/session', { cookie: jar.header() })).body
}

describe('signing in with LDAP', () => {
  it('creates a user at the first login, and finds them again, by login name or email address', async () => {
    const first = await attempt('ada@example.com', 'engine')
    expect([first.status, first.body]).toEqual([200, { next: './' }])
    expect(await sessionOf(first.headers)).toMatchObject({ user: { email: 'ada@example.com', name: 'Ada Lovelace' } })
    const again = await attempt('ada', 'engine')
    expect(await sessionOf(again.headers)).toMatchObject({ user: { email: 'ada@example.com' } })
    const rows = await server.services.db.select().from(users).where(eq(users.email, 'ada@example.com'))
    expect(rows).toMatchObject([{ group_ids: [2], password_hash: null, is_email_verified: false }])
  })

  it('accepts a form, and redirects it on success and failure', async () => {
    const send = (fields: Record<string, string>) =>
      server.anonymous.fetch('/ldap/login?next=%2Fqueries', {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...from() },
        body: new URLSearchParams(fields).toString(),
      })
    expect((await send({ email: 'grace', password: 'compiler' })).headers.get('location')).toBe('/queries')
    expect((await send({ email: 'grace', password: 'wrong' })).headers.get('location')).toBe(
      '/ldap/login?next=%2Fqueries&error=1',
    )
    expect((await server.anonymous.get('/ldap/login')).status).toBe(200)
  })

  it('refuses wrong passwords, unknown logins, entries without an email address, and ambiguous logins', async () => {
    for (const [name, password] of [
      ['ada', 'wrong'],
      ['nobody', 'engine'],
      ['nomail', 'nothing'],
      ['twin@example.com', 'same'],
    ] as const) {
      expect([name, await attempt(name, password)]).toMatchObject([
        name,
        { status: 401, body: { message: 'Wrong email or password.', code: 'wrong_credentials' } },
      ])
    }
  })

  it('never binds without a password, which would be an anonymous bind', async () => {
    for (const name of ['ada', 'nobody', '']) expect((await attempt(name, '')).status).toBe(401)
    for (const password of [{ a: 1 }, ['engine'], null, 7]) expect((await attempt('ada', password)).status).toBe(400)
  })

  it('escapes logins in the search filter', async () => {
    for (const name of ['*', 'ad*', 'ada)(uid=*', '*)(|(uid=ada', 'ada@example.com)(cn=*', '\\2a', '*)(userPassword=engine']) {
      expect([name, (await attempt(name, 'engine')).status]).toEqual([name, 401])
    }
    expect((await attempt('od(d*', 'odd')).status).toBe(200)
    expect(await attempt('ada\0', 'engine')).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
  })

  it('throttles an account after ten failures from one network', async () => {
    await directory.add({ uid: 'wait', cn: 'Wait', mail: 'wait@example.com', password: 'a while' })
    const here = from()
    const attemptHere = (password: string) => server.anonymous.post('/ldap/login', { email: 'wait', password }, here)
    for (let time = 0; time < 10; time++) expect((await attemptHere('wrong')).status).toBe(401)
    expect(await attemptHere('a while')).toMatchObject({ status: 429, body: { code: 'account_throttled' } })
    expect((await attempt('wait', 'a while')).status).toBe(200)
  })

  it('refuses disabled users (USER-55)', async () => {
    await server.services.db.update(users).set({ disabled_at: new Date() }).where(eq(users.email, 'grace@example.com'))
    expect(await attempt('grace', 'compiler')).toMatchObject({ status: 403, body: { code: 'account_disabled' } })
  })

  it("links no existing account by email address, unless the operator trusts the directory's addresses", async () => {
    const owner = await server.person({ password: 'of her own' })
    await server.services.db.update(users).set({ email: 'editable@example.com' }).where(eq(users.id, owner.id))
    await directory.add({ uid: 'editor', cn: 'Editor', mail: 'editable@example.com', password: 'changed it' })
    const refusal = await attempt('editor', 'changed it')
    expect(refusal).toMatchObject({ status: 403, body: { code: 'account_not_linked' } })
    expect(refusal.headers.getSetCookie().join()).not.toContain('session=')

    const trusting = await startTestServer({ config: { signIn: signIn({ trustsEmail: true }) } })
    const person = await trusting.person({ password: 'of her own' })
    await trusting.services.db.update(users).set({ email: 'editable@example.com' }).where(eq(users.id, person.id))
    expect((await attempt('editor', 'changed it', trusting)).status).toBe(200)
    const linked = await trusting.services.db.select().from(externalIdentities)
    expect(linked).toMatchObject([{ provider: 'ldap', user_id: person.id }])
    await trusting.close()
  })

  it('creates no account with an address in a blocked domain', async () => {
    await directory.add({ uid: 'blocked', cn: 'Blocked', mail: 'blocked@qq.com', password: 'outside' })
    expect(await attempt('blocked', 'outside')).toMatchObject({ status: 403, body: { code: 'email_domain_blocked' } })
  })

  it('is offered on the sign-in page only if it is configured', async () => {
    expect((await server.anonymous.get('/api/config')).body).toMatchObject({
      client_config: { ldapLoginEnabled: true, signInWays: [{ name: 'ldap', title: 'LDAP', path: 'ldap/login' }] },
    })
    const without = await startTestServer()
    expect((await attempt('ada', 'engine', without)).status).toBe(404)
    await without.close()
  })

  it('uses TLS with the configured authorities, with ldaps:// and with StartTLS', async () => {
    const ways = [{ url: directory.secureUrl }, { startsTls: true }]
    const replyWith = async (authorities: string | null, way: Partial<LdapConfig>) => {
      const other = await startTestServer({ config: { signIn: signIn({ ...way, authorities }) } })
      const reply = await attempt('ada', 'engine', other)
      await other.close()
      return reply
    }
    const known = directory.certified.certificate.toString()
    const stranger = (await selfSigned('Directory of a test', '127.0.0.1')).certificate.toString()
    for (const way of ways) expect(await replyWith(known, way)).toMatchObject({ status: 200 })
    const refusal = { status: 502, body: { code: 'sign_in_unavailable' } }
    expect(await replyWith(stranger, { startsTls: true })).toMatchObject(refusal)
    expect(await replyWith(null, { url: directory.secureUrl })).toMatchObject(refusal)
  })

  it('reports an unreachable or misbehaving directory without revealing the password', async () => {
    const { dn } = directory.bind
    for (const change of [
      { url: 'ldap://127.0.0.1:9' },
      { searchBase: 'dc=elsewhere' },
      { bind: { dn, password: 'changed' } },
    ]) {
      const other = await startTestServer({ config: { signIn: signIn(change) } })
      expect(await attempt('ada', 'engine', other)).toMatchObject({ status: 502, body: { code: 'sign_in_unavailable' } })
      expect(other.log.join('')).not.toMatch(/engine|the password of the directory/)
      await other.close()
    }
  })
})

it('puts users into the groups that a search of the directory finds (OPEN-301)', async () => {
  const dn = await directory.addGroup('Research Team', ['grace'])
  const groupSearch = { base: directory.groupBase, filter: '(member={dn})' }
  const grouped = await startTestServer({ webApp: buildWebAppFolder(), config: { signIn: signIn({ groupSearch }) } })
  const { body: group } = await grouped.admin.post<{ id: number }>('/api/groups', { name: 'Research' })
  const { body: other } = await grouped.admin.post<{ id: number }>('/api/groups', { name: 'Other' })
  // Directories compare names without regard to case and to spaces between their parts.
  const value = dn.toUpperCase().replaceAll(',', ', ')
  await grouped.admin.post('/api/group_mappings', {
    mappings: [
      { value, group_id: group.id },
      { value: 'cn=nobody', group_id: other.id },
    ],
  })
  expect((await attempt('grace', 'compiler', grouped)).status).toBe(200)
  const rows = await grouped.services.db.select().from(users).where(eq(users.email, 'grace@example.com'))
  expect(rows).toMatchObject([{ group_ids: [2, group.id] }])
  await grouped.close()
})

it('reads the groups from an attribute of the user if the organization names one (OPEN-301)', async () => {
  await server.admin.post('/api/settings/organization', { auth_ldap_groups_attribute: 'CN' })
  const { body: group } = await server.admin.post<{ id: number }>('/api/groups', { name: 'Poets' })
  await server.admin.post('/api/group_mappings', { mappings: [{ value: 'ada lovelace', group_id: group.id }] })
  expect((await attempt('ada', 'engine')).status).toBe(200)
  const rows = await server.services.db.select().from(users).where(eq(users.email, 'ada@example.com'))
  expect(rows).toMatchObject([{ group_ids: [2, group.id] }])
})
