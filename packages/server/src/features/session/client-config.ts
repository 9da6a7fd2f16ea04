import type { ClientConfig } from '@sightline/contract/session.ts'
import type { Context } from '../../platform/context.ts'
import { VERSION } from '../../platform/version.ts'
import { readSettings } from '../settings/service.ts'
import { isNewerKnown } from './newer-version.ts'
import { signInMethods, takesPasswords } from './ways-in.ts'

const DATE_FORMATS = ['DD/MM/YY', 'MM/DD/YY', 'YYYY-MM-DD', 'DD/MM/YYYY']
const TIME_FORMATS = ['HH:mm', 'HH:mm:ss', 'HH:mm:ss.SSS']

/** What the browser needs to know of this installation. */
export async function clientConfig(ctx: Context): Promise<ClientConfig> {
  const settings = await readSettings(ctx)
  const isUser = ctx.viewer.kind === 'user'
  const isAskedForConsent = settings.beacon_consent === null && isUser && ctx.viewer.permissions.has('admin')
  return {
    ...(isUser ? { newVersionAvailable: isNewerKnown(ctx), version: VERSION } : {}),
    ...(isAskedForConsent ? { showBeaconConsentMessage: true } : {}),
    allowScriptsInUserInput: false,
    showPermissionsControl: settings.feature_show_permissions_control,
    hidePlotlyModeBar: settings.hide_plotly_mode_bar,
    disablePublicUrls: settings.disable_public_urls,
    allowParametersInEmbeds: ctx.config.allowsTextInEmbeds,
    multiByteSearchEnabled: settings.multi_byte_search_enabled,
    // Code of others runs only for people who have signed in, never on embedded or public pages.
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
    passwordLoginEnabled: takesPasswords(ctx.config, settings),
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
    helpUrl: ctx.config.helpUrl,
  }
}
