import { MIN_REFRESH_SECONDS } from '../schedule/intervals.ts'
import { allIntervals, type RefreshPolicy } from '../schedule/policy.ts'
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

/** The configured rates, in seconds; those that the policy does not allow are there to be seen, but not to be chosen. */
export const offeredRates = (configured: readonly number[], policy: RefreshPolicy = allIntervals): RefreshRate[] =>
  configured.map((seconds) => ({ seconds, isAllowed: policy.allowsInterval(seconds) }))

/**
 * The rate that an address asks for, in whole seconds: none under the minimum; null when it asks for none.
 * @param text the value of `refresh`
 */
export function rateInAddress(text: string | undefined): number | null {
  if (text === undefined || !/^\d{1,7}(\.\d*)?$/.test(text)) return null
  return Math.max(MIN_REFRESH_SECONDS, Math.floor(Number(text)))
}
