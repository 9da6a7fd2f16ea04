import { RecipientsRefused } from './mailer.ts'

/** The reason why an email was not sent. */
export interface MailFailure {
  /** One sentence, with the mail server's own error message if there is one. */
  message: string
  /** Whether sending the same email again may succeed. */
  mayRetry: boolean
}

const MAX_REPLY_CHARACTERS = 200
/** SMTP reply codes from here on are permanent failures. */
const FOR_GOOD = 500

/** Converts an error of the mailer. */
export function mailFailure(error: unknown): MailFailure {
  if (error instanceof RecipientsRefused) return { message: error.message, mayRetry: false }
  const [response, responseCode, code] = ['response', 'responseCode', 'code'].map((name) => fieldOf(error, name))
  const reply = typeof response === 'string' ? response.replace(/\s+/g, ' ').trim().slice(0, MAX_REPLY_CHARACTERS) : ''
  const reason = reply || (typeof code === 'string' ? code : 'it cannot be reached')
  const isForGood = typeof responseCode === 'number' && responseCode >= FOR_GOOD
  return { message: `The mail server did not accept the email: ${reason}.`, mayRetry: !isForGood }
}

const fieldOf = (error: unknown, name: string): unknown =>
  typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined
