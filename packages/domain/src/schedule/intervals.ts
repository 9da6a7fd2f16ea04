/** Seconds. */
export const MINUTE = 60
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR
export const WEEK = 7 * DAY

/** A day of the week, as a number: 0 for Sunday to 6 for Saturday. */
export type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6

const weekdayNumbers: ReadonlyMap<string, Weekday> = new Map([
  ['Sunday', 0],
  ['Monday', 1],
  ['Tuesday', 2],
  ['Wednesday', 3],
  ['Thursday', 4],
  ['Friday', 5],
  ['Saturday', 6],
])

/** The stored names, in the order of the menu. */
export const weekdays: readonly string[] = [...weekdayNumbers.keys()]

/** The weekday with an English name; null for any other text. */
export const weekdayNumber = (name: string): Weekday | null => weekdayNumbers.get(name) ?? null

/** The first day of the week, and the initial weekday of a weekly schedule. */
export const FIRST_WEEKDAY = 'Sunday'

/** Whether a schedule with this interval in seconds can have a time of day. */
export const hasTimeOfDay = (interval: number): boolean => interval >= DAY

/** Whether a schedule with this interval in seconds can have a weekday: only whole weeks lead to the same weekday again. */
export const hasWeekday = (interval: number): boolean => interval > 0 && interval % WEEK === 0

/** Default refresh rates of dashboards, in seconds. */
export const DEFAULT_DASHBOARD_RATES: readonly number[] = [
  ...[1, 5, 10, 30].map((minutes) => minutes * MINUTE),
  HOUR,
  12 * HOUR,
  DAY,
]

/** A refresh rate that can be chosen. */
interface RefreshRate {
  seconds: number
  isAllowed: boolean
}

/**
 * The configured refresh rates, in seconds. Those below the minimum are shown but disabled.
 * @param shortest minimum number of seconds between two refreshes
 */
export const offeredRates = (configured: readonly number[], shortest: number): RefreshRate[] =>
  configured.map((seconds) => ({ seconds, isAllowed: seconds >= shortest }))

/**
 * The refresh rate of a URL in whole seconds, raised to the minimum; null if the URL has none.
 * @param text the value of `refresh`
 * @param shortest minimum number of seconds between two refreshes
 */
export function rateInUrl(text: string | undefined, shortest: number): number | null {
  if (text === undefined || !/^\d{1,7}(\.\d*)?$/.test(text)) return null
  return Math.max(MIN_REFRESH_SECONDS, shortest, Math.floor(Number(text)))
}

/** Minimum interval of a schedule in seconds. */
export const MIN_REFRESH_SECONDS = 30

/** Default refresh intervals in seconds, if none are configured. */
export const DEFAULT_REFRESH_INTERVALS: readonly number[] = [
  ...[1, 5, 10, 15, 30].map((minutes) => minutes * MINUTE),
  ...[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((hours) => hours * HOUR),
  ...[1, 7, 14, 30].map((days) => days * DAY),
]

/** The valid intervals of a configured list, in seconds: without duplicates and too short ones, in ascending order. */
export const usableIntervals = (configured: readonly number[]): number[] =>
  [...new Set(configured)].filter((seconds) => seconds >= MIN_REFRESH_SECONDS).sort((one, other) => one - other)

/**
 * The options of the schedule dialog: Never, the configured intervals from the minimum on, and the current one.
 * @param chosen the current interval in seconds, which is always an option; null for never
 * @param shortest minimum number of seconds between two runs
 */
export function offeredIntervals(
  configured: readonly number[],
  chosen: number | null,
  shortest: number = MIN_REFRESH_SECONDS,
): (number | null)[] {
  const allowed = usableIntervals(configured).filter((seconds) => seconds >= shortest)
  return [null, ...usableIntervals(chosen === null ? allowed : [...allowed, chosen])]
}
