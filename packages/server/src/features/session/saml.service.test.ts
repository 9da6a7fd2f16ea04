import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Certified, selfSigned } from '../../testing/certificate.ts'
import { CookieJar, clientOf } from '../../testing/client.ts'
import {
  assertionOf,
  responseAround,
  type SamlRequest,
  type SamlServer,
  type SamlStatement,
  signed,
  startSamlServer,
} from '../../testing/saml-server.ts'
import { ADMIN, startTestServer, type TestServer } from '../../testing/server.ts'
import { buildWebAppFolder } from '../../testing/web-app.ts'
import { organizations } from '../settings/tables.ts'
import { users } from '../users/tables.ts'

const MINUTE = 60_000

let provider: SamlServer
let server: TestServer
const set = (settings: Record<string, unknown>) => server.services.db.update(organizations).set({ settings })

beforeAll(async () => {
  provider = await startSamlServer()
  server = await startTestServer({ webApp: buildWebAppFolder() })
})
beforeEach(async () => {
  await set({ auth_saml_enabled: true, auth_saml_metadata_url: provider.metadataUrl })
})
afterAll(async () => {
  await server.close()
  await provider.close()
})

function browser() {
  const jar = new CookieJar()
  const client = clientOf(server.url, () => ({ cookie: jar.header() }))
  return {
    jar,
    async get(path: string) {
      const reply = await client.get(path)
      jar.take(reply.headers)
      return reply
    },
    /** Like the provider's page: a post from another site, without our cookies. */
    async post(xml: string) {
      const response = await server.anonymous.fetch('/saml/callback', {
        method: 'POST',
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'sec-fetch-site': 'cross-site',
          origin: 'https://idp.example.com',
        },
        body: new URLSearchParams({ SAMLResponse: Buffer.from(xml).toString('base64'), RelayState: 'anything' }).toString(),
      })
      jar.take(response.headers)
      return response.headers.get('location') ?? `status ${response.status}`
    },
  }
}
type TestBrowser = ReturnType<typeof browser>

async function leave(from: TestBrowser, next = ''): Promise<SamlRequest> {
  const { headers } = await from.get(`/saml/login${next}`)
  return provider.read(headers.get('location') ?? '')
}

const honestly = (statement: SamlStatement) => responseAround(signed(assertionOf(statement), provider.key), statement)

/** Signs in with a modified valid response. @returns the final URL and the signed-in user */
async function signIn(change: Partial<SamlStatement> = {}, write = honestly, next = '') {
  const visitor = browser()
  const statement = { ...provider.honest(await leave(visitor, next)), ...change }
  let location = await visitor.post(write(statement))
  if (location === '/saml/arrival') location = (await visitor.get(location)).headers.get('location') ?? ''
  const { body } = await visitor.get('/api/session')
  return { location, body, visitor }
}
const REFUSED = '/login?error=sign_in_refused'

describe('signing in with SAML', () => {
  it('creates a user at the first login, and finds them again (OPEN-72)', async () => {
    const first = await signIn({}, honestly, '?next=%2Fqueries')
    expect(first).toMatchObject({ location: '/queries', body: { user: { email: 'ada@example.com', name: 'Ada Lovelace' } } })
    const again = await signIn()
    expect(again).toMatchObject({ location: '/', body: { user: { email: 'ada@example.com' } } })
    const rows = await server.services.db.select().from(users).where(eq(users.email, 'ada@example.com'))
    expect(rows).toMatchObject([{ group_ids: [2], password_hash: null }])
  })

  it("links no existing account by email address, unless the operator trusts the provider's addresses", async () => {
    const { config } = server.services
    const owner = await server.person({ password: 'of her own' })
    const statement = { nameId: 'somebody', attributes: { email: owner.email } }
    expect((await signIn(statement)).location).toBe('/login?error=account_not_linked')
    config.signIn = { ...config.signIn, trustsSamlEmail: true }
    expect(await signIn(statement)).toMatchObject({ location: '/', body: { user: { id: owner.id } } })
    config.signIn = { ...config.signIn, trustsSamlEmail: false }
    expect((await signIn(statement)).location).toBe('/')
  })

  it('redirects only within this site afterwards (OPEN-66)', async () => {
    for (const next of ['https%3A%2F%2Fevil.example', '%2F%2F%2Fevil.example']) {
      expect((await signIn({}, honestly, `?next=${next}`)).location).toBe('/')
    }
  })

  it('uses URL and certificate of the settings instead of metadata', async () => {
    await set({
      auth_saml_enabled: true,
      auth_saml_type: 'static',
      auth_saml_sso_url: provider.metadataUrl.replace('metadata', 'sso'),
      auth_saml_x509_cert: provider.key.certificate.raw.toString('base64'),
      auth_saml_entity_id: 'our-own-name',
    })
    const visitor = browser()
    expect((await leave(visitor)).issuer).toBe('our-own-name')
    expect((await signIn()).location).toBe('/')
    expect((await signIn({ audience: `${server.url}/saml/callback` })).location).toBe(REFUSED)
  })

  it('does not exist while it is disabled, and reports an unreachable provider (OPEN-72)', async () => {
    await set({ auth_saml_enabled: false, auth_saml_metadata_url: provider.metadataUrl })
    expect((await server.anonymous.get('/saml/login')).status).toBe(404)
    for (const address of ['http://127.0.0.1:9/metadata', 'http://169.254.169.254/latest/meta-data', `${server.url}/ping`]) {
      await set({ auth_saml_enabled: true, auth_saml_metadata_url: address })
      expect((await server.anonymous.get('/saml/login')).headers.get('location')).toBe('/login?error=sign_in_unavailable')
    }
  })

  it('requests the metadata once for many logins', async () => {
    const before = provider.reads
    await Promise.all(Array.from({ length: 5 }, () => leave(browser())))
    expect(provider.reads - before).toBeLessThanOrEqual(1)
  })

  it('requires a configured base URL', async () => {
    const reply = await server.anonymous.get('/saml/login', { 'x-forwarded-host': 'evil.example' })
    expect(reply.headers.get('location')).toBe('/login?error=sign_in_unavailable')
  })
})

describe('a response', () => {
  let other: Certified
  beforeAll(async () => {
    other = await selfSigned('Somebody else')
  })

  it.each<[string, Partial<SamlStatement>, ((statement: SamlStatement) => string)?]>([
    ['not signed', {}, (statement) => responseAround(assertionOf(statement), statement)],
    ['signed by another key', {}, (statement) => responseAround(signed(assertionOf(statement), other), statement)],
    ['signed with SHA-1', {}, (s) => responseAround(signed(assertionOf(s), provider.key, { isSha1: true }), s)],
    ['changed after it was signed', {}, (statement) => honestly(statement).replace('ada@example.com', ADMIN.email)],
    ['for another audience', { audience: 'https://other.example' }],
    ['for another recipient', { recipient: 'https://other.example/saml/callback' }],
    ['of another issuer', { issuer: 'https://other.example/entity' }],
    ['too old', { notBefore: new Date(Date.now() - 20 * MINUTE), notOnOrAfter: new Date(Date.now() - 10 * MINUTE) }],
    ['too early', { notBefore: new Date(Date.now() + 10 * MINUTE), notOnOrAfter: new Date(Date.now() + 20 * MINUTE) }],
    ['that nobody asked for', { inResponseTo: null }],
    ['without an address', { nameId: 'somebody', attributes: {} }],
    ['with a document type', {}, (statement) => `<!DOCTYPE r [<!ENTITY e SYSTEM "file:///etc/passwd">]>${honestly(statement)}`],
    ['that is no XML', {}, () => 'hello'],
  ])('%s is refused', async (_, change, write) => {
    const { location, body } = await signIn(change, write)
    expect(location).toBe(REFUSED)
    expect(body).toMatchObject({ code: 'unauthenticated' })
  })

  it('is refused with any of the known signature wrapping attacks', async () => {
    /** The valid assertion, and a forged one about the admin. */
    const pair = (statement: SamlStatement) => ({
      honest: signed(assertionOf(statement), provider.key),
      forged: assertionOf({ ...statement, id: '_forged', nameId: ADMIN.email }),
    })
    const signatureIn = (assertion: string) => /<(?:ds:)?Signature[\s\S]*<\/(?:ds:)?Signature>/.exec(assertion)?.[0] ?? ''
    const ways: ((statement: SamlStatement) => string)[] = [
      (s) => responseAround(pair(s).forged + pair(s).honest, s),
      (s) => responseAround(pair(s).honest + pair(s).forged, s),
      (s) => {
        const { honest, forged } = pair(s)
        return responseAround(`<samlp:Extensions>${honest}</samlp:Extensions>${forged}`, s)
      },
      (s) => {
        const { honest, forged } = pair(s)
        return responseAround(forged.replace('</saml:Assertion>', `${honest}</saml:Assertion>`), s)
      },
      (s) => {
        const { honest, forged } = pair(s)
        const object = `<Object xmlns="http://www.w3.org/2000/09/xmldsig#">${honest}</Object>`
        const signature = signatureIn(honest).replace(/<\/(ds:)?Signature>$/, (end) => object + end)
        return responseAround(forged.replace('</saml:Issuer>', `</saml:Issuer>${signature}`), s)
      },
      (s) => {
        const { honest, forged } = pair(s)
        const sameId = forged.replace('_forged', s.id)
        return responseAround(sameId.replace('</saml:Issuer>', `</saml:Issuer>${signatureIn(honest)}`), s)
      },
    ]
    for (const [number, way] of ways.entries()) {
      const { location, body } = await signIn({}, way)
      expect([number, location]).toEqual([number, REFUSED])
      expect(body).not.toMatchObject({ user: expect.anything() })
    }
  })

  it('with an XML comment in the name uses the whole name', async () => {
    const { body } = await signIn({ nameId: `${ADMIN.email}<!-- -->.evil.example` })
    expect(body).not.toMatchObject({ user: { email: ADMIN.email } })
  })

  it('works only once, for any browser', async () => {
    const visitor = browser()
    const xml = honestly(provider.honest(await leave(visitor)))
    expect(await visitor.post(xml)).toBe('/saml/arrival')
    expect(await visitor.post(xml)).toBe(REFUSED)
    expect(await browser().post(xml)).toBe(REFUSED)
    expect((await visitor.get('/saml/arrival')).headers.get('location')).toBe('/')
    expect((await visitor.get('/saml/arrival')).headers.get('location')).toBe('/login?error=sign_in_expired')
  })

  it('signs in only the browser that requested it', async () => {
    const [asking, other] = [browser(), browser()]
    const request = await leave(asking)
    await leave(other)
    expect(await other.post(honestly(provider.honest(request)))).toBe('/saml/arrival')
    expect((await other.get('/saml/arrival')).headers.get('location')).toBe('/login?error=sign_in_expired')
    const stranger = browser()
    expect(await stranger.post(honestly({ ...provider.honest(request) }))).toBe('/saml/arrival')
    expect((await stranger.get('/saml/arrival')).headers.get('location')).toBe('/login?error=sign_in_expired')
  })

  it('expires if the browser takes too long', async () => {
    const visitor = browser()
    await visitor.post(honestly(provider.honest(await leave(visitor))))
    server.clock.now = new Date(Date.now() + 3 * MINUTE)
    expect((await visitor.get('/saml/arrival')).headers.get('location')).toBe('/login?error=sign_in_expired')
    server.clock.now = null
  })

  it('must be a string', async () => {
    for (const SAMLResponse of [{ a: 1 }, ['x'], 7, '']) {
      expect((await server.anonymous.post('/saml/callback', { SAMLResponse })).status).toBe(400)
    }
  })

  it('does not appear in the log', () => {
    expect(server.log.join('')).toContain('A sign-in was refused.')
    expect(server.log.join('')).not.toMatch(/saml:Assertion|SAMLResponse/)
  })
})

it('puts users into the groups of an attribute, even if it has thousands (OPEN-301)', async () => {
  await set({
    auth_saml_enabled: true,
    auth_saml_metadata_url: provider.metadataUrl,
    auth_saml_groups_attribute: 'memberOf',
  })
  const { body: group } = await server.admin.post<{ id: number }>('/api/groups', { name: 'Ops' })
  await server.admin.post('/api/group_mappings', { mappings: [{ value: 'Ops, Paris', group_id: group.id }] })
  const nameId = 'grouped@example.com'
  const groupsAfter = async (attributes: SamlStatement['attributes']) => {
    expect((await signIn({ nameId, attributes })).location).toBe('/')
    const [row] = await server.services.db.select().from(users).where(eq(users.email, nameId))
    return row?.group_ids
  }
  const many = Array.from({ length: 5000 }, (_, n) => `group ${n}`)
  expect(await groupsAfter({ memberOf: ['Ops, Paris', ...many] })).toEqual([2, group.id])
  expect(await groupsAfter({ memberOf: 'Ops, Paris' })).toEqual([2, group.id])
  expect(await groupsAfter({})).toEqual([2])
})
