import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ADMIN, startTestServer, type TestServer } from '../../testing/server.ts'

// Tests call from 127.0.0.1, as a proxy on the same machine does.

const signIn = (trustedProxies: string[]) => ({
  config: { signIn: { google: null, oidc: null, ldap: null, remoteUserHeader: null, trustedProxies, trustsSamlEmail: false } },
})

let cautious: TestServer
let trusting: TestServer
beforeAll(async () => {
  cautious = await startTestServer(signIn([]))
  trusting = await startTestServer(signIn(['127.0.0.0/8', '2001:db8::/32']))
})
afterAll(() => Promise.all([cautious.close(), trusting.close()]))

let account = 0
const attempt = ({ anonymous }: TestServer, from: string) =>
  anonymous.post('/login', { email: `${++account}@example.com`, password: 'x' }, { 'x-forwarded-for': from })

/** The statuses of sign-in attempts after fifty attempts, each from another IP address. */
async function afterFifty(server: TestServer, addressOf: (index: number) => string): Promise<number[]> {
  const replies = await Promise.all(Array.from({ length: 50 }, (_, index) => attempt(server, addressOf(index))))
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([401]))
  return [(await attempt(server, addressOf(50))).status]
}

describe('a caller on this machine that is not configured as a trusted proxy', () => {
  it('cannot choose its IP address, neither for rate limits nor for the audit log (OPEN-66)', async () => {
    expect(await afterFifty(cautious, (index) => `203.0.113.${index}`)).toEqual([429])
    const { body } = await cautious.admin.get<{ results: { ip: string }[] }>('/api/audit?page_size=100')
    expect(new Set(body.results.map(({ ip }) => ip))).toEqual(new Set(['127.0.0.1']))
  })

  it('cannot claim TLS or another host by its headers', async () => {
    const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'evil.example' }
    const reply = await cautious.anonymous.get<{ client_config: { basePath: string } }>('/api/config', headers)
    expect(reply.headers.get('strict-transport-security')).toBeNull()
    expect(reply.body.client_config.basePath).toBe(`${cautious.url}/`)
  })

  it('is logged once', async () => {
    await cautious.anonymous.get('/ping', { 'x-forwarded-for': '203.0.113.7' })
    await cautious.anonymous.get('/ping', { 'x-forwarded-for': '203.0.113.7' })
    expect(cautious.log.filter((line) => line.includes('SIGHTLINE_TRUSTED_PROXIES'))).toEqual([
      expect.stringContaining('"peer":"127.0.0.1"'),
    ])
  })
})

describe('a trusted proxy', () => {
  it('gives the IP addresses of clients, and entries that clients add in front are ignored', async () => {
    await trusting.admin.post(
      '/api/groups',
      { name: 'Made through a proxy' },
      { 'x-forwarded-for': '198.51.100.1, 203.0.113.9' },
    )
    const { body } = await trusting.admin.get<{ results: { action: string; ip: string }[] }>('/api/audit?page_size=100')
    expect(body.results.find(({ action }) => action === 'group.create')).toMatchObject({ ip: '203.0.113.9' })
    expect(trusting.log.join('')).not.toContain('SIGHTLINE_TRUSTED_PROXIES')
  })

  it('has the addresses of one IPv6 /64 network count as one caller (OPEN-66)', async () => {
    expect(await afterFifty(trusting, (index) => `2001:db9:1:2::${index.toString(16)}`)).toEqual([429])
    expect((await attempt(trusting, '2001:db9:1:3::1')).status).toBe(401)
  })
})

it("sends no email with a link if the site's URL is known from the request alone", async () => {
  const mails: unknown[] = []
  const mailer = { isConfigured: true, send: async (mail: unknown) => void mails.push(mail) }
  Object.assign(trusting.services.mailer, mailer)
  const invite = (host: string) =>
    trusting.admin.post<{ invite_link?: string }>(
      '/api/users',
      { name: 'Eve', email: `${++account}@example.com` },
      { 'x-forwarded-host': host },
    )
  expect((await invite('evil.example')).body.invite_link).toMatch(/^http:\/\/evil\.example\/invite\//)
  const browser = await trusting.signIn(ADMIN.email, ADMIN.password)
  const address = { email: `${++account}@example.com`, password: ADMIN.password, current_password: ADMIN.password }
  await browser.post('/verification_email/', {}, { 'x-forwarded-host': 'evil.example' })
  await browser.post('/api/users/1', address, { 'x-forwarded-host': 'evil.example' })
  expect(mails).toEqual([])
  expect(trusting.log.join('')).toContain('set SIGHTLINE_BASE_URL')
  expect((await invite('localhost')).body.invite_link).toBeUndefined()
  expect(mails).toHaveLength(1)
})
