import { isServiceAddress } from '@sightline/contract/users.ts'
import type { Transporter } from 'nodemailer'
import type { Config } from '../config.ts'
import { LOGO_ID, type MailBrand, withBrand } from './page.ts'

/** The mail server accepted an email for some of its recipients, but not for these. */
export class RecipientsRefused extends Error {
  constructor(addresses: readonly string[]) {
    super(`The mail server did not accept the email for ${addresses.join(', ')}.`)
    this.name = 'RecipientsRefused'
  }
}

/** A file that an email carries. */
export interface MailFile {
  name: string
  type: string
  bytes: Uint8Array
}

export interface Mail {
  /** One email address, or several whose owners see each other. */
  to: string | readonly string[]
  subject: string
  text: string
  html: string
  /** PNGs that the HTML refers to by `cid:` and their id. */
  pictures?: readonly { id: string; png: Uint8Array }[]
  files?: readonly MailFile[]
  /** Equal for each attempt to send the same email, so that mail clients which check it show one copy. */
  key?: string
  /** URL to which a mail client can post to unsubscribe. */
  unsubscribe?: string
}

/** Sends email through the configured mail server. */
export interface Mailer {
  /** False if no mail server or no sender is configured: then nothing can be sent. */
  readonly isConfigured: boolean
  /**
   * Sends one email.
   * @throws if the server did not accept it or none is configured; `RecipientsRefused` if it accepted it for some recipients only
   */
  send(mail: Mail): Promise<void>
  close(): Promise<void>
}

const CONNECT_LIMIT_MS = 10_000
const SILENCE_LIMIT_MS = 30_000

/**
 * Creates a mailer. It connects to the mail server when it sends the first email.
 * @param readBrand reads the name and the logo of the organization, which each email gets
 */
export function openMailer(
  { mailUrl: url, mailFrom: from }: Pick<Config, 'mailUrl' | 'mailFrom'>,
  readBrand: () => Promise<MailBrand> = async () => ({ name: '', logo: null }),
): Mailer {
  if (url === null || from === null) {
    return {
      isConfigured: false,
      async send() {
        throw new Error('Email is not configured: set SIGHTLINE_MAIL_URL and SIGHTLINE_MAIL_FROM.')
      },
      async close() {},
    }
  }
  let transport: Promise<Transporter> | null = null
  return {
    isConfigured: true,
    async send({ to, subject, text, html, pictures = [], files = [], key, unsubscribe }) {
      const recipients = [to].flat().filter((address) => !isServiceAddress(address))
      if (recipients.length === 0) return
      transport ??= connect(url)
      const mailServer = await transport
      const brand = await readBrand()
      const { logo } = brand
      const images = pictures.map(({ id, png }) => ({ id, type: 'image/png', bytes: png }))
      const shown = logo === null ? images : [{ id: LOGO_ID, type: logo.type, bytes: logo.bytes }, ...images]
      const { rejected = [] } = await mailServer.sendMail({
        from,
        to: recipients.map((address) => ({ name: '', address })),
        subject,
        text: brand.name === '' ? text : `${text}\n\n${brand.name}`,
        html: withBrand(html, brand),
        attachments: [
          ...shown.map(({ id, type, bytes }) => ({
            cid: id,
            content: Buffer.from(bytes),
            contentType: type,
            contentDisposition: 'inline' as const,
            filename: `${id}.${type.replace('image/', '')}`,
          })),
          ...files.map(({ name, type, bytes }) => ({
            content: Buffer.from(bytes),
            contentType: type,
            contentDisposition: 'attachment' as const,
            filename: name,
          })),
        ],
        ...(key === undefined ? {} : { messageId: `<${key}@sightline>` }),
        ...(unsubscribe === undefined ? {} : { headers: oneClick(unsubscribe) }),
        // An email must never read files or URLs that its content names.
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

/** Headers that let mail clients offer to unsubscribe with one click, without visiting a page (RFC 8058). */
const oneClick = (address: string) => ({
  'List-Unsubscribe': `<${address}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

/** The library is loaded with the first email, because most processes never send one. */
async function connect(url: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    connectionTimeout: CONNECT_LIMIT_MS,
    greetingTimeout: CONNECT_LIMIT_MS,
    socketTimeout: SILENCE_LIMIT_MS,
  })
}
