import type { Schedule } from '@sightline/contract/queries.ts'
import { DAY, FIRST_WEEKDAY, HOUR, hasTimeOfDay, hasWeekday, MINUTE, WEEK, weekdays } from './intervals.ts'

/** UTC. */
const FIRST_TIME = '00:15'

const never: Schedule = { interval: null, time: null, day_of_week: null, until: null }

/** The initial schedule of the dialog. */
export const scheduleToEdit = (stored: Schedule | null): Schedule =>
  stored === null
    ? never
    : { interval: stored.interval, time: stored.time, day_of_week: stored.day_of_week, until: stored.until }

/** The schedule in the form in which it is saved; null for never. */
export const scheduleToSave = (edited: Schedule): Schedule | null => (edited.interval === null ? null : edited)

/**
 * Changes the interval. Fields that it does not support are cleared; fields that it requires are set.
 * @param interval seconds; null for never
 */
export function withInterval(schedule: Schedule, interval: number | null): Schedule {
  if (interval === null) return never
  return {
    ...schedule,
    interval,
    time: hasTimeOfDay(interval) ? (schedule.time ?? FIRST_TIME) : null,
    day_of_week: hasWeekday(interval) ? (schedule.day_of_week ?? FIRST_WEEKDAY) : null,
  }
}

/**
 * The local time of day and weekday; null for an interval without a time.
 * @param utcOffset minutes by which local time is ahead of UTC
 */
export const localTimeOf = ({ time, day_of_week }: Schedule, utcOffset: number): WeekTime | null =>
  time === null ? null : toLocal({ time, day_of_week }, utcOffset)

/** Changes the local time or weekday; the other one stays as displayed. */
export const withLocalTime = (schedule: Schedule, local: WeekTime, utcOffset: number): Schedule => ({
  ...schedule,
  ...toUtc(local, utcOffset),
})

const DAY_MINUTES = 24 * 60

/** A time of day, and the weekday if one is chosen. */
export interface WeekTime {
  /** HH:MM. */
  time: string
  /** English weekday name; null for any day. */
  day_of_week: string | null
}

/**
 * Converts UTC to local time, on the local weekday.
 * @param utcOffset minutes by which local time is ahead of UTC
 */
export const toLocal = (utc: WeekTime, utcOffset: number): WeekTime => moved(utc, utcOffset)

/**
 * Converts local time to UTC, in which it is stored.
 * @param utcOffset minutes by which local time is ahead of UTC
 */
export const toUtc = (local: WeekTime, utcOffset: number): WeekTime => moved(local, -utcOffset)

function moved({ time, day_of_week }: WeekTime, minutes: number): WeekTime {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const shifted = hour * 60 + minute + minutes
  const ofDay = modulo(shifted, DAY_MINUTES)
  return {
    time: `${padded(Math.floor(ofDay / 60))}:${padded(ofDay % 60)}`,
    day_of_week: day_of_week && weekdayAfter(day_of_week, Math.floor(shifted / DAY_MINUTES)),
  }
}

function weekdayAfter(name: string, days: number): string | null {
  const weekday = weekdays.indexOf(name)
  return weekday < 0 ? null : (weekdays[modulo(weekday + days, weekdays.length)] ?? null)
}

const modulo = (value: number, size: number) => ((value % size) + size) % size
const padded = (value: number) => String(value).padStart(2, '0')

/**
 * The text of a refresh schedule: `Never`, `Every 5 minutes`, `Every day at 06:15`, `Every week, Mon 07:00`; `Stopped` for one
 * that the server could not read.
 * @param utcOffset minutes by which local time is ahead of UTC, in which schedules are stored
 */
export function scheduleText(schedule: Schedule | null, utcOffset: number): string {
  if (schedule?.disabled) return 'Stopped'
  const interval = schedule?.interval
  if (!schedule || !interval) return 'Never'
  const every = `Every ${countText(interval).replace(/^1 /, '')}`
  if (schedule.time === null || !hasTimeOfDay(interval)) return every
  const local = toLocal({ time: schedule.time, day_of_week: hasWeekday(interval) ? schedule.day_of_week : null }, utcOffset)
  return local.day_of_week === null ? `${every} at ${local.time}` : `${every}, ${local.day_of_week.slice(0, 3)} ${local.time}`
}

/**
 * An option of the schedule dialog: `Never`, `1 minute`, `12 hours`, `2 weeks`.
 * @param interval seconds
 */
export const intervalText = (interval: number | null): string => (interval ? countText(interval) : 'Never')

function countText(seconds: number): string {
  const [size, name] = unitOf(seconds)
  const count = seconds / size
  return count === 1 ? `1 ${name}` : `${count} ${name}s`
}

/** The largest unit that divides the interval without a remainder. */
function unitOf(seconds: number): [size: number, name: string] {
  if (seconds % WEEK === 0) return [WEEK, 'week']
  if (seconds % DAY === 0) return [DAY, 'day']
  if (seconds % HOUR === 0) return [HOUR, 'hour']
  return seconds % MINUTE === 0 ? [MINUTE, 'minute'] : [1, 'second']
}
