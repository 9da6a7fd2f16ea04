import dayjs, { type Dayjs } from 'dayjs'
import utc from 'dayjs/plugin/utc.js'
import { wallTime } from '../format/time-zone.ts'

dayjs.extend(utc)

/** The current time and the time zone in which dynamic dates are resolved. */
export interface ClockContext {
  now: Date
  /** IANA name, such as `Europe/Berlin`. */
  timeZone: string
}

/**
 * The local time in a time zone, to the second, for calendar arithmetic that daylight saving does not affect. The fields are
 * stored as if they were UTC, so this is not an instant.
 */
export const wallClock = ({ now, timeZone }: ClockContext): Dayjs =>
  dayjs.utc(wallTime(timeZone, now.getTime())).startOf('second')
