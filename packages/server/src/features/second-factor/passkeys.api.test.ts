import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { SecondFactor } from '@sightline/contract/second-factor.ts'
import { describe, expect, it } from 'vitest'
import { accountWorld } from '../../testing/account-world.ts'
import { softwareAuthenticator } from '../../testing/authenticator.ts'
import { CookieJar, type Reply } from '../../testing/client.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

const { world, from, withPassword, sendPasswordsOff } = accountWorld()

const PASSWORD = 'old password'
const codeOf = ({ status, body }: Reply) => [status, (body as { code?: string } | undefined)?.code]
interface Begun {
  setup: string
  options: { challenge: string; allowCredentials?: { id: string }[] }
}

function newBrowser() {
  const cookies = new CookieJar()
  return {
    async post<Body>(path: string, body: object = {}): Promise<Reply<Body>> {
      const headers = { cookie: cookies.header(), 'x-csrf-token': cookies.value('csrf_token') ?? '', ...from() }
      const reply = await world.server.anonymous.post<Body>(path, body, headers)
      cookies.take(reply.headers)
      return reply
    },
    session: () => world.server.anonymous.get('/api/session', { cookie: cookies.header() }),
  }
}

async function withPasskey(name = 'Laptop 💻') {
  const ada = await withPassword()
  const session = await world.server.signIn(ada.email, PASSWORD)
  const authenticator = softwareAuthenticator(world.server.url)
  const { body } = await session.post<Begun>('/api/second_factor/passkeys/begin', { password: PASSWORD })
  const response = authenticator.create(body.options.challenge)
  const added = await session.post<{ recovery_codes: string[] }>('/api/second_factor/passkeys', {
    setup: body.setup,
    name,
    response,
  })
  return { ada, session, authenticator, added }
}

/** Begins to sign in with a passkey, after the password if it is the second step. */
async function begin(email: string | null) {
  const browser = newBrowser()
  if (email !== null) expect((await browser.post('/login', { email, password: PASSWORD })).status).toBe(401)
  const { body } = await browser.post<Begun>('/login/passkey/begin', { is_second_step: email !== null })
  return { browser, ...body.options }
}
const send = ({ browser }: Awaited<ReturnType<typeof begin>>, response: object) => browser.post('/login/passkey', { response })

describe('a passkey', () => {
  it('is added with the password, brings recovery codes, is renamed and removed (OPEN-310)', async () => {
    const { ada, session, added } = await withPasskey()
    expect(added.body.recovery_codes).toHaveLength(10)
    expect(codeOf(await session.post('/api/second_factor/passkeys/begin', { password: 'wrong' }))).toEqual([
      403,
      'old_password_wrong',
    ])
    const { body } = await session.get<SecondFactor>(`/api/users/${ada.id}/second_factor`)
    expect(body.passkeys).toEqual([expect.objectContaining({ name: 'Laptop 💻', last_used_on: null })])
    const at = `/api/second_factor/passkeys/${body.passkeys[0]?.id}`
    expect((await session.post(at, { name: 'Old laptop' })).body).toMatchObject({ passkeys: [{ name: 'Old laptop' }] })
    const bob = await withPassword('Bob')
    const bobs = await world.server.signIn(bob.email, PASSWORD)
    expect((await bobs.post(at, { name: 'Mine' })).status).toBe(404)
    expect((await bobs.post(`${at}/remove`, { password: PASSWORD })).status).toBe(404)
    expect((await session.post(`${at}/remove`, { password: PASSWORD })).body).toMatchObject({
      passkeys: [],
      recovery_codes_left: 0,
    })
  })

  it('is the second step after the password (OPEN-310)', async () => {
    const { ada, authenticator } = await withPasskey()
    const step = await begin(ada.email)
    expect(step.allowCredentials).toHaveLength(1)
    expect((await step.browser.session()).status).toBe(404)
    expect((await send(step, authenticator.get(step.challenge, { isVerified: false }))).status).toBe(200)
    expect((await step.browser.session()).body).toMatchObject({ user: { id: ada.id } })
  })

  it('signs in alone only if the device has verified its user (OPEN-310)', async () => {
    const { ada, authenticator } = await withPasskey()
    const unverified = await begin(null)
    expect(unverified.allowCredentials ?? []).toEqual([])
    const refused = await send(unverified, authenticator.get(unverified.challenge, { isVerified: false }))
    expect(codeOf(refused)).toEqual([401, 'passkey_refused'])
    const step = await begin(null)
    expect((await send(step, authenticator.get(step.challenge))).status).toBe(200)
    expect((await step.browser.session()).body).toMatchObject({ user: { id: ada.id } })
  })

  it('is refused with a changed signature, another challenge, or the counter of a copy (OPEN-310)', async () => {
    const { ada, authenticator } = await withPasskey()
    const attempt = async (make: (challenge: string) => object) => {
      const step = await begin(ada.email)
      return codeOf(await send(step, make(step.challenge)))
    }
    const refused = [401, 'passkey_refused']
    expect(await attempt((challenge) => authenticator.get(challenge, { count: 7 }))).toEqual([200, undefined])
    expect(await attempt((challenge) => authenticator.get(challenge, { count: 7 }))).toEqual(refused)
    expect(await attempt((challenge) => authenticator.get(challenge, { count: 3 }))).toEqual(refused)
    expect(await attempt(() => authenticator.get('b3RoZXI', { count: 8 }))).toEqual(refused)
    const tampered = (challenge: string) => {
      const made = authenticator.get(challenge, { count: 9 })
      return { ...made, response: { ...made.response, signature: made.response.signature.replace(/^..../, 'AAAA') } }
    }
    expect(await attempt(tampered)).toEqual(refused)
    for (const wrong of [{}, { id: 1 }, { id: 'unknown', response: null }]) expect(await attempt(() => wrong)).toEqual(refused)
  })

  it('of another account is refused, and a response is accepted once and only in its browser (OPEN-310)', async () => {
    const [ada, bob] = [await withPasskey(), await withPasskey()]
    const step = await begin(ada.ada.email)
    expect(codeOf(await send(step, bob.authenticator.get(step.challenge)))).toEqual([401, 'passkey_refused'])
    const again = await begin(null)
    const response = ada.authenticator.get(again.challenge)
    const other = newBrowser()
    expect(codeOf(await other.post('/login/passkey', { response }))).toEqual([401, 'second_step_expired'])
    expect((await send(again, response)).status).toBe(200)
    expect(codeOf(await send(again, response))).toEqual([401, 'second_step_expired'])
  })

  it('does not open a disabled account, nor any while passwords are switched off (OPEN-310)', async () => {
    const { ada, authenticator } = await withPasskey()
    await world.server.admin.post(`/api/users/${ada.id}/disable`)
    const step = await begin(null)
    expect(codeOf(await send(step, authenticator.get(step.challenge)))).toEqual([401, 'passkey_refused'])
    await sendPasswordsOff()
    expect(codeOf(await newBrowser().post('/login/passkey/begin', { is_second_step: false }))).toEqual([
      403,
      'password_login_disabled',
    ])
  })

  it('cannot be added again with the set-up of one that was removed (OPEN-834)', async () => {
    const ada = await withPassword()
    const session = await world.server.signIn(ada.email, PASSWORD)
    const { body } = await session.post<Begun>('/api/second_factor/passkeys/begin', { password: PASSWORD })
    const response = softwareAuthenticator(world.server.url).create(body.options.challenge)
    const add = () => session.post('/api/second_factor/passkeys', { setup: body.setup, name: 'Laptop', response })
    expect((await add()).status).toBe(200)
    const { body: shown } = await session.get<SecondFactor>(`/api/users/${ada.id}/second_factor`)
    await session.post(`/api/second_factor/passkeys/${shown.passkeys[0]?.id}/remove`, { password: PASSWORD })
    expect(codeOf(await add())).toEqual([400, 'second_factor_setup_expired'])
  })

  it('belongs to the address of the server, which the client cannot choose (OPEN-828)', async () => {
    const beginAt = async (server: TestServer, host: string) => {
      const { hostname, port } = new URL(server.url)
      const asked = request({ hostname, port, path: '/login/passkey/begin', method: 'POST', headers: { host } })
      asked.end('{"is_second_step":false}')
      const [answer] = (await once(asked, 'response')) as [IncomingMessage]
      answer.resume()
      return answer.statusCode
    }
    const local = await startTestServer({ hasWorker: false, config: { port: 5000 } })
    for (const [host, status] of [
      ['localhost:5000', 200],
      ['localhost:9999', 400],
      ['localhost', 400],
      ['evil.example:5000', 400],
    ] as const)
      expect([host, await beginAt(local, host)]).toEqual([host, status])
    await local.close()
    const known = await startTestServer({ hasWorker: false, config: { port: 5000, baseUrl: 'https://sightline.example.com/' } })
    expect(await beginAt(known, 'evil.example')).toBe(200)
    await known.close()
  })
})
