import { z } from 'zod'
import { ofKind, setting } from './setting.ts'
import { whole } from './values.ts'

export interface AccountConfig {
  /** Days after which a session ends, however actively it is used. */
  sessionDays: number
  /** Email domains, in lower case, that cannot be used for accounts; this includes their subdomains. */
  blockedEmailDomains: string[]
}

export const accountSettings = {
  SIGHTLINE_SESSION_DAYS: setting(whole(1, 365).default(30), {
    meaning: 'days after which a session ends, even if it is in use',
  }),
  SIGHTLINE_BLOCKED_EMAIL_DOMAINS: setting(
    ofKind(
      'domains, comma-separated',
      z.string().transform((list) =>
        list
          .toLowerCase()
          .split(',')
          .flatMap((domain) => domain.trim() || []),
      ),
    ).default(['qq.com']),
    { meaning: 'email domains, with their subdomains, that cannot get an account; a comma alone for none' },
  ),
}

type Given = z.output<z.ZodObject<typeof accountSettings>>

export const accountConfigFrom = (given: Given): AccountConfig => ({
  sessionDays: given.SIGHTLINE_SESSION_DAYS,
  blockedEmailDomains: given.SIGHTLINE_BLOCKED_EMAIL_DOMAINS,
})
