import { t } from '@lingui/core/macro'
import type { Schedule } from '@sightline/contract/queries.ts'
import { formatDate } from '@sightline/domain/format/date.ts'
import { wallTime } from '@sightline/domain/format/time-zone.ts'
import { localWeekday } from '@sightline/domain/language/local.ts'
import { localTimeOf, onClock } from '@sightline/domain/schedule/display.ts'
import { timeInUtc } from '@sightline/domain/schedule/due.ts'
import { weekdayName } from '../../language/weekday-name.ts'

const DAY_MS = 86_400_000

/**
 * A future time in the time zone of the reader: `Today, 2026-11-22 14:05`, `Tomorrow, …`, `Mon, …`.
 * @param pattern date and time format of the installation
 */
export function dueTimeText(due: Date, now: Date, pattern: string, timeZone: string): string {
  const local = wallTime(timeZone, due.getTime())
  const days = Math.floor(local / DAY_MS) - Math.floor(wallTime(timeZone, now.getTime()) / DAY_MS)
  const day = days === 0 ? t`Today` : days === 1 ? t`Tomorrow` : localWeekday(new Date(local).getUTCDay())
  return `${day}, ${formatDate(local, pattern)}`
}

/**
 * The text beside the time of an edited schedule: the time of its next run in UTC, `23:15 UTC`, with the weekday if it differs from
 * the local one. A time that is kept in another zone than the reader's has the name of that zone before it; one that is kept in UTC
 * is followed by what the reader's clock shows then, `UTC (00:15 in Europe/Berlin)`.
 */
export function clockText(schedule: Schedule, timeZone: string, now: Date): string {
  const kept = localTimeOf(schedule)
  if (kept !== null && schedule.time_zone === 'UTC' && timeZone !== 'UTC') {
    const here = onClock(kept, timeZone, now)
    const time = `${here.day_of_week === kept.day_of_week ? '' : named(here.day_of_week)}${here.time}`
    return t`UTC (${time} in ${timeZone})`
  }
  const { time, day_of_week } = timeInUtc(schedule, now)
  const isSameDay = day_of_week === null || day_of_week === schedule.local_day_of_week
  const zone = schedule.time_zone === undefined || schedule.time_zone === timeZone ? '' : `${schedule.time_zone}, `
  return `${zone}${isSameDay ? '' : named(day_of_week)}${time} UTC`
}

/** A weekday before a time; '' for none. @param name the English one, as it is stored */
const named = (name: string | null): string => (name === null ? '' : `${weekdayName(name, 'long')} `)
