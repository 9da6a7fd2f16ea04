import { isTimeZone } from '@sightline/domain/parameters/wall-clock.ts'
import { z } from 'zod'

/** Settings of the organization, spelled as on the wire, with what holds until somebody changes them. */
export const OrganizationSettings = z.object({
  beacon_consent: z.boolean().nullable().default(null),
  auth_password_login_enabled: z.boolean().default(true),
  date_format: z.string().default('YYYY-MM-DD'),
  time_format: z.string().default('HH:mm'),
  integer_format: z.string().default('0,0'),
  float_format: z.string().default('0,0.00'),
  thousands_separator: z.string().default(','),
  decimal_separator: z.string().default('.'),
  null_value: z.string().default('null'),
  /** Ours: the IANA name of the zone in which scheduled runs read dynamic dates. */
  time_zone: z.string().refine(isTimeZone, 'it must be the name of a time zone, such as Europe/Berlin').default('UTC'),
  multi_byte_search_enabled: z.boolean().default(false),
  feature_show_permissions_control: z.boolean().default(false),
  send_email_on_failed_scheduled_queries: z.boolean().default(false),
  hide_plotly_mode_bar: z.boolean().default(false),
  disable_public_urls: z.boolean().default(false),
})
export type OrganizationSettings = z.infer<typeof OrganizationSettings>
