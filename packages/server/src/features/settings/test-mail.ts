import { userOf } from '../../platform/authorize.ts'
import type { Context } from '../../platform/context.ts'
import { mailFailure } from '../../platform/mail/failure.ts'
import { layOut } from '../../platform/mail/letter.ts'
import type { Mailer } from '../../platform/mail/mailer.ts'

const MISSING = 'Email is not configured. Ask the operator to set SIGHTLINE_MAIL_URL and SIGHTLINE_MAIL_FROM.'

/** Sends the caller a mail that says it is a test. A refusal by the mail server is an answer, not a failure of the call. */
export async function testMail(ctx: Context): Promise<{ ok: boolean; message: string }> {
  const problem = await sendTestMail(ctx.mailer, userOf(ctx).email)
  return problem === null ? { ok: true, message: 'success' } : { ok: false, message: problem }
}

/** @returns why the mail was not sent, in one sentence; null when it was */
export async function sendTestMail(mailer: Mailer, to: string): Promise<string | null> {
  if (!mailer.isConfigured) return MISSING
  const letter = layOut({
    subject: 'Sightline test email',
    entries: [{ heading: 'Email works', link: null, facts: [['Sent to', to]], note: null }],
    reason: 'You received this email because someone sent a test from this installation of Sightline.',
  })
  try {
    await mailer.send({ ...letter, to })
    return null
  } catch (error) {
    return mailFailure(error).message
  }
}
