import { z } from 'zod'
import { MAX_API_KEY_DAYS } from './api-key-scopes.ts'
import { endpoint, file } from './endpoint.ts'
import { inputProblems } from './input-problems.ts'
import { Language } from './languages.ts'

const text = (max = 255) => z.string().trim().max(max)
/** A date or time pattern such as `YYYY-MM-DD`. */
const format = z
  .string()
  .trim()
  .min(1)
  .max(64)
  .regex(/^[^<>&]*$/, inputProblems.format)
const { address: ADDRESS, blank: BLANK, colors: COLORS, apiKeyDays: API_KEY_DAYS, longName: LONG_NAME } = inputProblems
const address = z.union([z.literal('', ADDRESS), z.url({ protocol: /^https?$/, error: ADDRESS }).max(2048)], ADDRESS)
const domain = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$/, inputProblems.domain)

/** The time zone or first weekday that stands for that of each browser. Without a browser, UTC and Sunday are used. */
export const FROM_BROWSER = 'browser'

/** Characters of the name of the organization. */
export const MAX_NAME_LENGTH = 255

/** The name of the organization. */
export const OrganizationName = z.string().trim().min(1, BLANK).max(MAX_NAME_LENGTH, LONG_NAME)

/** The first day of the week, by its English name. */
export const WeekStart = z.enum(['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', FROM_BROWSER])
export type WeekStart = z.infer<typeof WeekStart>

/** The theme of people who have not chosen one: `auto` is that of their device. */
export const DefaultTheme = z.enum(['auto', 'light', 'dark'])
export type DefaultTheme = z.infer<typeof DefaultTheme>

/** Automatic colors of charts, as `#RRGGBB`. */
const ChartColors = z
  .array(
    z
      .string()
      .regex(/^#[0-9a-f]{6}$/i, COLORS)
      .transform((color) => color.toUpperCase()),
  )
  .refine((colors) => colors.length === 0 || (colors.length >= 3 && colors.length <= 12), COLORS)
  .refine((colors) => new Set(colors).size === colors.length, COLORS)

const fields = z.object({
  auth_password_login_enabled: z.boolean(),
  /** Users with an email address in one of these domains get an account at their first sign-in with Google. */
  auth_google_apps_domains: z
    .array(domain)
    .max(100)
    .transform((domains) => [...new Set(domains)]),
  auth_saml_enabled: z.boolean(),
  /** The source of the details: `dynamic` or '' for the metadata; `static` for the URL and certificate of these settings. */
  auth_saml_type: z.enum(['', 'static', 'dynamic']),
  auth_saml_entity_id: text(1024),
  auth_saml_metadata_url: address,
  auth_saml_nameid_format: text(),
  auth_saml_sso_url: address,
  /** The public certificate of the identity provider: PEM, or only its base64. */
  auth_saml_x509_cert: text(20_000),
  auth_saml_sp_settings: text(20_000),
  /** Ours: the claim with the user's groups; '' if the OpenID Connect provider sends none, and groups stay as they are. */
  auth_oidc_groups_claim: text(),
  /** Ours: the same for the attribute of SAML assertions. */
  auth_saml_groups_attribute: text(),
  /** Ours: the same for the attribute of users in the LDAP directory. */
  auth_ldap_groups_attribute: text(),
  // Stored for clients that read and write them; signing in with a JWT is not supported.
  auth_jwt_login_enabled: z.boolean(),
  auth_jwt_auth_issuer: text(1024),
  auth_jwt_auth_public_certs_url: address,
  auth_jwt_auth_audience: text(1024),
  auth_jwt_auth_cookie_name: text(),
  auth_jwt_auth_header_name: text(),
  auth_jwt_auth_algorithms: z.array(text(16)).max(16),
  date_format: format,
  time_format: format,
  integer_format: format,
  float_format: format,
  thousands_separator: z.string().max(8),
  decimal_separator: z.string().min(1).max(8),
  /** The text for a missing value. */
  null_value: z.string().max(64),
  /** Ours: the time zone in which times are shown: an IANA name, or `browser` for that of each browser. */
  time_zone: z.string().max(64),
  /** Ours: the first day of the week, or `browser` for that of the language of each browser. */
  week_start: WeekStart,
  /** Ours. */
  default_theme: DefaultTheme,
  /** Ours: the language of chat messages, and of people who have chosen none and whose browser asks for none that we have. */
  language: Language,
  /** Ours: the automatic colors of charts; empty for those of the product. */
  chart_colors: ChartColors,
  multi_byte_search_enabled: z.boolean(),
  feature_show_permissions_control: z.boolean(),
  send_email_on_failed_scheduled_queries: z.boolean(),
  hide_plotly_mode_bar: z.boolean(),
  disable_public_urls: z.boolean(),
  /** Ours: whether a new data source is shared with the group `default` if the request names no groups. */
  share_new_data_sources: z.boolean(),
  /** Ours: whether people who sign in with a password need a second factor. */
  require_second_factor: z.boolean(),
  /** Ours: the number of days within which new API keys must expire; null for no limit. */
  max_api_key_days: z.int(API_KEY_DAYS).min(1, API_KEY_DAYS).max(MAX_API_KEY_DAYS, API_KEY_DAYS).nullable(),
})

/** Settings of the organization, with the names of the API. `beacon_consent` is null until an admin has decided. */
export const OrganizationSettings = fields.extend({ beacon_consent: z.boolean().nullable() })
export type OrganizationSettings = z.infer<typeof OrganizationSettings>

/** The settings until an admin changes them. */
export const defaultSettings: OrganizationSettings = {
  beacon_consent: null,
  auth_password_login_enabled: true,
  auth_google_apps_domains: [],
  auth_saml_enabled: false,
  auth_saml_type: '',
  auth_saml_entity_id: '',
  auth_saml_metadata_url: '',
  auth_saml_nameid_format: '',
  auth_saml_sso_url: '',
  auth_saml_x509_cert: '',
  auth_saml_sp_settings: '',
  auth_oidc_groups_claim: '',
  auth_saml_groups_attribute: '',
  auth_ldap_groups_attribute: '',
  auth_jwt_login_enabled: false,
  auth_jwt_auth_issuer: '',
  auth_jwt_auth_public_certs_url: '',
  auth_jwt_auth_audience: '',
  auth_jwt_auth_cookie_name: '',
  auth_jwt_auth_header_name: '',
  auth_jwt_auth_algorithms: ['HS256', 'RS256', 'ES256'],
  date_format: 'YYYY-MM-DD',
  time_format: 'HH:mm',
  integer_format: '0,0',
  float_format: '0,0.00',
  thousands_separator: ',',
  decimal_separator: '.',
  null_value: 'null',
  time_zone: 'UTC',
  week_start: 'Sunday',
  default_theme: 'auto',
  language: 'en',
  chart_colors: [],
  multi_byte_search_enabled: false,
  feature_show_permissions_control: false,
  send_email_on_failed_scheduled_queries: false,
  hide_plotly_mode_bar: false,
  disable_public_urls: false,
  share_new_data_sources: true,
  require_second_factor: false,
  max_api_key_days: null,
}

/** A subset of the settings and the name; unknown names are refused. */
export const SettingsChanges = z
  .strictObject({ ...fields.shape, beacon_consent: z.boolean(), org_name: OrganizationName })
  .partial()
export type SettingsChanges = z.infer<typeof SettingsChanges>

/** The settings and the name in a response: `beacon_consent` is absent until an admin has decided. */
export const ShownSettings = fields.extend({
  beacon_consent: z.boolean().optional(),
  /** Ours: the name of the organization, as in set-up. */
  org_name: z.string(),
})
export type ShownSettings = z.infer<typeof ShownSettings>

const organization = {
  path: '/api/settings/organization',
  access: 'admin',
  reply: z.object({ settings: ShownSettings }),
} as const

/** URL path of the logo, which changes with the logo; null without one. */
const LogoUrl = z.object({ logo_url: z.string().nullable() })

const logo = { path: '/api/settings/organization/logo', access: 'admin', reply: LogoUrl, ours: true } as const

export const settings = {
  get: endpoint({ ...organization, method: 'GET', summary: 'The settings of the organization' }),
  save: endpoint({
    ...organization,
    method: 'POST',
    summary: 'Changes any of the settings of the organization, and returns all of them',
    body: SettingsChanges,
  }),
  logo: endpoint({
    method: 'GET',
    path: '/api/organization/logo/:hash',
    access: 'anyone',
    summary: 'The logo of the organization',
    params: z.object({ hash: z.string().regex(/^[0-9a-f]{16}$/) }),
    reply: file,
    ours: true,
  }),
  uploadLogo: endpoint({
    ...logo,
    method: 'POST',
    takesStream: true,
    summary: 'Sets the logo of the organization: the raw body, a PNG, JPEG or WebP of at most 1 MB',
  }),
  removeLogo: endpoint({ ...logo, method: 'DELETE', summary: 'Removes the logo of the organization' }),
  testMail: endpoint({
    method: 'POST',
    path: '/api/settings/test_mail',
    access: 'admin',
    summary: 'Sends the caller a test email',
    reply: z.object({ ok: z.boolean(), message: z.string() }),
    ours: true,
  }),
}
