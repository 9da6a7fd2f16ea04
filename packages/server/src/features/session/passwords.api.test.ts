import { eq } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import { accountWorld, MINUTE } from '../../testing/account-world.ts'
import { ADMIN } from '../../testing/server.ts'
import { auditEntries } from '../audit/tables.ts'
import { externalIdentities, userLinks } from '../users/tables.ts'

const { change, entriesOf, linkFor, mailTo, pending, post, postForm, rowOf, sessionOf, withPassword, world } = accountWorld()

describe('a forgotten password', () => {
  it('sends a mail with a reset link, which works once and signs in (OPEN-68)', async () => {
    const person = await withPassword()
    expect(await post('/forgot', { email: person.email.toUpperCase() })).toMatchObject({ status: 200 })
    const { subject, text, html } = await mailTo(person.email)
    expect(subject).toBe('Reset your password')
    const [, token = ''] = new RegExp(`${world.server.url}/reset/([A-Za-z0-9]{40})\\n`).exec(text ?? '') ?? []
    expect(html).toContain(`href="${world.server.url}/reset/${token}"`)

    const { status, body, headers } = await post(`/reset/${token}`, { password: 'new password' })
    expect([status, body]).toEqual([200, { next: './' }])
    expect((await sessionOf(headers)).body).toMatchObject({ user: { id: person.id } })
    expect((await world.server.signIn(person.email, 'new password')).cookies.value('session')).not.toBeNull()
    expect((await post('/login', { email: person.email, password: 'old password' })).status).toBe(401)
    expect(await post(`/reset/${token}`, { password: 'third password' })).toMatchObject({
      status: 400,
      body: { code: 'link_used' },
    })
    expect(await entriesOf(person)).toEqual(
      expect.arrayContaining(['user.reset_password', 'user.change_password', 'session.sign_in']),
    )
  })

  it('replaces the API key unless the user keeps it, and notifies them by mail', async () => {
    const person = await withPassword()
    const before = (await rowOf(person)).api_key
    const reset = async (body: object) => post(`/reset/${await linkFor('reset', person)}`, body)
    expect((await reset({ password: 'new password', keep_api_key: true })).status).toBe(200)
    expect((await rowOf(person)).api_key).toBe(before)
    expect((await person.get('/api/session')).status).toBe(200)
    expect(await entriesOf(person)).not.toContain('user.regenerate_key')

    expect((await reset({ password: 'third password' })).status).toBe(200)
    expect((await rowOf(person)).api_key).toMatch(/^[A-Za-z0-9]{40}$/)
    expect((await person.get('/api/session')).status).toBe(404)
    expect(await entriesOf(person)).toContain('user.regenerate_key')
    expect((await mailTo(person.email)).subject).toBe('Your password was changed')
  })

  it('responds alike for unknown, disabled and known users, with the same work, and mails a notice to disabled ones', async () => {
    const person = await withPassword()
    const disabled = await withPassword()
    await change(disabled, { disabled_at: new Date() })
    const enqueue = vi.spyOn(world.server.services.queue, 'enqueue')
    const emails = ['nobody@example.com', disabled.email, person.email, 'no address']
    const replies = []
    for (const email of emails) replies.push(await post('/forgot', { email }))
    expect(enqueue.mock.calls.map(([{ name }]) => name)).toEqual(emails.map(() => 'mail_password_reset'))
    enqueue.mockRestore()
    for (const { status, body } of replies) expect([status, body]).toEqual([200, replies[0]?.body])
    expect((await mailTo(disabled.email)).subject).toBe('Your Sightline account is disabled')
    await mailTo(person.email)
    expect(world.mail.mails.some(({ to }) => to?.some(({ address: to }) => to === 'nobody@example.com'))).toBe(false)
  })

  it('responds to a plain form with a page', async () => {
    const reply = await postForm('/forgot', { email: 'nobody@example.com' })
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(await reply.text()).toContain('we have sent it a password reset link')
  })

  it('responds to a plain form in the language of the browser alone (OPEN-720)', async () => {
    const form = (language: string) => postForm('/forgot', { email: 'nobody@example.com' }, { 'accept-language': language })
    const page = await (await form('de')).text()
    for (const part of ['<html lang="de" dir="ltr">', 'einen Link zum Zurücksetzen', 'Zurück zur Anmeldung'])
      expect(page).toContain(part)
    expect(await (await form('ar')).text()).toContain('<html lang="ar" dir="rtl">')
  })

  it('sends nothing to users of external logins without a password', async () => {
    const person = await world.server.person()
    await world.server.services.db
      .insert(externalIdentities)
      .values({ provider: 'oidc', issuer: 'i', subject: 's', user_id: person.id, created_at: new Date() })
    const after = await withPassword()
    await post('/forgot', { email: person.email })
    await post('/forgot', { email: after.email })
    await mailTo(after.email)
    expect(await world.server.services.db.select().from(userLinks).where(eq(userLinks.user_id, person.id))).toEqual([])
    const token = await linkFor('reset', person)
    expect(await post(`/reset/${token}`, { password: 'a password' })).toMatchObject({
      status: 403,
      body: { code: 'no_password_account' },
    })
    expect((await rowOf(person)).password_hash).toBeNull()
  })

  it('sends no link with a host taken from the request', async () => {
    const person = await withPassword()
    const after = await withPassword()
    for (const host of ['evil.example', `127.0.0.1.evil.example`, '198.51.100.7']) {
      const reply = await post('/forgot', { email: person.email }, { 'x-forwarded-host': host })
      expect(reply.status).toBe(200)
    }
    await post('/forgot', { email: after.email })
    await mailTo(after.email)
    expect(world.mail.mails.some(({ to }) => to?.some(({ address: to }) => to === person.email))).toBe(false)
    expect(world.server.log.join('')).toContain('set SIGHTLINE_BASE_URL')
  })

  it('is limited to ten requests per hour and IP address', async () => {
    const headers = { 'x-forwarded-for': '198.51.100.9' }
    const ask = () => world.server.anonymous.post('/forgot', { email: 'nobody@example.com' }, headers)
    for (let time = 0; time < 10; time++) expect((await ask()).status).toBe(200)
    expect(await ask()).toMatchObject({ status: 429, body: { message: '10 per 1 hour' } })
  })

  it('accepts only strings, and nothing from other sites', async () => {
    for (const email of [{ select: 1 }, ['a@example.com'], 7, null]) expect((await post('/forgot', { email })).status).toBe(400)
    expect(await post('/forgot', { email: ADMIN.email }, { 'sec-fetch-site': 'cross-site' })).toMatchObject({
      status: 400,
      body: { code: 'csrf_invalid' },
    })
  })
})

describe('a link', () => {
  it('for a password reset expires after one hour (OPEN-68)', async () => {
    const person = await withPassword()
    const token = await linkFor('reset', person)
    const start = Date.now()
    world.server.clock.now = new Date(start + 59 * MINUTE)
    expect((await world.server.anonymous.get(`/api/links/reset/${token}`)).body).toEqual({
      name: person.name,
      email: person.email,
    })
    world.server.clock.now = new Date(start + 61 * MINUTE)
    for (const reply of [
      await post(`/reset/${token}`, { password: 'new password' }),
      await world.server.anonymous.get(`/api/links/reset/${token}`),
    ]) {
      expect(reply).toMatchObject({
        status: 400,
        body: { message: 'Your invite link has expired. Please ask for a new one.', code: 'link_expired' },
      })
    }
    expect((await world.server.anonymous.get(`/reset/${token}`)).status).toBe(400)
  })

  it('of one kind is invalid for another kind, and a made-up one is always invalid', async () => {
    const person = await withPassword()
    const invited = await pending()
    const reset = await linkFor('reset', person)
    const invite = await linkFor('invite', invited)
    for (const path of [`/invite/${reset}`, `/reset/${invite}`, `/reset/${'a'.repeat(40)}`, '/reset/%00']) {
      expect([path, await post(path, { password: 'new password' })]).toMatchObject([
        path,
        { status: 400, body: { message: 'Your invite link is invalid. Bad signature. Please double-check the token.' } },
      ])
    }
    expect((await world.server.anonymous.get(`/verify/${reset}`)).status).toBe(400)
    expect((await rowOf(person)).is_email_verified).toBe(true)
  })

  it('ends with a changed email address, with a newer link, and for a deleted or disabled user', async () => {
    const moved = await withPassword()
    const first = await linkFor('reset', moved)
    const second = await linkFor('reset', moved)
    expect(await post(`/reset/${first}`, { password: 'new password' })).toMatchObject({ body: { code: 'link_used' } })
    await change(moved, { email: `moved-${moved.email}` })
    expect(await post(`/reset/${second}`, { password: 'new password' })).toMatchObject({ body: { code: 'link_used' } })

    const disabled = await withPassword()
    const token = await linkFor('reset', disabled)
    await change(disabled, { disabled_at: new Date() })
    expect(await post(`/reset/${token}`, { password: 'new password' })).toMatchObject({
      status: 400,
      body: { message: 'Your invite link is invalid. Bad user id in token. Please ask for a new one.' },
    })
  })

  it('cannot be used by a form of another site', async () => {
    const person = await withPassword()
    const token = await linkFor('reset', person)
    const reply = await post(`/reset/${token}`, { password: 'new password' }, { 'sec-fetch-site': 'cross-site' })
    expect(reply).toMatchObject({ status: 400, body: { code: 'csrf_invalid' } })
    expect((await post(`/reset/${token}`, { password: 'new password' })).status).toBe(200)
  })

  it('works for only one of two concurrent requests', async () => {
    const person = await withPassword()
    const token = await linkFor('reset', person)
    const replies = await Promise.all(
      ['one password', 'two passwords'].map((password) => post(`/reset/${token}`, { password })),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400])
  })

  it('is stored as a hash, and not logged', async () => {
    const person = await withPassword()
    const token = await linkFor('reset', person)
    const rows = await world.server.services.db.select().from(userLinks).where(eq(userLinks.user_id, person.id))
    expect(JSON.stringify(rows)).not.toContain(token)
    await post(`/reset/${token}`, { password: 'short' })
    await post(`/reset/${token}`, { password: 'new password' })
    expect(world.server.log.join('')).not.toContain(token)
    expect(JSON.stringify(await world.server.services.db.select().from(auditEntries))).not.toContain(token)
  })

  it('requires a password of six characters, with the error message of Redash (USER-47)', async () => {
    const person = await withPassword()
    const token = await linkFor('reset', person)
    for (const [body, message] of [
      [{}, 'Bad Request'],
      [undefined, 'Bad Request'],
      [{ password: '' }, 'Cannot use empty password.'],
      [{ password: '12345' }, 'Password length is too short (<6).'],
      [{ password: '12345678' }, 'This password is one of the most common ones. Please choose another.'],
    ] as const) {
      expect(await post(`/reset/${token}`, body)).toMatchObject({ status: 400, body: { message } })
    }
    for (const password of [{ length: 10 }, ['123456'], 1234567, null]) {
      expect((await post(`/reset/${token}`, { password })).status).toBe(400)
    }
    const form = await postForm(`/reset/${token}`, { password: '12345' })
    expect(form.status).toBe(400)
    expect(await form.text()).toContain('<p class="alert alert-danger" role="alert">Password length is too short (&lt;6).</p>')
    const done = await postForm(`/reset/${token}`, { password: 'six-67' })
    expect([done.status, done.headers.get('location')]).toEqual([302, '/'])
  })
})

describe('an invitation', () => {
  it('is accepted with a password, which signs the user in (OPEN-68)', async () => {
    const person = await pending()
    const token = await linkFor('invite', person)
    expect((await world.server.anonymous.get(`/invite/${token}`)).status).toBe(200)
    const { status, headers } = await post(`/invite/${token}`, {
      password: 'a password',
      is_admin: true,
      group_ids: [1],
      permissions: ['admin'],
    })
    expect(status).toBe(200)
    expect((await sessionOf(headers)).body).toMatchObject({ user: { id: person.id } })
    expect(await rowOf(person)).toMatchObject({ is_invitation_pending: false, group_ids: person.groupIds })
    expect(await entriesOf(person)).toContain('user.accept_invitation')
    for (const reply of [
      await post(`/invite/${token}`, { password: 'other one' }),
      await world.server.anonymous.get(`/api/links/invite/${token}`),
    ]) {
      expect(reply).toMatchObject({
        status: 400,
        body: { message: 'This invitation has already been accepted. Please try resetting your password instead.' },
      })
    }
    expect((await world.server.anonymous.get(`/invite/${token}`)).status).toBe(400)
  })

  it('does not allow signing in before it is accepted (SES-05)', async () => {
    const person = await pending()
    for (const password of ['', 'a password']) {
      expect((await post('/login', { email: person.email, password })).status).toBe(401)
    }
  })
})

describe('a verification', () => {
  it('is requested by signed-in users, and completed by the button of its page, not by opening it (OPEN-79, HOME-08, API-89)', async () => {
    const person = await withPassword('Ada\r\nBcc: eve@example.com')
    await change(person, { is_email_verified: false })
    const browser = await world.server.signIn(person.email, 'old password')
    expect((await browser.get('/api/session')).body).toMatchObject({ messages: ['email-not-verified'] })
    expect(await browser.post('/verification_email/')).toMatchObject({
      status: 200,
      body: { message: 'Please check your email inbox in order to verify your email address.' },
    })
    const { subject, text, bcc } = await mailTo(person.email)
    expect([subject, bcc]).toEqual(['Ada Bcc: eve@example.com, please verify your email address', undefined])
    const [, token = ''] = /\/verify\/([A-Za-z0-9]{40})/.exec(text ?? '') ?? []
    expect((await world.server.anonymous.get(`/verify/${token}`)).status).toBe(200)
    expect((await browser.get('/api/session')).body).toMatchObject({ messages: ['email-not-verified'] })
    expect(await post(`/verify/${token}`)).toMatchObject({ status: 200, body: { email: person.email } })
    expect((await browser.get('/api/session')).body).toMatchObject({ messages: [] })
    expect((await world.server.anonymous.get(`/api/links/verify/${token}`)).status).toBe(200)
    expect(await world.server.anonymous.get('/api/links/verify/nothing')).toMatchObject({
      status: 400,
      body: { message: 'Your verification link is invalid. Please ask for a new one.' },
    })
    expect(await entriesOf(person)).toContain('user.verify_email')
  })

  it('fails with the reason if its mail cannot be sent (HOME-08)', async () => {
    const person = await withPassword()
    await change(person, { is_email_verified: false })
    const browser = await world.server.signIn(person.email, 'old password')
    const { mailer } = world.server.services
    vi.spyOn(mailer, 'send').mockRejectedValueOnce(new Error('connect ECONNREFUSED'))
    expect(await browser.post('/verification_email/')).toMatchObject({
      status: 502,
      body: { message: 'The email was not sent. Please ask an administrator to check the mail settings.' },
    })
    vi.spyOn(mailer, 'isConfigured', 'get').mockReturnValueOnce(false)
    expect(await browser.post('/verification_email/')).toMatchObject({ status: 400, body: { code: 'mail_not_configured' } })
  })

  it('is not mailed without a session, nor to verified users (PERM-41)', async () => {
    expect(await post('/verification_email/')).toMatchObject({ status: 404, body: { code: 'unauthenticated' } })
    const person = await withPassword()
    expect((await person.post('/verification_email/')).status).toBe(200)
    expect(await world.server.services.db.select().from(userLinks).where(eq(userLinks.user_id, person.id))).toEqual([])
  })
})
