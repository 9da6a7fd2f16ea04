import { MIN_REFRESH_SECONDS } from '../schedule/intervals.ts'
import { DAY, HOUR, MINUTE } from '../schedule/spans.ts'

/** Seconds. The rates at which a dashboard may refresh itself, where an installation names no others. */
export const DEFAULT_DASHBOARD_RATES: readonly number[] = [
  ...[1, 5, 10, 30].map((minutes) => minutes * MINUTE),
  HOUR,
  12 * HOUR,
  DAY,
]

/** A rate on offer. */
export interface RefreshRate {
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
