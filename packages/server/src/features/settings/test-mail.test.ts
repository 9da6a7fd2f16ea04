import { afterAll, beforeAll, expect, it } from 'vitest'
import { openMailer } from '../../platform/mail/mailer.ts'
import { type MailServer, startMailServer } from '../../testing/mail-server.ts'
import { sendTestMail } from './test-mail.ts'

let mailServer: MailServer
beforeAll(async () => {
  mailServer = await startMailServer()
})
afterAll(() => mailServer.close())

const send = async (url: string | null, to = 'ops@example.com') => {
  const mailer = openMailer({ mailUrl: url, mailFrom: 'sightline@example.com' })
  return sendTestMail(mailer, to).finally(() => mailer.close())
}

it('sends a mail that says it is a test', async () => {
  expect(await send(mailServer.url)).toBeNull()
  expect(mailServer.mails).toMatchObject([
    { to: [{ address: 'ops@example.com' }], subject: 'Sightline test email', text: expect.stringContaining('Email works') },
  ])
})

it("reports the mail server's response without the password", async () => {
  mailServer.refused.add('full@example.com')
  expect(await send(mailServer.url, 'full@example.com')).toMatch(
    /^The mail server did not accept the email: .*Mailbox is full\.$/,
  )
  const url = new URL(mailServer.url)
  url.password = 's3cret'
  const problem = await send(url.href)
  expect(problem).toContain('Invalid username or password')
  expect(problem).not.toContain('s3cret')
})

it('reports a missing or unreachable mail server', async () => {
  expect(await send(null)).toContain('SIGHTLINE_MAIL_URL and SIGHTLINE_MAIL_FROM')
  expect(await send('smtp://127.0.0.1:1')).toBe('The mail server did not accept the email: ESOCKET.')
})
