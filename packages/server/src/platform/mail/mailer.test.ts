import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type MailServer, startMailServer } from '../../testing/mail-server.ts'
import { inLanguage } from '../language/reader.ts'
import { layOut } from './letter.ts'
import { openMailer } from './mailer.ts'

const FROM = 'Sightline <sightline@example.com>'
const letter = { subject: 'Two things happened', entries: [], reason: 'You asked for it.' }

let mailServer: MailServer
beforeAll(async () => {
  mailServer = await startMailServer()
})
afterAll(() => mailServer.close())

describe('the mailer', () => {
  it('sends an email through the configured mail server and from the configured sender', async () => {
    const mailer = openMailer({ mailUrl: mailServer.url, mailFrom: FROM })
    expect(mailer.isConfigured).toBe(true)
    await mailer.send({ to: 'ada@example.com', subject: 'Zürich → Genève', text: 'Grüße', html: '<p>Grüße</p>' })
    expect(mailServer.mails.at(-1)).toMatchObject({
      from: { name: 'Sightline', address: 'sightline@example.com' },
      to: [{ address: 'ada@example.com' }],
      subject: 'Zürich → Genève',
      text: expect.stringMatching(/^Grüße\s*$/),
      html: expect.stringContaining('<p>Grüße</p>'),
    })
    await mailer.close()
  })

  it('refuses to send with an error message if no mail server or no sender is configured', async () => {
    for (const settings of [
      { mailUrl: null, mailFrom: null },
      { mailUrl: null, mailFrom: FROM },
      { mailUrl: mailServer.url, mailFrom: null },
    ]) {
      const mailer = openMailer(settings)
      expect(mailer.isConfigured).toBe(false)
      await expect(mailer.send({ to: 'ada@example.com', ...layOut(letter) })).rejects.toThrow(
        'Email is not configured: set SIGHTLINE_MAIL_URL and SIGHTLINE_MAIL_FROM.',
      )
    }
  })

  it('fails without revealing the password if the mail server refuses an email', async () => {
    const url = new URL(mailServer.url)
    url.password = 'a wrong secret'
    const mailer = openMailer({ mailUrl: url.href, mailFrom: FROM })
    const failure = await mailer.send({ to: 'ada@example.com', ...layOut(letter) }).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(Error)
    expect(JSON.stringify(failure, Object.getOwnPropertyNames(failure))).not.toMatch(/wrong.secret/)
    await mailer.close()
  })

  it('treats the recipient as one address, even if it contains a comma', async () => {
    const mailer = openMailer({ mailUrl: mailServer.url, mailFrom: FROM })
    const count = mailServer.mails.length
    await mailer.send({ to: 'ada@example.com, bob@example.com', ...layOut(letter) }).catch(() => undefined)
    const recipients = mailServer.mails.slice(count).flatMap(({ to }) => to?.map(({ address }) => address))
    expect(recipients).not.toContain('bob@example.com')
    await mailer.close()
  })
})

describe('an email with entries', () => {
  const { text, html } = layOut({
    subject: 'Sightline failed',
    entries: [
      {
        heading: '#7 Orders <b>',
        link: 'https://example.com/queries/7',
        facts: [['Reason', 'a < b & "c"\n<script>alert(1)</script>']],
        note: 'It is the last one.',
      },
      { heading: '#8 Flights', link: null, facts: [], note: null },
    ],
    reason: 'You own it.',
  })

  it('has the same content as plain text and as HTML', () => {
    expect(text).toBe(
      'Sightline failed\n\n#7 Orders <b>\nhttps://example.com/queries/7\nReason: a < b & "c"\n<script>alert(1)</script>\n' +
        'It is the last one.\n\n#8 Flights\n\nYou own it.',
    )
    for (const part of [
      'Sightline failed',
      'https://example.com/queries/7',
      '#8 Flights',
      'It is the last one.',
      'You own it.',
    ]) {
      expect(html).toContain(part)
    }
  })

  it('has the gap between names and facts at the side at which lines end (OPEN-507)', () => {
    const entries = [{ heading: 'Orders', link: null, facts: [['Reason', 'none'] as [string, string]], note: null }]
    const paddingIn = (language: 'en' | 'ar') =>
      inLanguage(language, () =>
        /<td class="quiet" style="(padding:[^;]*)/.exec(layOut({ subject: '', entries, reason: '' }).html),
      )?.[1]
    expect([paddingIn('en'), paddingIn('ar')]).toEqual(['padding:2px 16px 2px 0', 'padding:2px 0 2px 16px'])
  })

  it('supports dark mode', () => {
    expect(html).toContain('@media (prefers-color-scheme: dark)')
    for (const name of ['page', 'card', 'link', 'note', 'quiet']) expect(html).toContain(`class="${name}"`)
  })

  it('escapes HTML in its content', () => {
    expect(html).toContain('#7 Orders &lt;b&gt;')
    expect(html).toContain('a &lt; b &amp; &quot;c&quot;\n&lt;script&gt;')
    expect(html).not.toContain('<script>')
  })
})
