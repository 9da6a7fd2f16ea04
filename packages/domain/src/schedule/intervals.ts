import { DAY, HOUR, MINUTE } from './spans.ts'

/** Seconds. No schedule refreshes more often. */
export const MIN_REFRESH_SECONDS = 30

/** Seconds. The refresh intervals to choose from, where an installation names no others. */
export const DEFAULT_REFRESH_INTERVALS: readonly number[] = [
  ...[1, 5, 10, 15, 30].map((minutes) => minutes * MINUTE),
  ...[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((hours) => hours * HOUR),
  ...[1, 7, 14, 30].map((days) => days * DAY),
]

/** The intervals of a configured list that an installation can have, in seconds: each once, none too short, shortest first. */
export const usableIntervals = (configured: readonly number[]): number[] =>
  [...new Set(configured)].filter((seconds) => seconds >= MIN_REFRESH_SECONDS).sort((one, other) => one - other)

/**
 * What the schedule dialog offers: Never, the configured intervals that the installation allows, and the one in force.
 * @param chosen the interval in force, in seconds, which stays choosable whatever the list says; null for never
 * @param shortest seconds between two runs at least
 */
export function offeredIntervals(
  configured: readonly number[],
  chosen: number | null,
  shortest: number = MIN_REFRESH_SECONDS,
): (number | null)[] {
  const allowed = usableIntervals(configured).filter((seconds) => seconds >= shortest)
  return [null, ...usableIntervals(chosen === null ? allowed : [...allowed, chosen])]
}
