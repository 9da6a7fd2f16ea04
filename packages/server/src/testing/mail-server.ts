import { once } from 'node:events'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

const USER = 'reports'
const PASSWORD = 'p4ss of the mail server'

/** A running mail server. */
export interface MailServer {
  /** For SIGHTLINE_MAIL_URL, with the name and password that it asks for. */
  url: string
  /** The password, which must not leak. */
  password: string
  /** Received mails, oldest first. */
  mails: Email[]
  /** Recipients to refuse. */
  refused: Set<string>
  close(): Promise<void>
}

/** Starts a real SMTP server on a free port, which stores received mails. */
export async function startMailServer(): Promise<MailServer> {
  const mails: Email[] = []
  const refused = new Set<string>()
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth({ username, password }, _, done) {
      if (username === USER && password === PASSWORD) done(null, { user: username })
      else done(new Error('Invalid username or password'))
    },
    onRcptTo({ address }, _, done) {
      if (refused.has(address)) done(new Error('Mailbox is full'))
      else done()
    },
    onData(stream, _, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        PostalMime.parse(Buffer.concat(chunks)).then((mail) => {
          mails.push(mail)
          done()
        }, done)
      })
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const address = server.server.address()
  if (address === null || typeof address === 'string') throw new Error('The mail server has no port.')
  return {
    url: `smtp://${USER}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${address.port}`,
    password: PASSWORD,
    mails,
    refused,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
