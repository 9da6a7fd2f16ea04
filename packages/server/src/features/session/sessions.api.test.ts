import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { accountWorld, MINUTE } from '../../testing/account-world.ts'
import { CookieJar } from '../../testing/client.ts'
import { ADMIN, type Browser } from '../../testing/server.ts'
import { auditEntries } from '../audit/tables.ts'
import { sessions } from '../users/tables.ts'

const { entriesOf, from, linkFor, pending, post, postForm, sendPasswordsOff, sessionOf, withPassword, world } = accountWorld()

describe('sessions', () => {
  const isOpen = async (browser: Browser) => (await browser.get('/api/session')).status === 200

  it('of a user all end when the password is reset by a link', async () => {
    const person = await withPassword()
    const browser = await world.server.signIn(person.email, 'old password')
    await post(`/reset/${await linkFor('reset', person)}`, { password: 'new password' })
    expect(await isOpen(browser)).toBe(false)
  })

  it('end everywhere else when the password is changed, and the current one continues with a new token (USER-51)', async () => {
    const person = await withPassword()
    const [here, there] = [
      await world.server.signIn(person.email, 'old password'),
      await world.server.signIn(person.email, 'old password'),
    ]
    const reset = await linkFor('reset', person)
    const before = here.cookies.header()
    const send = (body: unknown) =>
      here.fetch(`/api/users/${person.id}`, { method: 'POST', headers: from(), body: JSON.stringify(body) })
    expect((await send({ id: person.id, old_password: 'wrong', password: 'new password' })).status).toBe(403)
    expect(await isOpen(there)).toBe(true)
    expect((await send({ id: person.id, old_password: 'old password', password: 'new password' })).status).toBe(200)
    expect([await isOpen(here), await isOpen(there)]).toEqual([true, false])
    expect((await world.server.anonymous.get('/api/session', { cookie: before })).status).toBe(404)
    expect((await post(`/reset/${reset}`, { password: 'third password' })).body).toMatchObject({ code: 'link_used' })
  })

  it("end everywhere else on the user's own request only", async () => {
    const person = await withPassword()
    const [here, there] = [
      await world.server.signIn(person.email, 'old password'),
      await world.server.signIn(person.email, 'old password'),
    ]
    const stranger = await withPassword()
    const other = await world.server.signIn(stranger.email, 'old password')
    expect(await here.post('/api/session/end_others', undefined, { 'x-csrf-token': 'x' })).toMatchObject({ status: 400 })
    expect(await here.post('/api/session/end_others')).toMatchObject({ status: 200, body: { ended: 1 } })
    expect([await isOpen(here), await isOpen(there), await isOpen(other)]).toEqual([true, false, true])
    expect(await entriesOf(person)).toContain('session.end_others')
  })

  it('are recorded in the audit log when they start and end (SES-04)', async () => {
    const person = await withPassword()
    const browser = await world.server.signIn(person.email, 'old password')
    await browser.get('/logout')
    expect(await entriesOf(person)).toEqual(['session.sign_in', 'session.sign_out'])
    expect(await isOpen(browser)).toBe(false)
  })

  it('are replaced at sign-in: a previously planted token is worthless', async () => {
    const planted = 'a'.repeat(40)
    const reply = await post('/login', ADMIN, { cookie: `session=${planted}` })
    expect((await sessionOf(reply.headers)).status).toBe(200)
    expect((await world.server.anonymous.get('/api/session', { cookie: `session=${planted}` })).status).toBe(404)
    const rows = await world.server.services.db.select({ id: sessions.id }).from(sessions)
    expect(rows.length).toBeGreaterThan(0)
    for (const { id } of rows) expect(id).toMatch(/^[0-9a-f]{64}$/)
  })
})

describe('too many attempts', () => {
  let here = from()
  beforeEach(() => {
    here = from()
  })
  const attempt = (email: string, password: string, headers: Record<string, string> = here) =>
    post('/login', { email, password }, headers)

  it('on one account from one network block it there for a quarter of an hour, whether or not it exists', async () => {
    const person = await withPassword()
    const start = Date.now()
    world.server.clock.now = new Date(start)
    for (const email of [person.email, 'nobody-at-all@example.com']) {
      for (let time = 0; time < 10; time++) expect((await attempt(email, 'wrong')).status).toBe(401)
      const reply = await attempt(email.toUpperCase(), 'old password')
      expect(reply).toMatchObject({
        status: 429,
        body: { message: 'Too many sign-in attempts. Please wait 15 minutes and try again.', code: 'account_throttled' },
      })
      expect(reply.headers.get('retry-after')).toBe('900')
    }
    world.server.clock.now = new Date(start + 15 * MINUTE)
    expect((await attempt(person.email, 'old password')).status).toBe(200)
  })

  it('are reset by signing in', async () => {
    const person = await withPassword()
    for (let round = 0; round < 2; round++) {
      for (let time = 0; time < 9; time++) expect((await attempt(person.email, 'wrong')).status).toBe(401)
      expect((await attempt(person.email, 'old password')).status).toBe(200)
    }
  })

  it('lock out neither the owner in another network nor other users in the same network', async () => {
    const [ada, grace] = [await withPassword(), await withPassword()]
    for (let time = 0; time < 10; time++) await attempt(ada.email, 'wrong')
    expect((await attempt(ada.email, 'old password')).status).toBe(429)
    expect((await attempt(ada.email, 'old password', from())).status).toBe(200)
    expect((await attempt(grace.email, 'old password')).status).toBe(200)
  })

  it('do not affect a known device, which has its own budget', async () => {
    const [ada, grace] = [await withPassword(), await withPassword()]
    const jar = new CookieJar()
    jar.take((await attempt(ada.email, 'old password')).headers)
    const known = { ...here, cookie: `known_device=${jar.value('known_device')}` }
    for (const { email } of [ada, grace]) for (let time = 0; time < 10; time++) await attempt(email, 'wrong')
    expect((await attempt(ada.email, 'old password')).status).toBe(429)
    expect((await attempt(ada.email, 'old password', known)).status).toBe(200)
    expect((await attempt(grace.email, 'old password', known)).status).toBe(429)
    for (let time = 0; time < 10; time++) expect((await attempt(ada.email, 'wrong', known)).status).toBe(401)
    expect((await attempt(ada.email, 'old password', known)).status).toBe(429)
  })

  it('are counted by the first 64 bits of an IPv6 address', async () => {
    const person = await withPassword()
    const at = (last: number | string) => ({ 'x-forwarded-for': `2001:db8:7:7:${last}::1` })
    for (let time = 0; time < 10; time++) expect((await attempt(person.email, 'wrong', at(time))).status).toBe(401)
    expect((await attempt(person.email, 'old password', at('ffff'))).status).toBe(429)
    expect((await attempt(person.email, 'old password', { 'x-forwarded-for': '2001:db8:7:8::1' })).status).toBe(200)
  })

  it('count even if they are concurrent', async () => {
    const person = await withPassword()
    const replies = await Promise.all(Array.from({ length: 20 }, () => attempt(person.email, 'wrong')))
    expect(replies.filter(({ status }) => status === 401)).toHaveLength(10)
  })

  it('redirect a form back to the sign-in page', async () => {
    const person = await withPassword()
    for (let time = 0; time < 10; time++) await attempt(person.email, 'wrong')
    const { status, headers } = await postForm(
      '/login?next=%2Fqueries',
      { email: person.email, password: 'old password' },
      here,
    )
    expect([status, headers.get('location')]).toEqual([302, '/login?next=%2Fqueries&error=account_throttled'])
  })

  it('are recorded in the audit log, without the password', async () => {
    const person = await withPassword()
    await attempt(person.email, 'my wrong secret')
    await attempt('my other secret', 'x')
    const rows = await world.server.services.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.action, 'session.sign_in_failed'))
    expect(rows).toContainEqual(expect.objectContaining({ details: { way: 'password', email: person.email }, actor_id: null }))
    expect(JSON.stringify(rows)).not.toMatch(/my (wrong|other) secret/)
  })
})

describe('disabled password sign-in', () => {
  it('closes every way to a password, and the sign-in page knows it', async () => {
    const person = await withPassword()
    const [reset, invite] = [await linkFor('reset', person), await linkFor('invite', await pending())]
    expect((await world.server.anonymous.get('/forgot')).status).toBe(200)
    await sendPasswordsOff()
    expect(await post('/login', { email: person.email, password: 'old password' })).toMatchObject({
      status: 403,
      body: { message: 'Password login is not enabled for your organization.' },
    })
    const form = await postForm('/login', { email: person.email, password: 'old password' })
    expect(form.headers.get('location')).toBe('/login?error=password_login_disabled')
    expect((await post('/forgot', { email: person.email })).status).toBe(404)
    expect((await world.server.anonymous.get('/forgot')).status).toBe(404)
    for (const path of [`/reset/${reset}`, `/invite/${invite}`]) {
      expect(await post(path, { password: 'new password' })).toMatchObject({ status: 403 })
    }
    expect((await world.server.anonymous.get('/api/config')).body).toMatchObject({
      client_config: {
        passwordLoginEnabled: false,
        signInWays: [{ name: 'saml', title: 'SAML', path: 'saml/login' }],
      },
    })
  })
})
