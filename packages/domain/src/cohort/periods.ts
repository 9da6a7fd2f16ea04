const DAY_MS = 86_400_000

export const intervals = ['daily', 'weekly', 'monthly'] as const
export type Interval = (typeof intervals)[number]

/**
 * The beginning of the period that a date lies in: its day, its month, or its week. Weeks are counted from the first date, so that
 * they begin on the weekday on which the data does.
 * @param date milliseconds since the epoch, as all dates here
 */
export function startOf(date: number, interval: Interval, anchor: number): number {
  const day = Math.floor(date / DAY_MS) * DAY_MS
  if (interval === 'daily') return day
  if (interval === 'monthly') return Date.UTC(new Date(date).getUTCFullYear(), new Date(date).getUTCMonth(), 1)
  const firstDay = Math.floor(anchor / DAY_MS) * DAY_MS
  return firstDay + Math.floor((day - firstDay) / (7 * DAY_MS)) * 7 * DAY_MS
}

/** The beginnings of the periods from the first to the last, both with them. @param most of them */
export function periodsBetween(first: number, last: number, interval: Interval, most: number): number[] {
  const periods: number[] = []
  for (let start = first; start <= last && periods.length < most; start = next(start, interval)) periods.push(start)
  return periods
}

function next(start: number, interval: Interval): number {
  if (interval === 'monthly') {
    const date = new Date(start)
    return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)
  }
  return start + (interval === 'weekly' ? 7 : 1) * DAY_MS
}
