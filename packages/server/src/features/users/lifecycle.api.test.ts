import type { InvitedUser, UserProfile } from '@sightline/contract/users.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildDataSource, buildQuery } from '../../testing/builders.ts'
import { type MailServer, startMailServer } from '../../testing/mail-server.ts'
import { type Person, startTestServer, type TestServer } from '../../testing/server.ts'
import { auditEntries } from '../audit/tables.ts'
import { users } from './tables.ts'

const PASSWORD = 'the old secret'

let mail: MailServer
/** Without a mail server. */
let server: TestServer
let mailing: TestServer
let admin: Person
beforeAll(async () => {
  mail = await startMailServer()
  server = await startTestServer()
  mailing = await startTestServer({ config: { mailUrl: mail.url, mailFrom: 'Sightline <sightline@example.com>' } })
  admin = server.admin
})
afterAll(async () => {
  await Promise.all([server.close(), mailing.close()])
  await mail.close()
})

let created = 0
const newUser = (name = 'Grace Hopper') => ({ name, email: `new-${++created}@example.com` })
const create = (body: unknown, by: Person = admin, query = '') =>
  by.post<InvitedUser & { code: string; message: string }>(`/api/users${query}`, body)
const setTo = (id: number, fields: Partial<typeof users.$inferInsert>) =>
  server.services.db.update(users).set(fields).where(eq(users.id, id))
const exists = async (id: number) => (await admin.get(`/api/users/${id}`)).status === 200
const actionsOn = async (id: number) => {
  const { action, object_id } = auditEntries
  const rows = await server.services.db
    .select({ action })
    .from(auditEntries)
    .where(eq(object_id, String(id)))
    .orderBy(auditEntries.id)
  return rows.map((row) => row.action)
}

describe('creating a user', () => {
  it('returns a pending user in the group default, with the invitation link (API-81, USER-53)', async () => {
    const { status, body } = await create({ name: ' Grace Hopper ', email: 'Grace@Example.com' })
    expect(status).toBe(200)
    const [, everybody] = admin.groupIds
    expect(body).toMatchObject({
      name: 'Grace Hopper',
      email: 'grace@example.com',
      groups: [everybody],
      is_invitation_pending: true,
      is_disabled: false,
      auth_type: 'external',
    })
    expect(body.invite_link).toMatch(new RegExp(`^${server.url}/invite/[A-Za-z0-9]{40}$`))
    expect(body).not.toHaveProperty('api_key')
    expect(await actionsOn(body.id)).toEqual(['user.create'])
  })

  it('mails the link if mail is configured, unless `no_invite` is set (API-81)', async () => {
    const person = newUser()
    const { body } = await create(person, mailing.admin)
    expect(body).not.toHaveProperty('invite_link')
    const letter = mail.mails.find(({ to }) => to?.[0]?.address === person.email)
    expect(letter?.subject).toContain('invited you to join Sightline')
    expect(letter?.text).toContain(`${mailing.url}/invite/`)

    const before = mail.mails.length
    expect((await create(newUser(), mailing.admin, '?no_invite')).body.invite_link).toContain('/invite/')
    expect(mail.mails).toHaveLength(before)
  })

  it('returns the link if the mail server refuses the mail', async () => {
    const person = newUser()
    mail.refused.add(person.email)
    expect(await create(person, mailing.admin)).toMatchObject({ status: 200, body: { invite_link: expect.any(String) } })
  })

  it('requires name and email (USER-14)', async () => {
    const { name, email } = newUser()
    for (const body of [
      { email },
      { name },
      {},
      null,
      [],
      'x',
      { name: ' ', email },
      { name: null, email },
      { name: 'x'.repeat(10_000), email },
    ])
      expect(await create(body), JSON.stringify(body)?.slice(0, 40)).toMatchObject({
        status: 400,
        body: { code: 'invalid_input' },
      })
  })

  it('requires an email address (USER-15)', async () => {
    for (const email of ['', 'grace', 'grace@', 'a@b@example.com', 'grace@example.com\r\nBcc: eve@example.com', 'grace@QQ.com'])
      expect(await create({ name: 'Grace', email }), email).toMatchObject({
        status: 400,
        body: { message: 'Bad email address.' },
      })
  })

  it('refuses a taken email address in any case, even for concurrent calls', async () => {
    const person = newUser()
    const replies = await Promise.all([create(person), create({ ...person, email: person.email.toUpperCase() })])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400])
    expect((await create(person)).body.message).toBe('Email already taken.')
  })

  it('is for admins (PERM-34)', async () => {
    const ada = await server.person({ name: 'Ada' })
    expect((await create(newUser(), ada)).status).toBe(403)
    expect((await server.anonymous.post('/api/users', newUser())).status).toBe(404)
  })

  it('ignores everything else in the body: groups, id, permissions', async () => {
    const { body } = await create({
      ...newUser(),
      id: 1,
      groups: admin.groupIds,
      group_ids: admin.groupIds,
      permissions: ['admin'],
      org: 2,
      api_key: 'x'.repeat(40),
      is_invitation_pending: false,
      password: 'secret of mine',
    })
    expect(body).toMatchObject({ groups: [admin.groupIds[1]], is_invitation_pending: true, auth_type: 'external' })
    expect(body.id).not.toBe(1)
  })
})

describe('inviting again', () => {
  const invite = (id: number, by: Person = admin) => by.post<InvitedUser & { code: string }>(`/api/users/${id}/invite`)

  it('returns a new link, and the earlier one ends (API-88)', async () => {
    const { body: user } = await create(newUser())
    const { status, body } = await invite(user.id)
    expect(status).toBe(200)
    expect(body.invite_link).toMatch(/\/invite\/[A-Za-z0-9]{40}$/)
    expect(body.invite_link).not.toBe(user.invite_link)
    const accept = (link = '') => server.anonymous.post(new URL(link).pathname, { password: 'a new secret' })
    expect((await accept(user.invite_link)).status).toBe(400)
    expect((await accept(body.invite_link)).status).toBe(200)
  })

  it('mails the link if mail is configured (API-88)', async () => {
    const person = newUser()
    const { body: user } = await create(person, mailing.admin, '?no_invite')
    const { body } = await invite(user.id, mailing.admin)
    expect(body).not.toHaveProperty('invite_link')
    expect(mail.mails.filter(({ to }) => to?.[0]?.address === person.email)).toHaveLength(1)
  })

  it('is for admins, and only for pending users (PERM-34)', async () => {
    const ada = await server.person({ name: 'Ada' })
    const { body: user } = await create(newUser())
    expect((await invite(user.id, ada)).status).toBe(403)
    expect(await invite(ada.id)).toMatchObject({ status: 400, body: { code: 'not_pending' } })
    expect((await invite(99_999_999)).status).toBe(404)
  })
})

describe('resetting a password', () => {
  const reset = (id: number, by: Person = admin) => by.post<{ reset_link: string }>(`/api/users/${id}/reset_password`)

  it('returns a link for setting a new password (API-87)', async () => {
    const ada = await server.person({ name: 'Ada', password: PASSWORD })
    const { status, body } = await reset(ada.id)
    expect([status, body]).toEqual([200, { reset_link: expect.stringMatching(/\/reset\/[A-Za-z0-9]{40}$/) }])
    const { pathname } = new URL(body.reset_link)
    expect((await server.anonymous.post(pathname, { password: 'a newer secret' })).status).toBe(200)
    expect((await server.anonymous.post('/login', { email: ada.email, password: 'a newer secret' })).status).toBe(200)
  })

  it('mails the same link if mail is configured (API-87)', async () => {
    const ada = await mailing.person({ name: 'Ada', password: PASSWORD })
    const { body } = await reset(ada.id, mailing.admin)
    const letter = mail.mails.find(({ to }) => to?.[0]?.address === ada.email)
    expect(letter?.text).toContain(body.reset_link)
  })

  it('is for admins, and not for disabled users (PERM-34)', async () => {
    const ada = await server.person({ name: 'Ada', password: PASSWORD })
    const bob = await server.person({ name: 'Bob' })
    expect((await reset(ada.id, bob)).status).toBe(403)
    await setTo(ada.id, { disabled_at: new Date() })
    expect(await reset(ada.id)).toMatchObject({ status: 404, body: { message: 'Not found' } })
  })
})

describe('disabling a user', () => {
  const disable = (id: number, by: Person = admin) => by.post<UserProfile & { code: string }>(`/api/users/${id}/disable`)
  const enable = (id: number, by: Person = admin) => by.delete<UserProfile & { code: string }>(`/api/users/${id}/disable`)

  it('returns the disabled user without an avatar; sessions and key end at once (API-84, USER-35)', async () => {
    const ada = await server.person({ name: 'Ada', password: PASSWORD })
    await setTo(ada.id, { profile_image_url: '/api/users/1/image/0000000000000000' })
    const browser = await server.signIn(ada.email, PASSWORD)
    expect((await browser.get('/api/session')).status).toBe(200)

    const { status, body } = await disable(ada.id)

    expect(status).toBe(200)
    expect(body).toMatchObject({
      is_disabled: true,
      disabled_at: expect.any(String),
      profile_image_url: '/static/images/avatar.svg',
    })
    expect((await browser.get('/api/session')).status).toBe(404)
    expect((await ada.get('/api/session')).status).toBe(404)
    expect(await actionsOn(ada.id)).toContain('user.disable')
  })

  it('refuses the sign-in of a disabled user like a wrong password (USER-55)', async () => {
    const ada = await server.person({ name: 'Ada', password: PASSWORD })
    await disable(ada.id)
    const refused = await server.anonymous.post('/login', { email: ada.email, password: PASSWORD })
    const unknown = await server.anonymous.post('/login', { email: 'nobody@example.com', password: PASSWORD })
    expect([refused.status, refused.body]).toEqual([unknown.status, unknown.body])
    expect(refused.status).toBe(401)
  })

  it('can be undone: the avatar is back, the old sessions are not (API-85, USER-36)', async () => {
    const ada = await server.person({ name: 'Ada', password: PASSWORD })
    const picture = '/api/users/1/image/0000000000000000'
    await setTo(ada.id, { profile_image_url: picture })
    const browser = await server.signIn(ada.email, PASSWORD)
    await disable(ada.id)

    const { status, body } = await enable(ada.id)

    expect([status, body]).toMatchObject([200, { is_disabled: false, disabled_at: null, profile_image_url: picture }])
    expect((await ada.get('/api/session')).status).toBe(200)
    expect((await browser.get('/api/session')).status).toBe(404)
  })

  it('is refused for oneself (PERM-37)', async () => {
    expect(await disable(admin.id)).toMatchObject({
      status: 403,
      body: { message: 'You cannot disable your own account. Please ask another admin to do this for you.' },
    })
    expect((await admin.get('/api/session')).status).toBe(200)
  })

  it('is for admins (PERM-34)', async () => {
    const ada = await server.person({ name: 'Ada' })
    const bob = await server.person({ name: 'Bob' })
    expect([(await disable(ada.id, bob)).status, (await enable(ada.id, bob)).status]).toEqual([403, 403])
    expect([(await disable(99_999_999)).status, (await enable(99_999_999)).status]).toEqual([404, 404])
  })
})

describe('deleting a user', () => {
  const remove = (id: number, by: Person = admin) => by.delete<UserProfile & { code: string }>(`/api/users/${id}`)

  it('deletes a pending user and returns them (API-83, USER-56)', async () => {
    const { body: user } = await create(newUser())
    expect(await remove(user.id)).toMatchObject({ status: 200, body: { id: user.id, name: user.name } })
    expect(await exists(user.id)).toBe(false)
    expect(await actionsOn(user.id)).toEqual(['user.create', 'user.delete'])
    expect((await remove(user.id)).status).toBe(404)
  })

  it('refuses users who have been active (USER-56)', async () => {
    const ada = await server.person({ name: 'Ada' })
    const refusal = { status: 403, body: { message: 'You cannot delete activated users. Please disable the user instead.' } }
    expect(await remove(ada.id)).toMatchObject(refusal)
    // A key works before the invitation is accepted, so the user may own something.
    const source = await buildDataSource(server)
    await buildQuery(ada, { data_source_id: source.id })
    await setTo(ada.id, { is_invitation_pending: true })
    expect(await remove(ada.id)).toMatchObject(refusal)
    expect(await exists(ada.id)).toBe(true)
  })

  it('is for admins, and refused for oneself (PERM-37, PERM-34)', async () => {
    const { body: user } = await create(newUser())
    const ada = await server.person({ name: 'Ada' })
    expect((await remove(user.id, ada)).status).toBe(403)
    expect(await remove(admin.id)).toMatchObject({
      status: 403,
      body: { message: 'You cannot delete your own account. Please ask another admin to do this for you.' },
    })
    expect(await exists(user.id)).toBe(true)
  })
})
