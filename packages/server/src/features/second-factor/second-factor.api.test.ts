import type { AppSetup, SecondFactor } from '@sightline/contract/second-factor.ts'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { accountWorld, MINUTE } from '../../testing/account-world.ts'
import { CookieJar, type Reply } from '../../testing/client.ts'
import type { Person } from '../../testing/server.ts'
import { organizations } from '../settings/tables.ts'
import { reencryptSecrets } from './secrets.ts'
import { authenticatorApps, recoveryCodes } from './tables.ts'
import { codeAt, stepAt } from './totp.ts'

const { world, from, post, postForm, withPassword, linkFor, entriesOf } = accountWorld()

const PASSWORD = 'old password'
const codeOf = ({ status, body }: Reply) => [status, (body as { code?: string } | undefined)?.code]
const now = () => world.server.clock.now ?? new Date()
const codeNow = (secret: string, shift = 0) => codeAt(secret, stepAt(now()) + shift)

/** A browser that is not signed in. */
function newBrowser() {
  const cookies = new CookieJar()
  return {
    cookies,
    async post<Body>(path: string, body: object = {}): Promise<Reply<Body>> {
      const headers = { cookie: cookies.header(), 'x-csrf-token': cookies.value('csrf_token') ?? '', ...from() }
      const reply = await world.server.anonymous.post<Body>(path, body, headers)
      cookies.take(reply.headers)
      return reply
    },
    session: () => world.server.anonymous.get('/api/session', { cookie: cookies.header() }),
  }
}

/** A user with an authenticator app, whose first code was that of the step before. */
async function withApp() {
  world.server.clock.now = new Date('2026-05-31T08:00:10Z')
  const ada = await withPassword()
  const session = await world.server.signIn(ada.email, PASSWORD)
  const { body: begun } = await session.post<AppSetup>('/api/second_factor/app', { password: PASSWORD })
  const code = codeNow(begun.secret, -1)
  const { body } = await session.post<{ recovery_codes: string[] }>('/api/second_factor/app/confirm', {
    setup: begun.setup,
    code,
  })
  return { ada, session, secret: begun.secret, recovery: body.recovery_codes }
}

const enterPassword = async (person: Person) => {
  const browser = newBrowser()
  const reply = await browser.post('/login', { email: person.email, password: PASSWORD })
  return { browser, reply }
}
const requireFactor = () => world.server.services.db.update(organizations).set({ settings: { require_second_factor: true } })

describe('setting up an authenticator app', () => {
  it('asks for the password, in a session, and for a code of the app (OPEN-309)', async () => {
    const ada = await withPassword()
    const session = await world.server.signIn(ada.email, PASSWORD)
    expect(codeOf(await ada.post('/api/second_factor/app', { password: PASSWORD }))).toEqual([403, 'session_needed'])
    expect(codeOf(await session.post('/api/second_factor/app', { password: 'wrong' }))).toEqual([403, 'old_password_wrong'])
    const { body } = await session.post<AppSetup>('/api/second_factor/app', { password: PASSWORD })
    expect(body.uri).toContain(`secret=${body.secret}`)
    const wrong = await session.post('/api/second_factor/app/confirm', { setup: body.setup, code: codeNow(body.secret, 5) })
    expect(codeOf(wrong)).toEqual([400, 'second_factor_setup_wrong'])
    expect((await session.get(`/api/users/${ada.id}/second_factor`)).body).toMatchObject({ has_app: false })
  })

  it('cannot be confirmed for another user, or after a quarter of an hour (OPEN-309)', async () => {
    world.server.clock.now = new Date('2026-05-31T08:00:10Z')
    const [ada, bob] = [await withPassword('Ada'), await withPassword('Bob')]
    const [adas, bobs] = [await world.server.signIn(ada.email, PASSWORD), await world.server.signIn(bob.email, PASSWORD)]
    const { body } = await adas.post<AppSetup>('/api/second_factor/app', { password: PASSWORD })
    const confirm = (session: typeof adas) =>
      session.post('/api/second_factor/app/confirm', { setup: body.setup, code: codeNow(body.secret) })
    expect(codeOf(await confirm(bobs))).toEqual([400, 'second_factor_setup_expired'])
    world.server.clock.now = new Date(now().getTime() + 16 * MINUTE)
    expect(codeOf(await confirm(adas))).toEqual([400, 'second_factor_setup_expired'])
  })

  it('counts once, neither with an earlier code nor after the app was removed (OPEN-834)', async () => {
    world.server.clock.now = new Date('2026-05-31T08:00:10Z')
    const ada = await withPassword()
    const session = await world.server.signIn(ada.email, PASSWORD)
    const { body } = await session.post<AppSetup>('/api/second_factor/app', { password: PASSWORD })
    const confirm = async (steps: number, setup = body.setup) =>
      codeOf(await session.post('/api/second_factor/app/confirm', { setup, code: codeNow(body.secret, steps) }))
    expect(await confirm(5)).toEqual([400, 'second_factor_setup_wrong'])
    expect(await confirm(0)).toEqual([200, undefined])
    for (const setup of [body.setup, `${body.setup}=`, `${body.setup} `])
      expect(await confirm(-1, setup)).toEqual([400, 'second_factor_setup_expired'])
    expect((await session.post('/api/second_factor/app/remove', { password: PASSWORD })).status).toBe(200)
    expect(await confirm(1)).toEqual([400, 'second_factor_setup_expired'])
    expect((await session.get(`/api/users/${ada.id}/second_factor`)).body).toMatchObject({ has_app: false })
  })

  it('stores the secret encrypted, and hashes of ten recovery codes (OPEN-309)', async () => {
    const { ada, secret, recovery, session } = await withApp()
    const { db, config } = world.server.services
    const [app] = await db.select().from(authenticatorApps).where(eq(authenticatorApps.user_id, ada.id))
    expect(app?.encrypted_options).toMatch(/^v2:/)
    expect(JSON.stringify(app)).not.toContain(secret)
    const codes = await db.select().from(recoveryCodes).where(eq(recoveryCodes.user_id, ada.id))
    expect([codes.length, recovery.length]).toEqual([10, 10])
    for (const code of recovery) expect(JSON.stringify(codes)).not.toContain(code)
    expect((await session.get(`/api/users/${ada.id}/second_factor`)).body).toMatchObject({
      has_app: true,
      recovery_codes_left: 10,
    })
    await expect(
      db.transaction(async (tx) => {
        expect(await reencryptSecrets(tx, config.secretKey, 'n'.repeat(64))).toMatchObject({ unreadable: [] })
        expect(await reencryptSecrets(tx, config.secretKey, 'o'.repeat(64))).toMatchObject({
          unreadable: expect.arrayContaining([ada.name]),
        })
        throw new Error('Undo.')
      }),
    ).rejects.toThrow('Undo.')
    expect(await entriesOf(ada)).toContain('user.set_up_second_factor')
  })
})

describe('signing in with an authenticator app', () => {
  it('opens no session before the code, and one after it (OPEN-309)', async () => {
    const { ada, secret } = await withApp()
    const { browser, reply } = await enterPassword(ada)
    expect(reply).toMatchObject({
      status: 401,
      body: { code: 'second_factor_needed', details: { methods: ['app', 'recovery_code'] } },
    })
    expect(browser.cookies.value('session')).toBeNull()
    expect((await browser.session()).status).toBe(404)
    expect(codeOf(await browser.post('/login/second_factor', { code: codeNow(secret, 3) }))).toEqual([
      401,
      'second_factor_wrong',
    ])
    expect((await browser.post('/login/second_factor', { code: codeNow(secret) })).status).toBe(200)
    expect((await browser.session()).status).toBe(200)
    expect(browser.cookies.value('sign_in_step')).toBeNull()
  })

  it('does not tell of the second factor to somebody with a wrong password (OPEN-309)', async () => {
    const { ada } = await withApp()
    expect(codeOf(await post('/login', { email: ada.email, password: 'wrong' }))).toEqual([401, 'wrong_credentials'])
  })

  it('accepts no code twice, not even the one of the set-up, and a recovery code once (OPEN-309)', async () => {
    const { ada, secret, recovery } = await withApp()
    const enter = async (code: string) => {
      const { browser } = await enterPassword(ada)
      return (await browser.post('/login/second_factor', { code })).status
    }
    expect(await enter(codeNow(secret, -1))).toBe(401)
    expect([await enter(codeNow(secret)), await enter(codeNow(secret))]).toEqual([200, 401])
    const [code = ''] = recovery
    expect([await enter(code.toUpperCase()), await enter(code)]).toEqual([200, 401])
    const { body } = await ada.get<SecondFactor>(`/api/users/${ada.id}/second_factor`)
    expect(body.recovery_codes_left).toBe(9)
  })

  it('needs the browser that gave the password, within ten minutes, and that password still (OPEN-309)', async () => {
    const { ada, secret } = await withApp()
    const { browser } = await enterPassword(ada)
    expect(codeOf(await newBrowser().post('/login/second_factor', { code: codeNow(secret) }))).toEqual([
      401,
      'second_step_expired',
    ])
    const { browser: late } = await enterPassword(ada)
    const session = await signInFully(ada, secret)
    await session.post(`/api/users/${ada.id}`, { password: 'a new password', old_password: PASSWORD })
    expect(codeOf(await browser.post('/login/second_factor', { code: codeNow(secret, 1) }))).toEqual([
      401,
      'second_step_expired',
    ])
    world.server.clock.now = new Date(now().getTime() + 11 * MINUTE)
    expect(codeOf(await late.post('/login/second_factor', { code: codeNow(secret) }))).toEqual([401, 'second_step_expired'])
  })

  it('does not accept the code of another account (OPEN-309)', async () => {
    const ada = await withApp()
    const bob = await withApp()
    const { browser } = await enterPassword(ada.ada)
    expect(codeOf(await browser.post('/login/second_factor', { code: codeNow(bob.secret) }))).toEqual([
      401,
      'second_factor_wrong',
    ])
    expect(codeOf(await browser.post('/login/second_factor', { code: bob.recovery[0] }))).toEqual([401, 'second_factor_wrong'])
  })

  it('refuses every code after ten wrong ones, from any network, for a quarter of an hour (OPEN-309)', async () => {
    const { ada, secret } = await withApp()
    const { browser } = await enterPassword(ada)
    for (let wrong = 0; wrong < 10; wrong++) await browser.post('/login/second_factor', { code: '000000' })
    expect(codeOf(await browser.post('/login/second_factor', { code: codeNow(secret) }))).toEqual([429, 'account_throttled'])
    world.server.clock.now = new Date(now().getTime() + 16 * MINUTE)
    const { browser: later } = await enterPassword(ada)
    expect((await later.post('/login/second_factor', { code: codeNow(secret) })).status).toBe(200)
  })

  it('refuses forms of other clients clearly, and does not ask for it with API keys (OPEN-309)', async () => {
    const { ada } = await withApp()
    const reply = await postForm('/login', { email: ada.email, password: PASSWORD })
    expect([reply.status, reply.headers.get('location')]).toEqual([
      302,
      expect.stringContaining('login?error=second_factor_needed'),
    ])
    expect(reply.headers.getSetCookie().some((line) => line.startsWith('session='))).toBe(false)
    expect((await ada.get('/api/session')).status).toBe(200)
  })

  it('is not replaced by a link that sets a new password (OPEN-309)', async () => {
    const { ada } = await withApp()
    const reply = await post(`/reset/${await linkFor('reset', ada)}`, { password: 'a new password' })
    expect(reply).toMatchObject({ status: 200, body: { next: './login' } })
    expect(reply.headers.getSetCookie().some((line) => line.startsWith('session='))).toBe(false)
  })
})

async function signInFully(person: Person, secret: string) {
  const { browser } = await enterPassword(person)
  expect((await browser.post('/login/second_factor', { code: codeNow(secret) })).status).toBe(200)
  return browser
}

describe('the end of a second factor', () => {
  it('needs the password, and takes the recovery codes with it (OPEN-309)', async () => {
    const { ada, session } = await withApp()
    expect(codeOf(await session.post('/api/second_factor/app/remove', { password: 'wrong' }))).toEqual([
      403,
      'old_password_wrong',
    ])
    expect((await session.post('/api/second_factor/app/remove', { password: PASSWORD })).body).toEqual({
      has_app: false,
      passkeys: [],
      recovery_codes_left: 0,
      is_required: false,
    })
    expect((await enterPassword(ada)).reply.status).toBe(200)
  })

  it('is brought about by admins for somebody who has lost the device, with an entry in the audit log (OPEN-311)', async () => {
    const { ada } = await withApp()
    const at = `/api/users/${ada.id}/second_factor`
    expect((await (await world.server.person()).delete(at)).status).toBe(403)
    expect((await world.server.admin.delete(at)).body).toMatchObject({ has_app: false, recovery_codes_left: 0 })
    expect((await enterPassword(ada)).reply.status).toBe(200)
    expect(await entriesOf(ada)).toContain('user.reset_second_factor')
    const { admin } = world.server
    expect(codeOf(await admin.delete(`/api/users/${admin.id}/second_factor`))).toEqual([403, 'second_factor_own'])
  })

  it('replaces all recovery codes on request (OPEN-309)', async () => {
    const { ada, session, recovery } = await withApp()
    const { body } = await session.post<{ recovery_codes: string[] }>('/api/second_factor/recovery_codes', {
      password: PASSWORD,
    })
    const { browser } = await enterPassword(ada)
    expect((await browser.post('/login/second_factor', { code: recovery[0] })).status).toBe(401)
    expect((await browser.post('/login/second_factor', { code: body.recovery_codes[0] })).status).toBe(200)
  })
})

describe('an organization that requires a second factor', () => {
  it('has people set it up at their next sign-in with a password, before they get a session (OPEN-311)', async () => {
    await requireFactor()
    const ada = await withPassword()
    const { browser, reply } = await enterPassword(ada)
    expect(codeOf(reply)).toEqual([401, 'second_factor_setup_needed'])
    expect((await browser.session()).status).toBe(404)
    const { body } = await browser.post<AppSetup>('/login/second_factor/setup')
    const confirmed = await browser.post<{ recovery_codes: string[] }>('/login/second_factor/setup/confirm', {
      setup: body.setup,
      code: codeNow(body.secret),
    })
    expect(confirmed.body.recovery_codes).toHaveLength(10)
    expect((await browser.session()).status).toBe(200)
    const removal = await browser.post('/api/second_factor/app/remove', { password: PASSWORD })
    expect(codeOf(removal)).toEqual([400, 'second_factor_required'])
  })

  it('does not let somebody with the password alone set up another factor (OPEN-311)', async () => {
    const { ada } = await withApp()
    await requireFactor()
    const { browser } = await enterPassword(ada)
    expect(codeOf(await browser.post('/login/second_factor/setup'))).toEqual([401, 'second_step_expired'])
  })

  it('does not ask it of API keys (OPEN-311)', async () => {
    await requireFactor()
    expect((await (await withPassword()).get('/api/session')).status).toBe(200)
  })
})
