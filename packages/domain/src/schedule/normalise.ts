import type { Schedule, ScheduleInput } from '@sightline/contract/queries.ts'
import { isTimeZone, notATimeZone } from '../format/time-zone.ts'
import { i18n } from '../language/i18n.ts'
import { hasEnded, timeInUtc } from './due.ts'
import { DAY, hasTimeOfDay, hasWeekday, MIN_REFRESH_SECONDS, weekdays } from './intervals.ts'

/**
 * A schedule in its stored form: all four keys, and the three of a time zone if it has one, or null for never. Older clients send a
 * text: seconds, or HH:MM for daily.
 * @throws RangeError with one sentence if it is invalid
 */
export function normaliseSchedule(sent: ScheduleInput): Schedule | null {
  if (sent === null) return null
  const fields: Partial<Schedule> = typeof sent === 'string' ? fromText(sent) : sent
  const { interval = null, time = null, day_of_week = null, until = null } = fields
  if (interval === null && time === null && day_of_week === null && until === null) return null
  if (interval === null || interval < MIN_REFRESH_SECONDS)
    throw new RangeError(
      i18n._('A schedule needs an interval of at least {seconds} seconds.', { seconds: MIN_REFRESH_SECONDS }),
    )
  checkTime(time)
  checkWeekday(day_of_week)
  return { interval, time, day_of_week, until: until === null ? null : dayOf(until), ...localFields(interval, fields) }
}

function checkTime(time: string | null): void {
  if (time !== null && !/^([01]\d|2[0-3]):[0-5]\d$/.test(time))
    throw new RangeError(i18n._('"{time}" is no time of day like 06:15.', { time }))
}

function checkWeekday(name: string | null): void {
  if (name !== null && !weekdays.includes(name)) throw new RangeError(i18n._('"{name}" is no English weekday.', { name }))
}

/** The time in a time zone; nothing if there is none, or if the interval has no time of day. */
function localFields(interval: number, { local_time, local_day_of_week = null, time_zone }: Partial<Schedule>): LocalFields {
  if (!hasTimeOfDay(interval) || (local_time === undefined && time_zone === undefined)) return {}
  if (local_time === undefined || time_zone === undefined)
    throw new RangeError(i18n._('A schedule in a time zone needs both "local_time" and "time_zone".'))
  if (!isTimeZone(time_zone)) throw new RangeError(notATimeZone(time_zone))
  checkTime(local_time)
  checkWeekday(local_day_of_week)
  return { local_time, local_day_of_week: hasWeekday(interval) ? local_day_of_week : null, time_zone }
}
type LocalFields = Pick<Schedule, 'local_time' | 'local_day_of_week' | 'time_zone'>

/**
 * A schedule as it is stored when it is saved: the time in UTC is that of its next run, which clients of the Redash API show.
 * @param before the schedule that is replaced; null if there was none
 * @throws RangeError with one sentence if it is invalid
 */
export function scheduleToStore(sent: ScheduleInput, before: Schedule | null, now: Date): Schedule | null {
  const schedule = normaliseSchedule(sent)
  if (schedule === null) return null
  const { local_time: _time, local_day_of_week: _day, time_zone: _zone, ...inUtc } = schedule
  const kept: Schedule = { ...inUtc, ...localFieldsToKeep(schedule, before) }
  return { ...kept, ...timeInUtc(kept, now) }
}

/**
 * Clients of the Redash API know only the time in UTC. They keep the time zone of a schedule if they send that time unchanged, and
 * drop it if they change it.
 */
function localFieldsToKeep(sent: Schedule, before: Schedule | null): LocalFields {
  const fields = localFields(sent.interval ?? 0, sent)
  if (before?.time_zone === undefined) return fields
  const isSameUtc = sent.time === before.time && sent.day_of_week === before.day_of_week
  if (fields.time_zone === undefined) return isSameUtc ? localFields(sent.interval ?? 0, before) : {}
  const isSameLocal =
    fields.time_zone === before.time_zone &&
    fields.local_time === before.local_time &&
    fields.local_day_of_week === before.local_day_of_week
  return isSameLocal && !isSameUtc ? {} : fields
}

/**
 * Like `scheduleToStore`, for a schedule that starts now.
 * @param before the schedule that is replaced; null if there was none
 * @throws RangeError also if it has already ended
 */
export function newSchedule(sent: ScheduleInput, now: Date, before: Schedule | null = null): Schedule | null {
  const schedule = scheduleToStore(sent, before, now)
  if (schedule && hasEnded(schedule, now))
    throw new RangeError(i18n._('This schedule ended on {day}.', { day: schedule.until ?? '' }))
  return schedule
}

function fromText(text: string): Partial<Schedule> {
  if (/^\d{1,9}$/.test(text)) return { interval: Number(text) }
  return { interval: DAY, time: text }
}

/** The day of a date, or of an ISO date and time. A schedule ends at the start of a day (UTC). */
function dayOf(until: string): string {
  const [, day, time] = /^(\d{4}-\d{2}-\d{2})(T[\d:.]+(?:Z|[+-]\d{2}:\d{2})?)?$/.exec(until) ?? []
  if (day === undefined || !isDay(day) || (time !== undefined && Number.isNaN(Date.parse(until))))
    throw new RangeError(i18n._('"{day}" is no day like 2026-01-31.', { day: until }))
  return day
}

function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}
