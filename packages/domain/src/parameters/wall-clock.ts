import dayjs, { type Dayjs } from 'dayjs'
import utc from 'dayjs/plugin/utc.js'
import { wallTime } from '../format/time-zone.ts'
import type { Weekday } from '../schedule/intervals.ts'

dayjs.extend(utc)

/** How days and weeks are counted. */
export interface Calendar {
  /** IANA name, such as `Europe/Berlin`. */
  timeZone: string
  /** The first day of the week. */
  weekStart: Weekday
}

/** The current time and the calendar in which dynamic dates are resolved. */
export interface ClockContext extends Calendar {
  now: Date
}

/**
 * The local time in a time zone, to the second, for calendar arithmetic that daylight saving does not affect. The fields are
 * stored as if they were UTC, so this is not an instant.
 */
export const wallClock = ({ now, timeZone }: Pick<ClockContext, 'now' | 'timeZone'>): Dayjs =>
  dayjs.utc(wallTime(timeZone, now.getTime())).startOf('second')
