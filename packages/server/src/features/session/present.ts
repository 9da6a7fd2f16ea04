import type { ClientConfig, Session } from '@sightline/contract/session.ts'
import type { Context, UserViewer } from '../../platform/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { VERSION } from '../../platform/version.ts'
import { acceptsPasswords, organizationIdentity, readSettings, signInMethods } from '../settings/service.ts'
import * as users from '../users/service.ts'
import { plugInTypes } from '../visualizations/service.ts'
import { isNewerVersionKnown } from './newer-version.ts'

const ORGANIZATION_SLUG = 'default'

/** The signed-in user, and the settings of this installation. */
export async function presentSession(ctx: Context): Promise<Session> {
  const { viewer } = ctx
  if (viewer.kind === 'nobody' || viewer.kind === 'scim') throw new AppError('unauthenticated')
  if (viewer.kind !== 'user')
    return { user: { permissions: [], apiKey: viewer.apiKey }, messages: [], ...(await presentConfig(ctx)) }
  const profile = await users.profileOf(ctx, viewer.id)
  return {
    ...signedIn(ctx, viewer, profile),
    org_slug: ORGANIZATION_SLUG,
    client_config: await clientConfig(ctx, profile),
  }
}

/** The settings of this installation, for everybody. */
export async function presentConfig(ctx: Context) {
  return {
    org_slug: ORGANIZATION_SLUG,
    client_config: await clientConfig(ctx, { time_zone: null, week_start: null, language: null }),
  }
}

function signedIn({ config }: Context, viewer: UserViewer, profile: Profile): Pick<Session, 'user' | 'messages'> {
  return {
    user: {
      id: viewer.id,
      name: viewer.name,
      email: viewer.email,
      profile_image_url: profile.profile_image_url,
      groups: viewer.groupIds,
      permissions: [...viewer.permissions],
    },
    messages: [
      ...(profile.is_email_verified ? [] : (['email-not-verified'] as const)),
      ...(config.allowsTextInEmbeds ? (['using-deprecated-embed-feature'] as const) : []),
    ],
  }
}

type Profile = Awaited<ReturnType<typeof users.profileOf>>

const DATE_FORMATS = ['DD/MM/YY', 'MM/DD/YY', 'YYYY-MM-DD', 'DD/MM/YYYY']
const TIME_FORMATS = ['HH:mm', 'HH:mm:ss', 'HH:mm:ss.SSS']

/** The settings that the web app needs. @param own the settings of the reader; null for those of the organization */
async function clientConfig(ctx: Context, own: Pick<Profile, 'time_zone' | 'week_start' | 'language'>): Promise<ClientConfig> {
  // Read together, they share a look at the database.
  const [settings, { name: orgName, logoUrl }] = await Promise.all([readSettings(ctx), organizationIdentity(ctx)])
  const isUser = ctx.viewer.kind === 'user'
  const isAskedForConsent = settings.beacon_consent === null && isUser && ctx.viewer.permissions.has('admin')
  return {
    ...(isUser ? { newVersionAvailable: isNewerVersionKnown(ctx), version: VERSION } : {}),
    ...(isAskedForConsent ? { showBeaconConsentMessage: true } : {}),
    orgName,
    logoUrl,
    allowScriptsInUserInput: false,
    showPermissionsControl: settings.feature_show_permissions_control,
    chartColors: settings.chart_colors,
    hidePlotlyModeBar: settings.hide_plotly_mode_bar,
    disablePublicUrls: settings.disable_public_urls,
    allowParametersInEmbeds: ctx.config.allowsTextInEmbeds,
    multiByteSearchEnabled: settings.multi_byte_search_enabled,
    // Custom JavaScript charts run only for signed-in users, never on embedded or public pages.
    allowCustomJSVisualizations: isUser && ctx.config.allowsCustomCharts,
    mapTileLayers: ctx.config.mapTiles,
    autoPublishNamedQueries: ctx.config.publishesNamedQueries,
    extendedAlertOptions: false,
    mailSettingsMissing: !ctx.mailer.isConfigured,
    dashboardRefreshIntervals: ctx.config.dashboardRefreshIntervals,
    queryRefreshIntervals: ctx.config.queryRefreshIntervals,
    minRefreshInterval: ctx.config.minRefreshInterval,
    googleLoginEnabled: ctx.config.signIn.google !== null,
    ldapLoginEnabled: ctx.config.signIn.ldap !== null,
    passwordLoginEnabled: acceptsPasswords(ctx.config, settings),
    signInWays: signInMethods(ctx.config, settings),
    pageSize: ctx.config.pageSize,
    pageSizeOptions: ctx.config.pageSizeOptions,
    tableCellMaxJSONSize: ctx.config.maxCellJson,
    basePath: ctx.baseUrl,
    dateFormat: settings.date_format,
    dateFormatList: [...new Set([...DATE_FORMATS, settings.date_format])],
    timeFormatList: [...new Set([...TIME_FORMATS, settings.time_format])],
    dateTimeFormat: `${settings.date_format} ${settings.time_format}`,
    integerFormat: settings.integer_format,
    floatFormat: settings.float_format,
    thousandsSeparator: settings.thousands_separator,
    decimalSeparator: settings.decimal_separator,
    nullValue: settings.null_value,
    plugInVisualizations: plugInTypes(),
    maxApiKeyDays: settings.max_api_key_days,
    timeZone: own.time_zone ?? settings.time_zone,
    weekStart: own.week_start ?? settings.week_start,
    language: own.language,
    helpUrl: ctx.config.helpUrl,
  }
}
