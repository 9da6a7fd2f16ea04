import type { Schedule } from '@sightline/contract/queries.ts'
import { offsetAt } from '../format/time-zone.ts'
import { amountText } from '../format/units.ts'
import { DAY, FIRST_WEEKDAY, HOUR, hasTimeOfDay, hasWeekday, MINUTE, WEEK, weekdays } from './intervals.ts'

/** UTC. */
const FIRST_TIME = '00:15'

const never: Schedule = { interval: null, time: null, day_of_week: null, until: null }

/** The initial schedule of the dialog, in the time zone in which it is kept: UTC if it names none. */
export const scheduleToEdit = (stored: Schedule | null, now: Date): Schedule => {
  if (stored === null) return never
  const { disabled: _, ...schedule } = stored
  return inTimeZone(schedule, 'UTC', now)
}

/** The schedule in the form in which it is saved: as it is stored if nothing was changed; null for never. */
export function scheduleToSave(edited: Schedule, stored: Schedule | null, now: Date): Schedule | null {
  if (edited.interval === null) return null
  return stored !== null && !stored.disabled && isSameSchedule(edited, scheduleToEdit(stored, now)) ? stored : edited
}

/** Compares schedules, which differ in the order of their keys. */
export const isSameSchedule = (one: Schedule, other: Schedule): boolean =>
  scheduleKeys.every((key) => (one[key] ?? null) === (other[key] ?? null))
const scheduleKeys = ['interval', 'time', 'day_of_week', 'until', 'local_time', 'local_day_of_week', 'time_zone'] as const

/**
 * Changes the interval. Fields that it does not support are cleared; fields that it requires are set.
 * @param interval seconds; null for never
 * @param timeZone zone of the reader, for a schedule without a time zone
 */
export function withInterval(schedule: Schedule, interval: number | null, timeZone: string, now: Date): Schedule {
  if (interval === null) return never
  const { time, day_of_week, local_time, local_day_of_week, time_zone, ...rest } = schedule
  if (!hasTimeOfDay(interval)) return { ...rest, interval, time: null, day_of_week: null }
  const onWeekday = (name: string | null | undefined) => (hasWeekday(interval) ? (name ?? FIRST_WEEKDAY) : null)
  const inUtc = { ...rest, interval, time: time ?? FIRST_TIME, day_of_week: onWeekday(day_of_week) }
  if (time_zone === undefined || local_time === undefined) return inTimeZone(inUtc, timeZone, now)
  return { ...inUtc, time_zone, local_time, local_day_of_week: onWeekday(local_day_of_week) }
}

/** Gives a schedule in UTC a time zone: it then keeps the time of day that the zone's clock now shows at its time in UTC. */
function inTimeZone(schedule: Schedule, timeZone: string, now: Date): Schedule {
  const { time, day_of_week, time_zone } = schedule
  if (time === null || time_zone !== undefined) return schedule
  const local = onClock({ time, day_of_week }, timeZone, now)
  return { ...schedule, local_time: local.time, local_day_of_week: local.day_of_week, time_zone: timeZone }
}

/** The time that the clock of a time zone now shows at a time of day in UTC. */
export const onClock = (time: WeekTime, timeZone: string, now: Date): WeekTime =>
  toLocal(time, Math.round(offsetAt(timeZone, now.getTime()) / 60_000))

/** The time of day and weekday of an edited schedule, in its time zone; null for an interval without a time. */
export const localTimeOf = ({ local_time, local_day_of_week = null }: Schedule): WeekTime | null =>
  local_time === undefined ? null : { time: local_time, day_of_week: local_day_of_week }

/** Changes the time of day and weekday in the time zone of the schedule; the server computes those in UTC. */
export const withLocalTime = (schedule: Schedule, { time, day_of_week }: WeekTime): Schedule => ({
  ...schedule,
  local_time: time,
  local_day_of_week: day_of_week,
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
 * @param minutes by how much local time is ahead of UTC
 */
export function toLocal({ time, day_of_week }: WeekTime, minutes: number): WeekTime {
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

/** The unit of an interval. */
export type IntervalUnit = 'week' | 'day' | 'hour' | 'minute' | 'second'

/** The words in which a schedule is written. */
export interface ScheduleWords {
  never: string
  stopped: string
  every(count: number, unit: IntervalUnit): string
  /** @param weekday English name */
  onDay(every: string, weekday: string, time: string): string
  atTime(every: string, time: string): string
}

const english: ScheduleWords = {
  never: 'Never',
  stopped: 'Stopped',
  every: (count, unit) => (count === 1 ? `Every ${unit}` : `Every ${count} ${unit}s`),
  onDay: (every, weekday, time) => `${every}, ${weekday.slice(0, 3)} ${time}`,
  atTime: (every, time) => `${every} at ${time}`,
}

/**
 * The text of a refresh schedule: `Never`, `Every 5 minutes`, `Every day at 06:15`, `Every week, Mon 07:00`; `Stopped` for one
 * that the server could not read. The time is the one that is kept. If the reader has another zone than the schedule, the text
 * names that zone, which is UTC for a schedule without one: `Every day at 06:15 (Europe/Berlin)`.
 * @param timeZone zone of the reader
 */
export function scheduleText(schedule: Schedule | null, timeZone: string, words = english): string {
  if (schedule?.disabled) return words.stopped
  const interval = schedule?.interval
  if (!schedule || !interval) return words.never
  const [size, unit] = unitOf(interval)
  const every = words.every(interval / size, unit)
  if (schedule.time === null || !hasTimeOfDay(interval)) return every
  const { time, day_of_week, local_time, local_day_of_week, time_zone = 'UTC' } = schedule
  const zone = time_zone === timeZone ? '' : ` (${time_zone})`
  const weekday = hasWeekday(interval) ? (local_time === undefined ? day_of_week : local_day_of_week) : null
  const shown = `${local_time ?? time}${zone}`
  return weekday ? words.onDay(every, weekday, shown) : words.atTime(every, shown)
}

/**
 * An option of the schedule dialog: `Never`, `1 minute`, `12 hours`, `2 weeks`.
 * @param interval seconds
 * @param language tag of BCP 47
 */
export function intervalText(interval: number | null, language = 'en', never = english.never): string {
  if (!interval) return never
  const [size, unit] = unitOf(interval)
  return amountText(interval / size, unit, language, 'long')
}

/** The largest unit that divides the interval without a remainder. */
function unitOf(seconds: number): [size: number, name: IntervalUnit] {
  if (seconds % WEEK === 0) return [WEEK, 'week']
  if (seconds % DAY === 0) return [DAY, 'day']
  if (seconds % HOUR === 0) return [HOUR, 'hour']
  return seconds % MINUTE === 0 ? [MINUTE, 'minute'] : [1, 'second']
}
