import { readFileSync } from 'node:fs'
import { isEmailAddress } from '@sightline/contract/users.ts'
import { i18n } from '@sightline/domain/language/i18n.ts'
import { z } from 'zod'
import { defineDestination } from '../destination.ts'
import { fillTemplate, splitList } from '../wording.ts'

const config = z.looseObject({
  addresses: z
    .string()
    .max(10_000)
    .refine(areAddresses, { error: () => i18n._('it must be email addresses with commas between them') }),
  subject_template: z
    .string()
    .max(1000)
    .default('Alert: {alert_name} changed status to {state}')
    .meta({ title: 'Subject Template', extra: true }),
})

/** Sends one mail to all addresses; the recipients see each other. */
export default defineDestination({
  type: 'email',
  name: 'Email',
  icon: 'fa-envelope',
  logo: readFileSync(new URL('logo.svg', import.meta.url), 'utf8'),
  config,
  sendsMail: true,
  async send({ alert, subject, email }, { addresses, subject_template }, out) {
    const worded = fillTemplate(subject_template, { alert_name: alert.name, state: alert.state.toUpperCase() })
    await out.mail({ ...email, to: splitList(addresses), subject: subject ?? worded })
  },
  async report({ email }, { addresses }, out) {
    await out.mail({ ...email, to: splitList(addresses) })
  },
})

function areAddresses(text: string): boolean {
  const addresses = splitList(text)
  return addresses.length > 0 && addresses.every(isEmailAddress)
}
