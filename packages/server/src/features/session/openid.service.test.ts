import { and, eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { CookieJar, clientOf } from '../../testing/client.ts'
import { freePort } from '../../testing/free-port.ts'
import { type MaliciousProvider, startMaliciousProvider } from '../../testing/malicious-provider.ts'
import { type OpenIdAccount, type OpenIdServer, startOpenIdServer } from '../../testing/oidc-server.ts'
import { ADMIN, startTestServer, type TestServer } from '../../testing/server.ts'
import { buildWebAppFolder } from '../../testing/web-app.ts'
import { auditEntries } from '../audit/tables.ts'
import { organizations } from '../settings/tables.ts'
import { externalIdentities, users } from '../users/tables.ts'

const CLIENT = { clientId: 'sightline', scopes: 'openid email profile', trustsEmail: false, emailClaim: 'email' }

let provider: OpenIdServer
let liar: MaliciousProvider
let server: TestServer
/** A server whose operator trusts the provider's addresses. */
let trusting: TestServer
/** A server with the malicious provider. */
let deceived: TestServer

beforeAll(async () => {
  const [port, otherPort] = [await freePort(), await freePort()]
  // Both providers of one server, which must know them before it starts.
  provider = await startOpenIdServer([
    ...['oauth/google_callback', 'oidc/callback'].map((path) => `http://127.0.0.1:${port}/${path}`),
    `http://127.0.0.1:${otherPort}/oidc/callback`,
  ])
  liar = await startMaliciousProvider(CLIENT.clientId)
  const { issuer, clientSecret } = provider
  const one = { ...CLIENT, issuer, clientSecret }
  const signIn = { ldap: null, trustsSamlEmail: false, remoteUserHeader: null, trustedProxies: [] }
  server = await startTestServer({
    webApp: buildWebAppFolder(),
    port,
    config: { signIn: { ...signIn, google: { ...one, name: 'Google' }, oidc: { ...one, name: 'Example SSO' } } },
  })
  trusting = await startTestServer({
    webApp: buildWebAppFolder(),
    port: otherPort,
    config: { signIn: { ...signIn, google: null, oidc: { ...one, name: 'Entra', trustsEmail: true } } },
  })
  deceived = await startTestServer({
    webApp: buildWebAppFolder(),
    config: { signIn: { ...signIn, google: null, oidc: { ...CLIENT, issuer: liar.issuer, clientSecret: 'x', name: 'Liar' } } },
  })
})
afterAll(async () => {
  await Promise.all([server.close(), trusting.close(), deceived.close()])
  await Promise.all([provider.close(), liar.close()])
})
let people = 0
beforeEach(() => {
  people += 1
  provider.account = { sub: `sub-${people}`, email: `ada${people}@example.com`, email_verified: true, name: 'Ada Lovelace' }
})
afterEach(async () => {
  await server.services.db.update(organizations).set({ settings: {} })
})

/** A browser that keeps its cookies. */
function browserOf({ url }: TestServer) {
  const jar = new CookieJar()
  const client = clientOf(url, () => ({ cookie: jar.header() }))
  return {
    jar,
    async get(path: string) {
      const reply = await client.get(path)
      jar.take(reply.headers)
      return reply
    },
    location: async (path: string) => {
      const { headers } = await client.get(path)
      jar.take(headers)
      return headers.get('location') ?? ''
    },
  }
}
type TestBrowser = ReturnType<typeof browserOf>

/** Follows the redirects to the provider and back to the callback URL. */
async function comeBack(browser: TestBrowser, begin: string): Promise<string> {
  const back = await provider.signIn(await browser.location(begin))
  return back.pathname + back.search
}
const signIn = async (begin = '/oidc/login', browser = browserOf(server)) => browser.location(await comeBack(browser, begin))
const signedIn = async (begin = '/oidc/login') => {
  const browser = browserOf(server)
  const location = await signIn(begin, browser)
  const { body } = await browser.get('/api/session')
  return { location, body }
}
const userWith = async (email: string) => {
  const [row] = await server.services.db.select().from(users).where(eq(users.email, email))
  return row
}

describe('signing in with an OpenID Connect provider', () => {
  it('creates a user in the group default at the first login, and finds them again by subject', async () => {
    const { email } = provider.account
    const first = await signedIn('/oidc/login?next=%2Fqueries')
    expect(first).toMatchObject({ location: '/queries', body: { user: { email, name: 'Ada Lovelace' } } })
    expect(await userWith(email)).toMatchObject({
      group_ids: [2],
      password_hash: null,
      is_email_verified: true,
      is_invitation_pending: false,
    })
    provider.account = { ...provider.account, email: `moved-${email}` }
    expect((await signedIn()).body).toMatchObject({ user: { email } })
    const entries = await server.services.db.select().from(auditEntries).where(eq(auditEntries.action, 'session.sign_in'))
    expect(entries.filter(({ details }) => details.way === 'oidc').length).toBeGreaterThanOrEqual(2)
  })

  it('redirects only within this site afterwards (OPEN-66)', async () => {
    for (const next of ['https%3A%2F%2Fevil.example', '%2F%2Fevil.example', '%2F%5Cevil.example', 'javascript%3Aalert(1)']) {
      expect([next, await signIn(`/oidc/login?next=${next}`)]).toEqual([next, '/'])
    }
  })

  it('links an invited user and one with a password, but nobody with an unverified address', async () => {
    const invited = await server.person()
    await server.services.db.update(users).set({ is_invitation_pending: true }).where(eq(users.id, invited.id))
    provider.account.email = invited.email
    expect((await signedIn()).body).toMatchObject({ user: { id: invited.id } })
    expect(await userWith(invited.email)).toMatchObject({ is_invitation_pending: false })

    const unproved = await server.person({ password: 'a password' })
    await server.services.db.update(users).set({ is_email_verified: false }).where(eq(users.id, unproved.id))
    provider.account = { ...provider.account, sub: 'somebody-else', email: unproved.email }
    expect(await signIn()).toBe('/login?error=email_unproved')
    expect(
      await server.services.db.select().from(externalIdentities).where(eq(externalIdentities.user_id, unproved.id)),
    ).toEqual([])
  })

  it('records the identity that opens an account from now on, once, and the invitation that it accepts (OPEN-842)', async () => {
    const invited = await server.person()
    await server.services.db.update(users).set({ is_invitation_pending: true }).where(eq(users.id, invited.id))
    provider.account.email = invited.email
    await signIn()
    await signIn()
    const entries = await server.services.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.object_id, String(invited.id)))
    const linked = entries.filter(({ action }) => action.startsWith('user.'))
    expect(linked.map(({ action, details }) => [action, details])).toEqual([
      ['user.link_identity', { by: 'oidc' }],
      ['user.accept_invitation', { by: 'oidc' }],
    ])
  })

  it('does not open the account of the previous owner of an address', async () => {
    await signIn()
    provider.account = { ...provider.account, sub: 'the-next-owner' }
    expect(await signIn()).toBe('/login?error=identity_conflict')
  })

  it('refuses disabled users (USER-55)', async () => {
    const { email } = provider.account
    await signIn()
    await server.services.db.update(users).set({ disabled_at: new Date() }).where(eq(users.email, email))
    expect(await signIn()).toBe('/login?error=account_disabled')
  })

  it('refuses an address that the provider has not verified', async () => {
    provider.account.email_verified = false
    expect(await signIn()).toBe('/login?error=email_unproved')
    expect(await userWith(provider.account.email)).toBeUndefined()
  })
})

describe('a provider without email_verified claims, such as Microsoft Entra', () => {
  /** Signs `account` in without `email_verified`. @returns the final URL */
  const arrive = (at: TestServer, claims: Partial<OpenIdAccount> = {}) => {
    const { email_verified: _, ...account } = provider.account
    provider.account = { ...account, ...claims }
    return signIn('/oidc/login', browserOf(at))
  }

  it('is refused as long as the operator does not trust its addresses', async () => {
    expect(await arrive(server)).toBe('/login?error=email_unproved')
    expect(await userWith(provider.account.email)).toBeUndefined()
  })

  it('may name the email address in another claim (OPEN-300)', async () => {
    const config = trusting.services.config.signIn.oidc
    if (config) config.emailClaim = 'preferred_username'
    const preferred_username = `upn${people}@example.com`
    expect(await arrive(trusting, { preferred_username })).toBe('/')
    const rows = await trusting.services.db.select().from(users).where(eq(users.email, preferred_username))
    expect(rows).toHaveLength(1)
    expect(await arrive(trusting, { sub: 'no-address', preferred_username: 'CORP/ada' })).toBe('/login?error=sign_in_refused')
    expect(await arrive(trusting, { preferred_username, email_verified: false })).toBe('/login?error=email_unproved')
    if (config) config.emailClaim = 'email'
  })

  it('signs users in and links their accounts once the operator trusts it', async () => {
    expect(await arrive(trusting)).toBe('/')
    const person = await trusting.person({ password: 'a password' })
    expect(await arrive(trusting, { sub: `${provider.account.sub}-linked`, email: person.email })).toBe('/')
    const linked = await trusting.services.db.select().from(externalIdentities).where(eq(externalIdentities.user_id, person.id))
    expect(linked).toMatchObject([{ provider: 'oidc', issuer: provider.issuer }])
  })

  it('is respected if it says that an address is unverified, even if the operator trusts it', async () => {
    expect(await arrive(trusting, { email_verified: false })).toBe('/login?error=email_unproved')
    expect(await arrive(trusting, { xms_edov: false })).toBe('/login?error=email_unproved')
  })

  it('needs no trust for addresses verified by their domain owner', async () => {
    expect(await arrive(server, { xms_edov: true })).toBe('/')
    expect(await arrive(server, { xms_edov: '1', sub: `${provider.account.sub}-text`, email: 'edov@example.com' })).toBe('/')
    expect(await arrive(server, { xms_edov: 'no', sub: `${provider.account.sub}-no`, email: 'no@example.com' })).toBe(
      '/login?error=email_unproved',
    )
  })
})

describe('the groups of a provider', () => {
  const claim = (auth_oidc_groups_claim = 'groups') =>
    server.services.db.update(organizations).set({ settings: { auth_oidc_groups_claim } })
  const newGroup = async (name: string) => (await server.admin.post<{ id: number }>('/api/groups', { name })).body.id
  const map = (mappings: unknown) => server.admin.post('/api/group_mappings', { mappings })
  const groupsAfter = async (groups?: unknown, more: Partial<OpenIdAccount> = {}) => {
    const { groups: _, _claim_names: __, ...account } = provider.account
    provider.account = { ...account, ...(groups === undefined ? {} : { groups }), ...more }
    expect(await signIn()).toBe('/')
    return (await userWith(provider.account.email))?.group_ids
  }
  afterEach(() => map([]))

  it('set the mapped groups at each sign-in, and leave all others alone (OPEN-301)', async () => {
    await claim()
    const [finance, ops, manual] = [await newGroup('Finance'), await newGroup('Ops'), await newGroup('By hand')]
    await map([
      { value: 'Finance, Paris', group_id: finance },
      { value: '数据', group_id: ops },
      { value: '7', group_id: ops },
    ])
    expect(await groupsAfter(['Finance, Paris', 'unmapped'])).toEqual([2, finance])
    const user = await userWith(provider.account.email)
    await server.admin.post(`/api/groups/${manual}/members`, { user_id: user?.id })
    expect(await groupsAfter(7)).toEqual([2, manual, ops])
    expect((await server.admin.get(`/api/groups/${ops}/members`)).body).toMatchObject([{ id: user?.id, by_sign_in: 'oidc' }])
    expect((await server.admin.get(`/api/groups/${manual}/members`)).body).toMatchObject([{ by_sign_in: null }])
    expect(await groupsAfter(['数据', ...Array.from({ length: 10_000 }, (_, n) => `g${n}`)])).toEqual([2, manual, ops])
    expect(await groupsAfter([])).toEqual([2, manual])
    const entries = await server.services.db
      .select()
      .from(auditEntries)
      .where(and(eq(auditEntries.object_type, 'group'), eq(auditEntries.object_id, String(ops))))
    expect(entries.map(({ action, details }) => [action, details.by])).toEqual([
      ['group.create', undefined],
      ['group.add_member', 'oidc'],
      ['group.remove_member', 'oidc'],
    ])
  })

  it('are none if the claim is missing, and stay as they are without a claim, with too many or unreadable ones (OPEN-301)', async () => {
    await claim()
    const ops = await newGroup('Ops')
    await map([{ value: 'ops', group_id: ops }])
    expect(await groupsAfter(['ops'])).toEqual([2, ops])
    expect(await groupsAfter(undefined, { _claim_names: { groups: 'src1' } })).toEqual([2, ops])
    expect(await groupsAfter({ a: 1 })).toEqual([2, ops])
    await claim('')
    expect(await groupsAfter([])).toEqual([2, ops])
    await claim()
    expect(await groupsAfter()).toEqual([2])
  })

  it('make admins only by a mapping to that group, and never remove the last one (OPEN-301)', async () => {
    await claim()
    expect(await groupsAfter(['admin'])).toEqual([2])
    await map([{ value: 'admin', group_id: 1 }])
    expect(await groupsAfter(['admin'])).toEqual([2, 1])
    expect(await groupsAfter([])).toEqual([2])
    await groupsAfter(['admin'])
    await server.services.db.update(users).set({ disabled_at: new Date() }).where(eq(users.email, ADMIN.email))
    expect(await groupsAfter([])).toEqual([2, 1])
    await server.services.db.update(users).set({ disabled_at: null }).where(eq(users.email, ADMIN.email))
  })
})

describe('a blocked email domain', () => {
  it('applies to external logins, except for existing accounts', async () => {
    provider.account.email = `ada${people}@mail.qq.com`
    expect(await signIn()).toBe('/login?error=email_domain_blocked')
    expect(await userWith(provider.account.email)).toBeUndefined()
    const person = await server.person()
    await server.services.db.update(users).set({ email: provider.account.email }).where(eq(users.id, person.id))
    expect((await signedIn()).body).toMatchObject({ user: { id: person.id } })
  })
})

describe('the callback', () => {
  it('works only for the browser that started the login, and only once', async () => {
    const browser = browserOf(server)
    const back = await comeBack(browser, '/oidc/login')
    expect(await browserOf(server).location(back)).toBe('/login?error=sign_in_expired')
    const other = browserOf(server)
    await other.location('/oidc/login')
    expect(await other.location(back)).toBe('/login?error=sign_in_refused')
    expect(await browser.location(back)).toBe('/')
    expect(await browser.location(back)).toBe('/login?error=sign_in_expired')
  })

  it('is refused with another state or code, or a cookie that is forged, of another provider, or expired', async () => {
    const attempt = async (change: (address: URL, browser: TestBrowser) => void) => {
      const browser = browserOf(server)
      const address = new URL(await comeBack(browser, '/oidc/login'), server.url)
      change(address, browser)
      const location = await browser.location(address.pathname + address.search)
      expect((await browser.get('/api/session')).status).toBe(404)
      return location
    }
    const cookie = (browser: TestBrowser) => browser.jar.value('sign_in_journey') ?? ''
    const keep = (browser: TestBrowser, value: string) =>
      browser.jar.take(new Headers({ 'set-cookie': `sign_in_journey=${value}` }))
    expect(await attempt(({ searchParams }) => searchParams.set('state', 'x'))).toBe('/login?error=sign_in_refused')
    expect(await attempt(({ searchParams }) => searchParams.delete('state'))).toBe('/login?error=sign_in_refused')
    expect(await attempt(({ searchParams }) => searchParams.set('code', 'x'))).toBe('/login?error=sign_in_refused')
    expect(await attempt(({ searchParams }) => searchParams.set('iss', 'https://evil.example'))).toBe(
      '/login?error=sign_in_refused',
    )
    expect(await attempt((_, browser) => keep(browser, `${cookie(browser).slice(0, -2)}xx`))).toBe(
      '/login?error=sign_in_expired',
    )
    expect(
      await attempt((address) => {
        address.pathname = '/oauth/google_callback'
      }),
    ).toBe('/login?error=sign_in_expired')
    expect(
      await attempt(() => {
        server.clock.now = new Date(Date.now() + 11 * 60_000)
      }),
    ).toBe('/login?error=sign_in_expired')
    server.clock.now = null
  })

  it('accepts only strings', async () => {
    const browser = browserOf(server)
    await browser.location('/oidc/login')
    expect((await browser.get('/oidc/callback?code=a&code=b&state=c')).status).toBe(400)
    expect((await browser.get('/oidc/callback?error=access_denied')).headers.get('location')).toBe(
      '/login?error=sign_in_refused',
    )
  })
})

describe('signing in with Google', () => {
  const allow = (domains: string[]) =>
    server.services.db.update(organizations).set({ settings: { auth_google_apps_domains: domains } })

  it('creates users only for allowed domains, and only for accounts of the organization (OPEN-72)', async () => {
    provider.account.hd = 'example.com'
    expect(await signIn('/oauth/google')).toBe('/login?error=account_not_allowed')
    await allow(['example.org'])
    expect(await signIn('/oauth/google')).toBe('/login?error=account_not_allowed')
    await allow(['example.com'])
    delete provider.account.hd
    expect(await signIn('/oauth/google')).toBe('/login?error=account_not_allowed')
    provider.account = { ...provider.account, hd: 'example.com', email: `${provider.account.sub}@evil.example` }
    expect(await signIn('/oauth/google')).toBe('/login?error=account_not_allowed')
    provider.account.email = `${provider.account.sub}@example.com`
    expect((await signedIn('/oauth/google')).body).toMatchObject({ user: { email: provider.account.email } })
  })

  it('accepts existing accounts of any domain (OPEN-72)', async () => {
    const person = await server.person()
    provider.account.email = person.email
    expect((await signedIn('/oauth/google')).body).toMatchObject({ user: { id: person.id } })
  })

  it('is offered on the sign-in page (OPEN-72)', async () => {
    expect((await server.anonymous.get('/api/config')).body).toMatchObject({
      client_config: {
        googleLoginEnabled: true,
        ldapLoginEnabled: false,
        signInWays: [
          { name: 'google', title: 'Google', path: 'oauth/google' },
          { name: 'oidc', title: 'Example SSO', path: 'oidc/login' },
        ],
      },
    })
    expect((await deceived.anonymous.get('/oauth/google')).status).toBe(404)
  })
})

describe('a malicious provider', () => {
  const attempt = async (tell: MaliciousProvider['forge']) => {
    const browser = browserOf(deceived)
    const request = new URL(await browser.location('/oidc/login'))
    liar.nonce = request.searchParams.get('nonce') ?? ''
    liar.forge = tell
    const state = request.searchParams.get('state') ?? ''
    return browser.location(`/oidc/callback?code=a&state=${encodeURIComponent(state)}`)
  }

  it('is sent PKCE, state and nonce, with new values each time', async () => {
    const [one, other] = [
      new URL(await browserOf(deceived).location('/oidc/login')).searchParams,
      new URL(await browserOf(deceived).location('/oidc/login')).searchParams,
    ]
    expect(one.get('code_challenge_method')).toBe('S256')
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(one.get(name)).toMatch(/^[\w-]{43}$/)
      expect(one.get(name)).not.toBe(other.get(name))
    }
  })

  it('is accepted with a valid response', async () => {
    expect(await attempt((claims) => ({ claims }))).toBe('/')
  })

  it.each<[string, MaliciousProvider['forge']]>([
    ['the nonce', (claims) => ({ claims: { ...claims, nonce: 'another' } })],
    ['no nonce', ({ nonce: _, ...claims }) => ({ claims })],
    ['the issuer', (claims) => ({ claims: { ...claims, iss: 'https://evil.example' } })],
    ['the audience', (claims) => ({ claims: { ...claims, aud: 'another-client' } })],
    ['the time', (claims) => ({ claims: { ...claims, iat: 1, exp: 2 } })],
    ['the key', (claims) => ({ claims, signs: 'other' })],
    ['the signature', (claims) => ({ claims, signs: 'none' })],
  ])('is refused if it gets %s wrong', async (_, tell) => {
    expect(await attempt(tell)).toBe('/login?error=sign_in_refused')
  })

  it('is refused if email_verified is missing or the string "false"', async () => {
    const email = 'new@example.com'
    expect(await attempt((claims) => ({ claims: { ...claims, sub: 'n', email, email_verified: 'false' } }))).toBe(
      '/login?error=email_unproved',
    )
    expect(await attempt(({ email_verified: _, ...claims }) => ({ claims: { ...claims, sub: 'n', email } }))).toBe(
      '/login?error=email_unproved',
    )
  })

  it('leaves no code and no token in the log', () => {
    const log = deceived.log.join('')
    expect(log).toContain('A sign-in was refused.')
    expect(log).not.toMatch(/eyJ|code=a/)
  })
})
