import { RecipientsRefused } from './mailer.ts'

/** Why a mail was not sent. */
export interface MailFailure {
  /** A sentence, in the mail server's words where it has some. */
  message: string
  /** Whether the same mail may be taken when it is sent again. */
  mayRetry: boolean
}

const TOLD_CHARACTERS = 200
/** SMTP: from here on a refusal is for good. */
const FOR_GOOD = 500

/** What a failure of the mailer means. */
export function mailFailure(error: unknown): MailFailure {
  if (error instanceof RecipientsRefused) return { message: error.message, mayRetry: false }
  const [response, responseCode, code] = ['response', 'responseCode', 'code'].map((name) => fieldOf(error, name))
  const words = typeof response === 'string' ? response.replace(/\s+/g, ' ').trim().slice(0, TOLD_CHARACTERS) : ''
  const reason = words || (typeof code === 'string' ? code : 'it cannot be reached')
  const isForGood = typeof responseCode === 'number' && responseCode >= FOR_GOOD
  return { message: `The mail server did not take the mail: ${reason}.`, mayRetry: !isForGood }
}

const fieldOf = (error: unknown, name: string): unknown =>
  typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined
