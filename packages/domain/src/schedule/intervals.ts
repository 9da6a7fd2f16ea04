/** Seconds. */
export const MINUTE = 60
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR
export const WEEK = 7 * DAY

/** As they are stored, in the order in which they are offered. */
export const weekdays: readonly string[] = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** Where a week begins, and what a weekly schedule begins with. */
export const FIRST_WEEKDAY = 'Sunday'

/** Whether runs this many seconds apart can have a time of day. */
export const hasTimeOfDay = (interval: number): boolean => interval >= DAY

/** Whether runs this many seconds apart can have a day of the week: only whole weeks lead to the same day again. */
export const hasWeekday = (interval: number): boolean => interval > 0 && interval % WEEK === 0

/** Default refresh rates of dashboards, in seconds. */
export const DEFAULT_DASHBOARD_RATES: readonly number[] = [
  ...[1, 5, 10, 30].map((minutes) => minutes * MINUTE),
  HOUR,
  12 * HOUR,
  DAY,
]

/** A rate on offer. */
interface RefreshRate {
  seconds: number
  isAllowed: boolean
}

/**
 * The configured rates, in seconds. Those shorter than the installation allows can be seen, but not chosen.
 * @param shortest seconds between two refreshes at least
 */
export const offeredRates = (configured: readonly number[], shortest: number): RefreshRate[] =>
  configured.map((seconds) => ({ seconds, isAllowed: seconds >= shortest }))

/**
 * The rate that a URL asks for, in whole seconds: none under the minimum; null when it asks for none.
 * @param text the value of `refresh`
 * @param shortest seconds between two refreshes at least
 */
export function rateInUrl(text: string | undefined, shortest: number): number | null {
  if (text === undefined || !/^\d{1,7}(\.\d*)?$/.test(text)) return null
  return Math.max(MIN_REFRESH_SECONDS, shortest, Math.floor(Number(text)))
}

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
