import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Language } from './languages.ts'
import { permissions } from './permissions.ts'
import { WeekStart } from './settings.ts'
import { PlugInVisualization } from './visualizations.ts'

export const CurrentUser = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  profile_image_url: z.string(),
  groups: z.array(z.int()),
  permissions: z.array(z.enum(permissions)),
})
export type CurrentUser = z.infer<typeof CurrentUser>

/** The caller with the key of a query or the token of a dashboard: not a user, but allowed to see one record. */
export const KeyUser = z.object({ permissions: z.array(z.string()), apiKey: z.string() })

/** A way to sign in besides email and password. */
export const SignInMethod = z.object({
  name: z.enum(['google', 'oidc', 'saml', 'ldap', 'remote_user']),
  /** The text after `Continue with`. */
  title: z.string(),
  /** Its start URL, relative to the root of the site. */
  path: z.string(),
})
export type SignInMethod = z.infer<typeof SignInMethod>

/** A background layer of maps, with tiles from an external server. */
export const MapTileLayer = z.object({
  name: z.string(),
  /** Tile URL with `{z}`, `{x}` and `{y}`; `{s}` is replaced by a, b or c, and `{r}` by `@2x` on high-density screens. */
  url: z.string(),
  /** The source of the tiles, shown on the map as plain text. */
  attribution: z.string(),
})
export type MapTileLayer = z.infer<typeof MapTileLayer>

export const ClientConfig = z.object({
  /** Ours: the name of the organization, for the sign-in page and the profile menu. */
  orgName: z.string(),
  /** Ours: URL path of the organization's logo; null without one. */
  logoUrl: z.string().nullable(),
  newVersionAvailable: z.boolean().optional(),
  version: z.string().optional(),
  showBeaconConsentMessage: z.literal(true).optional(),
  allowScriptsInUserInput: z.boolean(),
  showPermissionsControl: z.boolean(),
  hidePlotlyModeBar: z.boolean(),
  disablePublicUrls: z.boolean(),
  /** Ours: embeds may have text parameters. Deprecated. */
  allowParametersInEmbeds: z.boolean(),
  multiByteSearchEnabled: z.boolean(),
  allowCustomJSVisualizations: z.boolean(),
  /** Ours: the tile layers of maps; the first is the default. An empty list means that no tile server is contacted. */
  mapTileLayers: z.array(MapTileLayer),
  autoPublishNamedQueries: z.boolean(),
  extendedAlertOptions: z.boolean(),
  mailSettingsMissing: z.boolean(),
  /** Seconds. */
  dashboardRefreshIntervals: z.array(z.int()),
  /** Seconds. */
  queryRefreshIntervals: z.array(z.int()),
  /** Ours: minimum number of seconds between two refreshes of a dashboard or a scheduled query. */
  minRefreshInterval: z.int(),
  googleLoginEnabled: z.boolean(),
  ldapLoginEnabled: z.boolean(),
  /** Ours: whether users can sign in with a password. */
  passwordLoginEnabled: z.boolean(),
  /** Ours. */
  signInWays: z.array(SignInMethod),
  pageSize: z.int(),
  pageSizeOptions: z.array(z.int()),
  /** Characters. */
  tableCellMaxJSONSize: z.int(),
  /** Absolute URL of `/`, with a trailing slash. */
  basePath: z.string(),
  dateFormat: z.string(),
  dateFormatList: z.array(z.string()),
  timeFormatList: z.array(z.string()),
  dateTimeFormat: z.string(),
  integerFormat: z.string(),
  floatFormat: z.string(),
  thousandsSeparator: z.string(),
  decimalSeparator: z.string(),
  nullValue: z.string(),
  /** Ours: automatic colors of charts, as `#RRGGBB`; empty for those of the product. */
  chartColors: z.array(z.string()),
  /** Ours: the types of visualizations that plug-ins add. */
  plugInVisualizations: z.array(PlugInVisualization),
  /** Ours: the number of days within which new API keys must expire; null for no limit. */
  maxApiKeyDays: z.int().nullable(),
  /** Ours: the time zone in which the reader sees times: an IANA name, or `browser` for that of the browser. */
  timeZone: z.string(),
  /** Ours: the first day of the reader's week, or `browser` for that of the language of the browser. */
  weekStart: WeekStart,
  /** Ours: the language that the reader has chosen; null for that of the browser. */
  language: Language.nullable(),
  /** Ours: URL of the documentation, with a trailing slash; null for the documentation that is part of the product. */
  helpUrl: z.string().nullable(),
})
export type ClientConfig = z.infer<typeof ClientConfig>

export const Session = z.object({
  user: z.union([CurrentUser, KeyUser]),
  messages: z.array(z.enum(['email-not-verified', 'using-deprecated-embed-feature'])),
  org_slug: z.string(),
  client_config: ClientConfig,
})
export type Session = z.infer<typeof Session>

/** A JSON sign-in; a form post to the same path gets redirects instead. */
export const Credentials = z.object({
  email: z.string().max(320),
  password: z.string().max(1024),
  remember: z.boolean().optional(),
})

export const session = {
  get: endpoint({
    method: 'GET',
    path: '/api/session',
    access: 'viewer',
    summary: 'The signed-in user and the settings of this installation',
    reply: Session,
  }),
  config: endpoint({
    method: 'GET',
    path: '/api/config',
    access: 'anyone',
    summary: 'The settings of this installation',
    reply: z.object({ org_slug: z.string(), client_config: ClientConfig }),
  }),
  endOthers: endpoint({
    method: 'POST',
    path: '/api/session/end_others',
    access: 'user',
    ours: true,
    scope: 'administer',
    summary: 'Signs the caller out everywhere else',
    reply: z.object({ ended: z.int() }),
  }),
  signOut: endpoint({
    method: 'POST',
    path: '/logout',
    access: 'user',
    ours: true,
    scope: 'administer',
    summary: 'Ends the session of the caller',
    reply: z.undefined(),
  }),
  mailVerification: endpoint({
    method: 'POST',
    path: '/verification_email/',
    access: 'user',
    scope: 'administer',
    summary: 'Emails the caller a link that verifies their email address, unless it is verified',
    reply: z.object({ message: z.string() }),
  }),
  link: endpoint({
    method: 'GET',
    path: '/api/links/:kind/:token',
    access: 'anyone',
    ours: true,
    summary: 'The user that an invitation, password reset or verification link is for, while the link is valid',
    params: z.object({ kind: z.enum(['invite', 'reset', 'verify']), token: z.string().max(100) }),
    reply: z.object({ name: z.string(), email: z.string() }),
  }),
  verifyEmail: endpoint({
    method: 'POST',
    path: '/verify/:token',
    access: 'anyone',
    ours: true,
    summary: 'Verifies an email address with a verification link',
    params: z.object({ token: z.string().max(100) }),
    reply: z.object({ name: z.string(), email: z.string() }),
  }),
}
