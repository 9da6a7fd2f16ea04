import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { permissions } from './permissions.ts'

export const CurrentUser = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  profile_image_url: z.string(),
  groups: z.array(z.int()),
  permissions: z.array(z.enum(permissions)),
})
export type CurrentUser = z.infer<typeof CurrentUser>

/** The caller behind a query key or a dashboard token: nobody, but allowed to see one thing. */
export const KeyUser = z.object({ permissions: z.array(z.string()), apiKey: z.string() })

/** A way to sign in besides email and password. */
export const SignInMethod = z.object({
  name: z.enum(['google', 'oidc', 'saml', 'ldap', 'remote_user']),
  /** What stands behind `Continue with`. */
  title: z.string(),
  /** Where it begins, below the site's root. */
  path: z.string(),
})
export type SignInMethod = z.infer<typeof SignInMethod>

/** A ground that maps can lie on, drawn of tiles that a server of others has. */
export const MapTileLayer = z.object({
  name: z.string(),
  /** Address of a tile with `{z}`, `{x}` and `{y}`; `{s}` stands for a, b or c, and `{r}` for `@2x` on fine screens. */
  url: z.string(),
  /** Whom the tiles are of, shown on the map as text. */
  attribution: z.string(),
})
export type MapTileLayer = z.infer<typeof MapTileLayer>

export const ClientConfig = z.object({
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
  /** Ours: the grounds that maps can lie on; the first is the default, and none means that no server is asked for any. */
  mapTileLayers: z.array(MapTileLayer),
  autoPublishNamedQueries: z.boolean(),
  extendedAlertOptions: z.boolean(),
  mailSettingsMissing: z.boolean(),
  /** Seconds. */
  dashboardRefreshIntervals: z.array(z.int()),
  /** Seconds. */
  queryRefreshIntervals: z.array(z.int()),
  /** Ours: seconds between two refreshes, of dashboards and of queries with a schedule, at least. */
  minRefreshInterval: z.int(),
  googleLoginEnabled: z.boolean(),
  ldapLoginEnabled: z.boolean(),
  /** Ours: whether accounts here have passwords to sign in with. */
  passwordLoginEnabled: z.boolean(),
  /** Ours. */
  signInWays: z.array(SignInMethod),
  pageSize: z.int(),
  pageSizeOptions: z.array(z.int()),
  /** Characters. */
  tableCellMaxJSONSize: z.int(),
  /** Absolute address of `/`, with a trailing slash. */
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
  /** Ours: where the documentation is, with a trailing slash; null for the one that comes with the product. */
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

/** A JSON sign-in (a form post to the same path is answered with redirects instead). */
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
    summary: 'Who is signed in, and the settings of this installation',
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
    summary: 'Signs the caller out everywhere else',
    reply: z.object({ ended: z.int() }),
  }),
  signOut: endpoint({
    method: 'POST',
    path: '/logout',
    access: 'user',
    ours: true,
    summary: 'Ends the session of the caller',
    reply: z.undefined(),
  }),
  mailVerification: endpoint({
    method: 'POST',
    path: '/verification_email/',
    access: 'user',
    summary: 'Mails the caller a link that proves their email address, unless it is proved',
    reply: z.object({ message: z.string() }),
  }),
  link: endpoint({
    method: 'GET',
    path: '/api/links/:kind/:token',
    access: 'anyone',
    ours: true,
    summary: 'Whom a link of an invitation, a new password or a verification is for, as long as it works',
    params: z.object({ kind: z.enum(['invite', 'reset', 'verify']), token: z.string().max(100) }),
    reply: z.object({ name: z.string(), email: z.string() }),
  }),
  verifyEmail: endpoint({
    method: 'POST',
    path: '/verify/:token',
    access: 'anyone',
    ours: true,
    summary: 'Takes the link of a verification as the proof of an email address',
    params: z.object({ token: z.string().max(100) }),
    reply: z.object({ name: z.string(), email: z.string() }),
  }),
}
