import { t } from '@lingui/core/macro'
import type { ApiKeyScope } from '@sightline/contract/api-key-scopes.ts'
import type { ApiKey } from '@sightline/contract/api-keys.ts'

/** The scopes as people read them. */
export const scopeTexts: Record<ApiKeyScope, { label: string; description: string }> = {
  read: { label: t`Read`, description: t`Lists, definitions and stored results.` },
  run: { label: t`Run queries`, description: t`Runs queries on the data sources, and writes dashboards as files.` },
  edit: { label: t`Edit`, description: t`Creates, changes and deletes queries with their schedules, dashboards and alerts.` },
  administer: {
    label: t`Administer`,
    description: t`Users, groups, data sources, settings and your own account. Such a key can give itself all other rights.`,
  },
}

/** The scopes of a key in one line. */
export const scopesText = (scopes: readonly ApiKeyScope[]): string => scopes.map((scope) => scopeTexts[scope].label).join(', ')

type KeyState = 'valid' | 'expired' | 'revoked'

/** A revoked key is called so even if it has expired since. */
export function keyState({ is_expired, revoked_at }: Pick<ApiKey, 'is_expired' | 'revoked_at'>): KeyState {
  if (revoked_at !== null) return 'revoked'
  return is_expired ? 'expired' : 'valid'
}

/** The lifetime of a new key: days, until a date, or no end. */
export type Lifetime = '30' | '90' | '365' | 'date' | 'never'

/** @param maxDays the longest lifetime that the organization allows; null for no limit */
export function lifetimes(maxDays: number | null): { value: Lifetime; label: string }[] {
  const days = (['30', '90', '365'] as const).filter((value) => maxDays === null || Number(value) <= maxDays)
  return [
    ...days.map((value) => ({ value, label: t`In ${value} days` })),
    { value: 'date', label: t`On a date` },
    ...(maxDays === null ? [{ value: 'never' as const, label: t`Never` }] : []),
  ]
}

const DAY_MS = 86_400_000

/**
 * When a key expires.
 * @param date `YYYY-MM-DD`, the last day of a key with the lifetime `date`, which ends in the time zone of the browser
 * @returns ISO 8601; null for no end; undefined while no date is chosen
 */
export function expiryOf(lifetime: Lifetime, date: string | null, now: number): string | null | undefined {
  if (lifetime === 'never') return null
  if (lifetime !== 'date') return new Date(now + Number(lifetime) * DAY_MS).toISOString()
  return date === null ? undefined : new Date(`${date}T23:59:59`).toISOString()
}
