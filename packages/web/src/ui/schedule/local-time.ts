import type { Schedule } from '@sightline/contract/queries.ts'
import { formatDate } from '@sightline/domain/format/date.ts'
import { localTimeOf } from '@sightline/domain/schedule/display.ts'

const DAY_MS = 86_400_000

/** Minutes by which this browser's clock is ahead of UTC at a moment: not the same all year. */
export const utcOffsetAt = (moment: Date): number => -moment.getTimezoneOffset()

/**
 * A moment to come on the reader's clock: `Today, 2026-11-22 14:05`, `Tomorrow, …`, `Mon, …`.
 * @param pattern of the installation, for day and time
 * @param offsetAt minutes by which the reader's clock is ahead of UTC at a moment
 */
export function momentText(moment: Date, now: Date, pattern: string, offsetAt = utcOffsetAt): string {
  const local = (at: Date) => at.getTime() + offsetAt(at) * 60_000
  const days = Math.floor(local(moment) / DAY_MS) - Math.floor(local(now) / DAY_MS)
  const day = days === 0 ? 'Today' : days === 1 ? 'Tomorrow' : formatDate(local(moment), 'ddd')
  return `${day}, ${formatDate(local(moment), pattern)}`
}

/** The stored time beside the local one: `23:15 UTC`, with its weekday where that is another one than here. */
export function utcText({ time, day_of_week }: Schedule, utcOffset: number): string {
  const local = localTimeOf({ interval: null, time, day_of_week, until: null }, utcOffset)
  const isSameDay = local === null || local.day_of_week === day_of_week
  return `${isSameDay ? '' : `${day_of_week} `}${time} UTC`
}
