import type { Schedule, ScheduleInput } from '@sightline/contract/queries.ts'
import { hasEnded } from './due.ts'
import { DAY, MIN_REFRESH_SECONDS, weekdays } from './intervals.ts'

/**
 * A schedule in its stored form: all four keys, or null for never. Older clients send a text: seconds, or HH:MM for daily.
 * @throws RangeError with one sentence if it is invalid
 */
export function normaliseSchedule(sent: ScheduleInput): Schedule | null {
  if (sent === null) return null
  const { interval = null, time = null, day_of_week = null, until = null } = typeof sent === 'string' ? fromText(sent) : sent
  if (interval === null && time === null && day_of_week === null && until === null) return null
  if (interval === null || interval < MIN_REFRESH_SECONDS)
    throw new RangeError(`A schedule needs an interval of at least ${MIN_REFRESH_SECONDS} seconds.`)
  if (time !== null && !/^([01]\d|2[0-3]):[0-5]\d$/.test(time)) throw new RangeError(`"${time}" is no time of day like 06:15.`)
  if (day_of_week !== null && !weekdays.includes(day_of_week)) throw new RangeError(`"${day_of_week}" is no English weekday.`)
  return { interval, time, day_of_week, until: until === null ? null : dayOf(until) }
}

/**
 * Like `normaliseSchedule`, for a schedule that starts now.
 * @throws RangeError also if it has already ended
 */
export function newSchedule(sent: ScheduleInput, now: Date): Schedule | null {
  const schedule = normaliseSchedule(sent)
  if (schedule && hasEnded(schedule, now)) throw new RangeError(`This schedule ended on ${schedule.until}.`)
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
    throw new RangeError(`"${until}" is no day like 2026-01-31.`)
  return day
}

function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}
