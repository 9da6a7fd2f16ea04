import type { Interval } from './cohort.ts'

const DAY_MS = 86_400_000

/**
 * The interval at which groups begin: monthly if all dates are the first of a month, weekly if all are whole weeks apart, else daily.
 * @param dates ISO 8601; one with a zone counts as the nearest day, because midnight elsewhere is another time in UTC
 * @returns null for fewer than two different dates, which have no interval
 */
export function intervalOf(dates: readonly string[]): Interval | null {
  const days = [...new Set(dates.map((date) => Math.round(Date.parse(date) / DAY_MS)))].filter(Number.isFinite)
  const [first] = days
  if (first === undefined || days.length < 2) return null
  if (days.every((day) => new Date(day * DAY_MS).getUTCDate() === 1)) return 'monthly'
  return days.every((day) => (day - first) % 7 === 0) ? 'weekly' : 'daily'
}
