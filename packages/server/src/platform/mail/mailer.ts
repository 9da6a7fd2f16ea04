import type { Transporter } from 'nodemailer'
import type { Config } from '../config.ts'

/** A mail reached some of those it was for, but not these. */
export class RecipientsRefused extends Error {
  constructor(addresses: readonly string[]) {
    super(`The mail server did not take the mail for ${addresses.join(', ')}.`)
    this.name = 'RecipientsRefused'
  }
}

export interface Mail {
  /** One address, or several that see each other. */
  to: string | readonly string[]
  subject: string
  text: string
  html: string
  /** PNGs that the HTML shows, as `cid:` and their id. */
  pictures?: readonly { id: string; png: Uint8Array }[]
  /** The same each time this very mail is sent, so that programs which know it show it once. */
  key?: string
  /** An address that ends what brings such mails, when a program posts to it. */
  unsubscribe?: string
}

/** Sends mail through the mail server of the settings. */
export interface Mailer {
  /** False when the settings name no mail server or no sender: then nothing can be sent. */
  readonly isConfigured: boolean
  /**
   * Hands one mail over to the mail server.
   * @throws when the server did not take it, or none is configured; `RecipientsRefused` when it took it for some alone
   */
  send(mail: Mail): Promise<void>
  close(): Promise<void>
}

const CONNECT_LIMIT_MS = 10_000
const SILENCE_LIMIT_MS = 30_000

/** Opens the way to the mail server; the connection itself is made with the first mail. */
export function openMailer({ mailUrl: url, mailFrom: from }: Pick<Config, 'mailUrl' | 'mailFrom'>): Mailer {
  if (url === null || from === null) {
    return {
      isConfigured: false,
      async send() {
        throw new Error('No mail can be sent: SIGHTLINE_MAIL_URL and SIGHTLINE_MAIL_FROM name the mail server and the sender.')
      },
      async close() {},
    }
  }
  let transport: Promise<Transporter> | null = null
  return {
    isConfigured: true,
    async send({ to, subject, text, html, pictures = [], key, unsubscribe }) {
      transport ??= connect(url)
      const mailServer = await transport
      const { rejected = [] } = await mailServer.sendMail({
        from,
        to: [to].flat().map((address) => ({ name: '', address })),
        subject,
        text,
        html,
        attachments: pictures.map(({ id, png }) => ({
          cid: id,
          content: Buffer.from(png),
          contentType: 'image/png',
          contentDisposition: 'inline' as const,
          filename: `${id}.png`,
        })),
        ...(key === undefined ? {} : { messageId: `<${key}@sightline>` }),
        ...(unsubscribe === undefined ? {} : { headers: oneClick(unsubscribe) }),
        // Nothing of a mail is ever read from a file or an address that its content names.
        disableFileAccess: true,
        disableUrlAccess: true,
      })
      if (rejected.length > 0) throw new RecipientsRefused(rejected)
    },
    async close() {
      if (transport !== null) (await transport).close()
    },
  }
}

/** What lets programs that show mail offer an end, without a page to visit (RFC 8058). */
const oneClick = (address: string) => ({
  'List-Unsubscribe': `<${address}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

/** Loaded with the first mail, which most processes never send. */
async function connect(url: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    connectionTimeout: CONNECT_LIMIT_MS,
    greetingTimeout: CONNECT_LIMIT_MS,
    socketTimeout: SILENCE_LIMIT_MS,
  })
}
