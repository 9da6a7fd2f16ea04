import { isDeepStrictEqual } from 'node:util'
import type { Language } from '@sightline/contract/languages.ts'
import {
  defaultSettings,
  FROM_BROWSER,
  OrganizationSettings,
  type SettingsChanges,
  type ShownSettings,
} from '@sightline/contract/settings.ts'
import { numberMarks } from '@sightline/domain/format/number.ts'
import { isTimeZone } from '@sightline/domain/format/time-zone.ts'
import { nullTextOf, type ValueFormats } from '@sightline/domain/format/value.ts'
import { i18n } from '@sightline/domain/language/i18n.ts'
import type { Calendar } from '@sightline/domain/parameters/wall-clock.ts'
import { weekdayNumber } from '@sightline/domain/schedule/intervals.ts'
import type { Context, Services } from '../../platform/context.ts'
import { snapshotCached } from '../../platform/db/snapshot-cache.ts'
import { AppError } from '../../platform/http/errors.ts'
import * as audit from '../audit/service.ts'
import { logoUrl } from './logo.ts'
import { signInMethods } from './sign-in-methods.ts'
import * as store from './store.ts'

export { mailBrand, mailLogo } from './logo.ts'
export { acceptsPasswords, signInMethods } from './sign-in-methods.ts'

/** Every run of a query asks for the settings, and validating them takes longer than the rest of its checks. */
const validSettings = snapshotCached(
  async (db) => withDefaults((await store.findOrganization(db))?.settings),
  store.organizationTables,
)

/** The organization's settings with defaults filled in; before set-up, only the defaults. Callers share them and must not change them. */
export const readSettings = ({ db }: Pick<Services, 'db'>): Promise<OrganizationSettings> => validSettings(db)

/** The name and the logo of the organization; before set-up, an empty name. */
export async function organizationIdentity({ db }: Pick<Services, 'db'>): Promise<{ name: string; logoUrl: string | null }> {
  const { name = '', logo_hash = null } = (await store.findOrganization(db)) ?? {}
  return { name, logoUrl: logo_hash === null ? null : logoUrl(logo_hash) }
}

/** The settings and the name of the organization as admins see them. */
export async function show(ctx: Context): Promise<{ settings: ShownSettings }> {
  const [settings, { name }] = await Promise.all([readSettings(ctx), organizationIdentity(ctx)])
  return { settings: shown({ ...settings, org_name: name }) }
}

/**
 * Saves the settings that were sent. Password sign-in stays enabled as long as it is the only sign-in method.
 * @throws AppError `invalid_input` for semantically invalid values
 */
export async function save(ctx: Context, changes: SettingsChanges): Promise<{ settings: ShownSettings }> {
  refuseInvalid(changes)
  return ctx.db.transaction(async (db) => {
    const stored = await store.lockOrganization(db)
    const before = { ...withDefaults(stored.settings), org_name: stored.name }
    const changed = { ...changes, ...withPasswordLoginKept(ctx, { ...before, ...changes }) }
    const after = { ...before, ...changed }
    const differences = settingChanges(before, after)
    refuseEqualSeparators(after, differences)
    if (differences.length > 0) {
      const { org_name: name = stored.name, ...settings } = changed
      await store.storeOrganization(db, { name, settings: { ...stored.settings, ...settings } })
      await audit.recordAction({ ...ctx, db }, 'settings.change', { details: { changes: differences } })
    }
    return { settings: shown(after) }
  })
}

/** Enables password sign-in again, for the operator, in case all other methods fail. */
export async function enablePasswordLogin(services: Pick<Services, 'db' | 'now'>, actor: audit.Actor): Promise<void> {
  await services.db.transaction(async (db) => {
    const stored = await store.lockOrganization(db)
    const before = withDefaults(stored.settings)
    const after = { ...before, auth_password_login_enabled: true }
    const differences = settingChanges(before, after)
    if (differences.length === 0) return
    await store.storeOrganization(db, { ...stored, settings: { ...stored.settings, auth_password_login_enabled: true } })
    await audit.record(
      { ...services, db },
      { actor, origin: null, action: 'settings.change', details: { changes: differences } },
    )
  })
}

/** The settings with the name, which is stored beside them. */
type NamedSettings = OrganizationSettings & { org_name: string }

const withDefaults = (stored: Record<string, unknown> = {}): OrganizationSettings =>
  OrganizationSettings.parse({ ...defaultSettings, ...stored })

/**
 * Keeps password sign-in enabled if there is no other method, so that no one is locked out. As in Redash, enabling SAML is
 * enough to disable it, even before SAML is configured; until then `acceptsPasswords` still accepts passwords.
 */
const withPasswordLoginKept = ({ config }: Pick<Services, 'config'>, wanted: OrganizationSettings) =>
  wanted.auth_saml_enabled || signInMethods(config, wanted).length > 0 ? {} : { auth_password_login_enabled: true }

function shown({ beacon_consent, ...settings }: NamedSettings): ShownSettings {
  return beacon_consent === null ? settings : { ...settings, beacon_consent }
}

function refuseInvalid({ time_zone, auth_saml_sp_settings: spSettings }: SettingsChanges): void {
  if (time_zone !== undefined && time_zone !== FROM_BROWSER && !isTimeZone(time_zone)) {
    throw invalid('time_zone', i18n._('it must be the name of a time zone, such as Europe/Berlin'))
  }
  if (spSettings && !isJsonObject(spSettings)) throw invalid('auth_saml_sp_settings', i18n._('it must be a JSON object'))
}

/** 1.234 would be read as two numbers. Installations that have stored such separators can still save other settings. */
function refuseEqualSeparators(after: OrganizationSettings, differences: readonly SettingChange[]): void {
  const isChanged = differences.some(({ name }) => name === 'thousands_separator' || name === 'decimal_separator')
  if (isChanged && after.thousands_separator === after.decimal_separator)
    throw invalid('thousands_separator', i18n._('it must differ from the decimal separator'))
}

const invalid = (name: keyof OrganizationSettings, what: string) =>
  new AppError('invalid_input', { reason: i18n._('{field} is not valid: {problem}.', { field: `"${name}"`, problem: what }) })

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}

/** Settings that may contain secrets; the audit log records only that they changed. */
const UNTOLD: ReadonlySet<string> = new Set<keyof OrganizationSettings>(['auth_saml_sp_settings'])

/** A changed setting, for the audit log. */
export interface SettingChange {
  name: string
  from?: unknown
  to?: unknown
}

/** The settings that differ, with their values before and after. */
function settingChanges<Settings extends OrganizationSettings>(before: Settings, after: Settings): SettingChange[] {
  const then = new Map<string, unknown>(Object.entries(before))
  return Object.entries(after)
    .filter(([name, to]) => !isDeepStrictEqual(then.get(name), to))
    .map(([name, to]) => (UNTOLD.has(name) ? { name } : { name, from: then.get(name), to }))
}

/** The time zone and the first day of the week where there is no browser: in emails, files and scheduled runs. */
export const calendarOf = ({ time_zone, week_start }: Pick<OrganizationSettings, 'time_zone' | 'week_start'>): Calendar => ({
  timeZone: time_zone === FROM_BROWSER ? 'UTC' : time_zone,
  weekStart: weekdayNumber(week_start) ?? 0,
})

/** The language of messages that many read, and of people who have chosen none. */
export const organizationLanguage = async (services: Pick<Services, 'db'>): Promise<Language> =>
  (await readSettings(services)).language

/** The date and number formats of the organization. */
export async function readFormats(services: Pick<Services, 'db'>): Promise<ValueFormats> {
  const settings = await readSettings(services)
  return {
    dateFormat: settings.date_format,
    dateTimeFormat: `${settings.date_format} ${settings.time_format}`,
    integerFormat: settings.integer_format,
    floatFormat: settings.float_format,
    timeZone: calendarOf(settings).timeZone,
    numberMarks: numberMarks(settings.thousands_separator, settings.decimal_separator),
    nullText: nullTextOf(settings.null_value),
  }
}
