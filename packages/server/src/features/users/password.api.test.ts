import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type MailServer, startMailServer } from '../../testing/mail-server.ts'
import { type Person, startTestServer, type TestServer } from '../../testing/server.ts'

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
  it('API-82 USER-51 takes id, old and new password', async () => {
    const ada = await person()
    expect((await change(ada, ada.id, { id: ada.id, old_password: OLD, password: NEW })).status).toBe(200)
    expect(await canSignIn(ada, OLD)).toBe(false)
    expect(await canSignIn(ada, NEW)).toBe(true)
  })

  it('USER-51 refuses a wrong old password, and none at all', async () => {
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

  it('USER-47 refuses fewer than 6 characters', async () => {
    const ada = await person()
    expect(await change(ada, ada.id, { old_password: OLD, password: '12345' })).toMatchObject({
      status: 400,
      body: { message: 'Password length is too short (<6).' },
    })
    expect(await canSignIn(ada, OLD)).toBe(true)
  })

  it('USER-52 is not for others, and admins need the old one too', async () => {
    const ada = await person()
    const bob = await person()
    expect((await change(bob, ada.id, { old_password: OLD, password: NEW })).status).toBe(403)
    expect((await change(server.admin, ada.id, { old_password: 'a good password', password: NEW })).status).toBe(403)
    expect(await canSignIn(ada, OLD)).toBe(true)
  })

  it('ends every other session of the user, and leaves those of others', async () => {
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

  it('does nothing for users who sign in elsewhere', async () => {
    const external = await server.person({ name: 'External' })
    expect((await change(external, external.id, { old_password: '', password: NEW })).status).toBe(403)
    expect(await canSignIn(external, NEW)).toBe(false)
  })
})

describe('changing the email', () => {
  it('makes it unverified and mails a link to the new address; links to a new password end', async () => {
    const ada = await person()
    const { body } = await server.admin.post<{ reset_link: string }>(`/api/users/${ada.id}/reset_password`)
    const before = mail.mails.length
    const { status, body: saved } = await ada.post(`/api/users/${ada.id}`, { email: 'countess@example.com' })
    expect([status, saved]).toMatchObject([200, { email: 'countess@example.com', is_email_verified: false }])
    const [letter] = mail.mails.slice(before)
    expect(letter?.to?.[0]?.address).toBe('countess@example.com')
    expect(letter?.text).toMatch(/\/verify\/[A-Za-z0-9]{40}/)
    expect((await ada.get<{ messages: string[] }>('/api/session')).body.messages).toContain('email-not-verified')
    // Whoever can read the mail of the old address gets in no more.
    const token = body.reset_link.split('/').at(-1)
    expect((await server.anonymous.post(`/reset/${token}`, { password: NEW })).status).toBe(400)
  })

  it('leaves everything as it is when nothing changes', async () => {
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
