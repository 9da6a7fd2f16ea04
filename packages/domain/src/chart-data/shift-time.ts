export const shiftUnits = ['second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'] as const
export type ShiftUnit = (typeof shiftUnits)[number]

const DAY_MS = 86_400_000
const MILLISECONDS = { second: 1000, minute: 60_000, hour: 3_600_000, day: DAY_MS, week: 7 * DAY_MS }
const MONTHS = { month: 1, quarter: 3, year: 12 }

/**
 * The same time some seconds, minutes, hours, days, weeks, months, quarters or years earlier, as a calendar and a clock show it.
 * @param time milliseconds on that clock, as if it showed UTC
 * @param isEndOfMonth whether the last day of a month goes back to that of another
 * @returns null if that month does not have the day
 */
export function earlier(time: number, count: number, unit: ShiftUnit, isEndOfMonth: boolean): number | null {
  if (unit !== 'month' && unit !== 'quarter' && unit !== 'year') return time - count * MILLISECONDS[unit]
  const date = new Date(time)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() - count * MONTHS[unit]]
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const day = isEndOfMonth ? last : date.getUTCDate()
  return day > last ? null : Date.UTC(year, month, day) + (((time % DAY_MS) + DAY_MS) % DAY_MS)
}

/** Whether a time is on the last day of its month. */
export const isMonthEnd = (time: number): boolean => new Date(time + DAY_MS).getUTCDate() === 1
