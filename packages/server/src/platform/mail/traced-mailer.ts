import type { Tracing } from '../tracing/tracing.ts'
import type { Mailer } from './mailer.ts'

/** The same mailer, which records a span for each email: without addresses, subjects and texts. */
export function tracedMailer(mailer: Mailer, tracing: Tracing): Mailer {
  if (!tracing.isOn) return mailer
  return {
    ...mailer,
    send(mail) {
      const attributes = { 'sightline.mail.recipients': [mail.to].flat().length }
      return tracing.within({ name: 'mail', kind: 'client', attributes }, () => mailer.send(mail))
    },
  }
}
