import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Mailer, openMailer } from '../../platform/mail/mailer.ts'
import { type DestinationService, startDestinationService } from '../../testing/destination-service.ts'
import { type MailServer, startMailServer } from '../../testing/mail-server.ts'
import email from './index.ts'

let service: DestinationService
let mailServer: MailServer
let mailer: Mailer
beforeAll(async () => {
  service = await startDestinationService()
  mailServer = await startMailServer()
  mailer = openMailer({ mailUrl: mailServer.url, mailFrom: 'sightline@example.com' })
})
afterAll(async () => {
  await Promise.all([service.close(), mailer.close()])
  await mailServer.close()
})

const addresses = 'ada@example.com, , bob@example.com,'

describe('a destination by email', () => {
  it('sends one mail to all addresses, with the subject of the destination (DEST-09)', async () => {
    const count = mailServer.mails.length
    await service.deliver('email', { addresses, subject_template: '{state}: {alert_name} {other}' }, {}, { mailer })
    expect(mailServer.mails.slice(count)).toMatchObject([
      {
        to: [{ address: 'ada@example.com' }, { address: 'bob@example.com' }],
        subject: 'TRIGGERED: Too many orders {other}',
        html: expect.stringContaining('<p>It is 120.</p>'),
      },
    ])
  })

  it('has a default subject, and prefers the subject of the alert', async () => {
    await service.deliver('email', { addresses }, {}, { mailer })
    expect(mailServer.mails.at(-1)?.subject).toBe('Alert: Too many orders changed status to TRIGGERED')
    await service.deliver('email', { addresses }, { subject: 'Look here' }, { mailer })
    expect(mailServer.mails.at(-1)?.subject).toBe('Look here')
  })

  it('reports the refused addresses, and does not send to the others twice', async () => {
    mailServer.refused.add('bob@example.com')
    await expect(service.deliver('email', { addresses }, {}, { mailer })).rejects.toMatchObject({
      message: 'The mail server did not accept the email for bob@example.com.',
      mayRetry: false,
    })
    mailServer.refused.clear()
  })

  it('needs a mail server', async () => {
    await expect(service.deliver('email', { addresses })).rejects.toMatchObject({
      message: 'Email is not configured. Ask the operator to set SIGHTLINE_MAIL_URL and SIGHTLINE_MAIL_FROM.',
      mayRetry: false,
    })
  })

  it('may be retried if the mail server is down, and does not reveal the password', async () => {
    const away = openMailer({ mailUrl: 'smtp://user:s3cret@127.0.0.1:1', mailFrom: 'sightline@example.com' })
    const failure = await service.deliver('email', { addresses }, {}, { mailer: away }).catch((error: unknown) => error)
    expect(failure).toMatchObject({
      mayRetry: true,
      message: expect.stringContaining('The mail server did not accept the email'),
    })
    expect(JSON.stringify(failure, Object.getOwnPropertyNames(failure))).not.toContain('s3cret')
  })

  it.each(['', ' , ', 'ada@example.com, nobody', 'Ada <ada@example.com>'])('refuses %j as addresses', (text) => {
    expect(email.config.safeParse({ addresses: text }).success).toBe(false)
  })
})
