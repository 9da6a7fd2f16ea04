import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type MailServer, startMailServer } from '../../testing/mail-server.ts'
import { ADMIN, type Person, startTestServer, type TestServer } from '../../testing/server.ts'
import { userLinks, users } from './tables.ts'

const OLD = 'the old secret'
const NEW = 'a newer secret'

let mail: MailServer
let server: TestServer
beforeAll(async () => {
  mail = await startMailServer()
  server = await startTestServer({ config: { mailUrl: mail.url, mailFrom: 'Sightline <sightline@example.com>' } })
})
afterAll(async () => {
  await server.close()
  await mail.close()
})

const person = () => server.person({ name: 'Ada', password: OLD })
const change = (by: Pick<Person, 'post'>, id: number, body: unknown) => by.post(`/api/users/${id}`, body)
const canSignIn = async ({ email }: Person, password: string) =>
  (await server.anonymous.post('/login', { email, password })).status === 200

describe('changing the password', () => {
  it('requires id, old and new password (API-82, USER-51)', async () => {
    const ada = await person()
    expect((await change(ada, ada.id, { id: ada.id, old_password: OLD, password: NEW })).status).toBe(200)
    expect(await canSignIn(ada, OLD)).toBe(false)
    expect(await canSignIn(ada, NEW)).toBe(true)
  })

  it('refuses a wrong or missing old password (USER-51)', async () => {
    const ada = await person()
    expect(await change(ada, ada.id, { old_password: 'wrong', password: NEW })).toMatchObject({
      status: 403,
      body: { message: 'Incorrect current password.' },
    })
    expect(await change(ada, ada.id, { password: NEW })).toMatchObject({
      status: 403,
      body: { message: 'Must provide current password to update password.' },
    })
    expect((await change(ada, ada.id, { old_password: { $ne: '' }, password: NEW })).status).toBe(400)
    expect(await canSignIn(ada, OLD)).toBe(true)
  })

  it('refuses fewer than 6 characters (USER-47)', async () => {
    const ada = await person()
    expect(await change(ada, ada.id, { old_password: OLD, password: '12345' })).toMatchObject({
      status: 400,
      body: { message: 'Password length is too short (<6).' },
    })
    expect(await canSignIn(ada, OLD)).toBe(true)
  })

  it('refuses a common password, and the name or address of the user', async () => {
    const ada = await server.person({ name: 'Ada Lovelace', password: OLD })
    for (const [password, code] of [
      ['Password1', 'password_common'],
      ['ada lovelace', 'password_personal'],
      [ada.email, 'password_personal'],
    ])
      expect(await change(ada, ada.id, { old_password: OLD, password })).toMatchObject({ status: 400, body: { code } })
    expect(await canSignIn(ada, OLD)).toBe(true)
  })

  it('is refused to other users, and admins need the old password too (USER-52)', async () => {
    const ada = await person()
    const bob = await person()
    expect((await change(bob, ada.id, { old_password: OLD, password: NEW })).status).toBe(403)
    expect((await change(server.admin, ada.id, { old_password: 'a good password', password: NEW })).status).toBe(403)
    expect(await canSignIn(ada, OLD)).toBe(true)
  })

  it('ends every other session of the user, but not those of other users', async () => {
    const ada = await person()
    const bob = await person()
    const [here, there, others] = await Promise.all([ada, ada, bob].map(({ email }) => server.signIn(email, OLD)))
    if (!here || !there || !others) throw new Error('Somebody could not sign in.')
    const { status, headers } = await change(here, ada.id, { old_password: OLD, password: NEW })
    expect(status).toBe(200)
    here.cookies.take(headers)
    expect((await here.get('/api/session')).status).toBe(200)
    expect((await there.get('/api/session')).status).toBe(404)
    expect((await others.get('/api/session')).status).toBe(200)
  })

  it('replaces the API key on request, and notifies the user by mail', async () => {
    const ada = await person()
    const browser = await server.signIn(ada.email, OLD)
    const { status, body } = await browser.post<{ api_key: string }>(`/api/users/${ada.id}`, {
      old_password: OLD,
      password: NEW,
      regenerate_api_key: true,
    })
    expect([status, body.api_key]).toEqual([200, expect.stringMatching(/^[A-Za-z0-9]{40}$/)])
    expect((await ada.get('/api/session')).status).toBe(404)
    expect((await server.anonymous.get('/api/session', { authorization: `Key ${body.api_key}` })).status).toBe(200)
    expect(subjectsTo(ada.email)).toEqual(['Your password was changed', 'Your API key was replaced'])
  })

  it('keeps the API key by default', async () => {
    const ada = await person()
    expect((await change(ada, ada.id, { old_password: OLD, password: NEW })).status).toBe(200)
    expect((await ada.get('/api/session')).status).toBe(200)
  })

  it('is refused for users of external logins', async () => {
    const external = await server.person({ name: 'External' })
    expect((await change(external, external.id, { old_password: '', password: NEW })).status).toBe(403)
    expect(await canSignIn(external, NEW)).toBe(false)
  })
})

const subjectsTo = (email: string) =>
  mail.mails.filter(({ to }) => to?.some(({ address }) => address === email)).map(({ subject }) => subject)
let moved = 0
const newAddress = () => `moved-${++moved}@example.com`

describe('changing the email in a session', () => {
  it("requires the current password for one's own address, and only if it changes", async () => {
    const ada = await person()
    const browser = await server.signIn(ada.email, OLD)
    const email = newAddress()
    for (const missing of [{}, { old_password: '' }])
      expect(await change(browser, ada.id, { email, ...missing })).toMatchObject({
        status: 403,
        body: { message: 'Enter your current password to change your email address.', code: 'email_password_missing' },
      })
    expect(await change(browser, ada.id, { email, old_password: 'wrong' })).toMatchObject({
      status: 403,
      body: { code: 'old_password_wrong' },
    })
    expect((await change(browser, ada.id, { id: ada.id, name: 'Ada L.', email: ada.email })).status).toBe(200)
    expect(await change(browser, ada.id, { email, old_password: OLD })).toMatchObject({ status: 200, body: { email } })

    const admin = await server.signIn(ADMIN.email, ADMIN.password)
    expect((await change(admin, ada.id, { email: newAddress() })).status).toBe(200)
  })

  it('notifies the old address, and mails a link to the new one', async () => {
    const ada = await person()
    const browser = await server.signIn(ada.email, OLD)
    const email = newAddress()
    await change(browser, ada.id, { email, old_password: OLD })
    expect(subjectsTo(ada.email)).toEqual(['Your email address was changed'])
    const notice = mail.mails.find(({ to }) => to?.[0]?.address === ada.email)
    expect(notice?.text).toContain(email)
    expect(subjectsTo(email)).toEqual(['Ada, please verify your email address'])
  })

  it('does not require a password from users of external logins', async () => {
    const external = await person()
    const browser = await server.signIn(external.email, OLD)
    await server.services.db.update(users).set({ password_hash: null }).where(eq(users.id, external.id))
    expect((await change(browser, external.id, { email: newAddress() })).status).toBe(200)
  })
})

describe('changing the email with an API key', () => {
  it('notifies the old address and verifies nothing: the key gets no link, and *Forgot password?* sends none', async () => {
    const ada = await person()
    const email = newAddress()
    expect(await change(ada, ada.id, { email })).toMatchObject({ status: 200, body: { is_email_verified: false } })
    expect(subjectsTo(ada.email)).toEqual(['Your email address was changed'])
    expect(await ada.post('/verification_email/')).toMatchObject({ status: 403, body: { code: 'session_needed' } })
    expect(subjectsTo(email)).toEqual([])

    await server.anonymous.post('/forgot', { email })
    await vi.waitFor(() => expect(subjectsTo(email)).toEqual(['Your email address is not verified']), { timeout: 60_000 })
    const links = await server.services.db.select().from(userLinks).where(eq(userLinks.user_id, ada.id))
    expect(links).toEqual([])
  })

  it('is completed by the user signing in with the password', async () => {
    const ada = await person()
    const email = newAddress()
    await change(ada, ada.id, { email })
    const browser = await server.signIn(email, OLD)
    expect((await browser.post('/verification_email/')).status).toBe(200)
    expect(subjectsTo(email)).toEqual(['Ada, please verify your email address'])
  })

  it('counts as done by the key even with a session cookie', async () => {
    const ada = await person()
    const email = newAddress()
    expect((await ada.post(`/api/users/${ada.id}`, { email }, { cookie: 'session=made-up' })).status).toBe(200)
    expect(subjectsTo(email)).toEqual([])
  })
})

describe('replacing the API key', () => {
  it('notifies the user by mail', async () => {
    const ada = await person()
    expect((await ada.post(`/api/users/${ada.id}/regenerate_api_key`)).status).toBe(200)
    expect(subjectsTo(ada.email)).toEqual(['Your API key was replaced'])
  })
})

describe('changing the email', () => {
  it('makes it unverified and mails a link to the new address; reset links end', async () => {
    const ada = await person()
    const { body } = await server.admin.post<{ reset_link: string }>(`/api/users/${ada.id}/reset_password`)
    const browser = await server.signIn(ada.email, OLD)
    const { status, body: saved } = await browser.post(`/api/users/${ada.id}`, {
      email: 'countess@example.com',
      old_password: OLD,
    })
    expect([status, saved]).toMatchObject([200, { email: 'countess@example.com', is_email_verified: false }])
    const letter = mail.mails.find(({ to }) => to?.[0]?.address === 'countess@example.com')
    expect(letter?.text).toMatch(/\/verify\/[A-Za-z0-9]{40}/)
    expect((await ada.get<{ messages: string[] }>('/api/session')).body.messages).toContain('email-not-verified')
    // Access to the mailbox of the old address is no longer enough.
    const token = body.reset_link.split('/').at(-1)
    expect((await server.anonymous.post(`/reset/${token}`, { password: NEW })).status).toBe(400)
  })

  it('changes nothing if the value is the same', async () => {
    const ada = await person()
    const there = await server.signIn(ada.email, OLD)
    const token = there.cookies.value('session')
    const before = mail.mails.length
    expect(await change(there, ada.id, { email: ada.email.toUpperCase(), name: 'Ada L.' })).toMatchObject({
      status: 200,
      body: { is_email_verified: true },
    })
    expect(mail.mails).toHaveLength(before)
    expect((await there.get('/api/session')).status).toBe(200)
    expect(there.cookies.value('session')).toBe(token)
  })
})
