import {
  defaultSettings,
  OrganizationSettings,
  type SettingsChanges,
  type ShownSettings,
} from '@sightline/contract/settings.ts'
import { isTimeZone } from '@sightline/domain/parameters/wall-clock.ts'
import type { Context, Services } from '../../platform/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import * as audit from '../audit/service.ts'
import { signInMethods } from '../session/ways-in.ts'
import { settingChanges } from './differences.ts'
import * as store from './store.ts'

/** The organization's settings, defaults filled in; before set-up, the defaults. */
export async function readSettings({ db }: Pick<Services, 'db'>): Promise<OrganizationSettings> {
  const organization = await store.findOrganization(db)
  return withDefaults(organization?.settings)
}

/** The settings as admins see them. */
export async function show(ctx: Context): Promise<{ settings: ShownSettings }> {
  return { settings: shown(await readSettings(ctx)) }
}

/**
 * Saves some of the settings; all others stay. Signing in with a password stays possible as long as it is the only way in.
 * @throws AppError `invalid_input` for a value that its type allows and its meaning does not
 */
export async function save(ctx: Context, changes: SettingsChanges): Promise<{ settings: ShownSettings }> {
  refuseMeaningless(changes)
  return ctx.db.transaction(async (db) => {
    const stored = await store.lockSettings(db)
    const before = withDefaults(stored)
    const changed = { ...changes, ...keptOpen(ctx, { ...before, ...changes }) }
    const after = { ...before, ...changed }
    const differences = settingChanges(before, after)
    if (differences.length > 0) {
      await store.storeSettings(db, { ...stored, ...changed })
      await audit.recordAction({ ...ctx, db }, 'settings.change', { details: { changes: differences } })
    }
    return { settings: shown(after) }
  })
}

/** Switches signing in with a password on again: for the operator, when every other way in has failed. */
export async function enablePasswordLogin(services: Pick<Services, 'db' | 'now'>, actor: audit.Actor): Promise<void> {
  await services.db.transaction(async (db) => {
    const stored = await store.lockSettings(db)
    const before = withDefaults(stored)
    const after = { ...before, auth_password_login_enabled: true }
    const differences = settingChanges(before, after)
    if (differences.length === 0) return
    await store.storeSettings(db, { ...stored, auth_password_login_enabled: true })
    await audit.record(
      { ...services, db },
      { actor, origin: null, action: 'settings.change', details: { changes: differences } },
    )
  })
}

const withDefaults = (stored: Record<string, unknown> = {}): OrganizationSettings =>
  OrganizationSettings.parse({ ...defaultSettings, ...stored })

/**
 * What must hold whatever is wanted: nobody may lock everybody out. SAML that is not set up yet lets the switch go off, as the wire
 * has it, and passwords are taken until it is (`takesPasswords`).
 */
const keptOpen = ({ config }: Pick<Services, 'config'>, wanted: OrganizationSettings) =>
  wanted.auth_saml_enabled || signInMethods(config, wanted).length > 0 ? {} : { auth_password_login_enabled: true }

function shown({ beacon_consent, ...settings }: OrganizationSettings): ShownSettings {
  return beacon_consent === null ? settings : { ...settings, beacon_consent }
}

function refuseMeaningless({ time_zone, auth_saml_sp_settings: spSettings }: SettingsChanges): void {
  if (time_zone !== undefined && !isTimeZone(time_zone)) {
    throw invalid('time_zone', 'it must be the name of a time zone, such as Europe/Berlin')
  }
  if (spSettings && !isJsonObject(spSettings)) throw invalid('auth_saml_sp_settings', 'it must be a JSON object')
}

const invalid = (name: keyof OrganizationSettings, what: string) =>
  new AppError('invalid_input', { reason: `"${name}" is not valid: ${what}.` })

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}
