import { isDeepStrictEqual } from 'node:util'
import type { OrganizationSettings } from '@sightline/contract/settings.ts'

/** Settings whose text may hold what only the two sides of a sign-in should know: that they have changed is all that is told. */
const UNTOLD: ReadonlySet<string> = new Set<keyof OrganizationSettings>(['auth_saml_sp_settings'])

/** A setting that has changed. */
export interface SettingChange {
  name: string
  from?: unknown
  to?: unknown
}

/** Which settings have changed, by name, and from what to what. */
export function settingChanges(before: OrganizationSettings, after: OrganizationSettings): SettingChange[] {
  const then = new Map<string, unknown>(Object.entries(before))
  return Object.entries(after)
    .filter(([name, to]) => !isDeepStrictEqual(then.get(name), to))
    .map(([name, to]) => (UNTOLD.has(name) ? { name } : { name, from: then.get(name), to }))
}
