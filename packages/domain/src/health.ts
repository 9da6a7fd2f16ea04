import type { Schedule } from '@sightline/contract/queries.ts'
import { i18n } from './language/i18n.ts'
import { hasEnded } from './schedule/due.ts'

/** The refreshes of a query that failed since its latest result. A refresh is a run whose result the query would show. */
export interface RefreshFailure {
  /** How many failed in a row. */
  count: number
  /** When the first of them failed, ISO 8601. */
  since: string
  /** When the last of them failed, ISO 8601. */
  at: string
  /** Error message of the last one. */
  reason: string
}

/** Whether a shown result is up to date. `stale`: older than the schedule of its query promises. */
export type Health = 'ok' | 'failing' | 'stale'

/** A result is stale when it is older than this many intervals of its schedule, and `GRACE_S`. */
export const STALE_INTERVALS = 2.1
/** Seconds that a run may wait and take before its result counts as late. */
export const GRACE_S = 300

/**
 * The age in seconds at which a result is stale: one refresh was missed and the next is overdue. A tenth of an interval is
 * allowed on top, which covers the day of 25 hours in a daily schedule.
 * @returns null if the query is not scheduled now
 */
export function staleAfter(schedule: Schedule | null, now: Date): number | null {
  if (!schedule?.interval || schedule.disabled === true || hasEnded(schedule, now)) return null
  return Math.round(schedule.interval * STALE_INTERVALS) + GRACE_S
}

/**
 * The health of a shown result.
 * @param failedAt when a refresh of its query last failed; null if the last one succeeded
 * @param staleAge the age at which it is stale, in seconds; null for never
 * @param retrievedAt when the result was retrieved; null if there is none
 */
export function healthOf(failedAt: Date | null, staleAge: number | null, retrievedAt: Date | null, now: Date): Health {
  // A result of other parameter values may be newer than the failure: then the failure says nothing about it.
  if (failedAt !== null && (retrievedAt === null || retrievedAt < failedAt)) return 'failing'
  if (staleAge === null || retrievedAt === null) return 'ok'
  return now.getTime() - retrievedAt.getTime() > staleAge * 1000 ? 'stale' : 'ok'
}

/** The failure in words: `Refresh failed`, or `Refresh failed 3 times`. */
export const failureText = (failures: number): string =>
  failures > 1 ? i18n._('Refresh failed {failures} times', { failures }) : i18n._('Refresh failed')

/** The state `stale` in the head of a widget. */
export const staleText = (): string => i18n._('Refresh overdue')
