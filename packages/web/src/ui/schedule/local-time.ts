import type { Schedule } from '@sightline/contract/queries.ts'
import { formatDate } from '@sightline/domain/format/date.ts'
import { localTimeOf } from '@sightline/domain/schedule/display.ts'

const DAY_MS = 86_400_000

/** The UTC offset of the browser's time zone at a time, in minutes; it changes with daylight saving time. */
export const utcOffsetAt = (time: Date): number => -time.getTimezoneOffset()

/**
 * A future time in the user's time zone: `Today, 2026-11-22 14:05`, `Tomorrow, …`, `Mon, …`.
 * @param pattern date and time format of the installation
 * @param offsetAt returns the UTC offset of the user at a time, in minutes
 */
export function dueTimeText(due: Date, now: Date, pattern: string, offsetAt = utcOffsetAt): string {
  const local = (at: Date) => at.getTime() + offsetAt(at) * 60_000
  const days = Math.floor(local(due) / DAY_MS) - Math.floor(local(now) / DAY_MS)
  const day = days === 0 ? 'Today' : days === 1 ? 'Tomorrow' : formatDate(local(due), 'ddd')
  return `${day}, ${formatDate(local(due), pattern)}`
}

/** The stored time in UTC: `23:15 UTC`, with the weekday if it differs from the local one. */
export function utcText({ time, day_of_week }: Schedule, utcOffset: number): string {
  const local = localTimeOf({ interval: null, time, day_of_week, until: null }, utcOffset)
  const isSameDay = local === null || local.day_of_week === day_of_week
  return `${isSameDay ? '' : `${day_of_week} `}${time} UTC`
}
