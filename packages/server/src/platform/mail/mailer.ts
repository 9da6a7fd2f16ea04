import type { Transporter } from 'nodemailer'
import type { Config } from '../config.ts'

export interface Mail {
  /** One address. */
  to: string
  subject: string
  text: string
  html: string
}

/** Sends mail through the mail server of the settings. */
export interface Mailer {
  /** False when the settings name no mail server or no sender: then nothing can be sent. */
  readonly isConfigured: boolean
  /**
   * Hands one mail over to the mail server.
   * @throws when the server did not take it, or none is configured
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
    async send({ to, ...content }) {
      transport ??= connect(url)
      const mailServer = await transport
      await mailServer.sendMail({
        from,
        to: { name: '', address: to },
        ...content,
        // Nothing of a mail is ever read from a file or an address that its content names.
        disableFileAccess: true,
        disableUrlAccess: true,
      })
    },
    async close() {
      if (transport !== null) (await transport).close()
    },
  }
}

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
