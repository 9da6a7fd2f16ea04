import type { Schedule } from '@sightline/contract/queries.ts'
import { FIRST_WEEKDAY, hasTimeOfDay, hasWeekday } from './spans.ts'
import { toLocal, toUtc, type WeekTime } from './zone.ts'

/** UTC. */
const FIRST_TIME = '00:15'

const never: Schedule = { interval: null, time: null, day_of_week: null, until: null }

/** The schedule that the dialog begins with. */
export const scheduleToEdit = (stored: Schedule | null): Schedule =>
  stored === null
    ? never
    : { interval: stored.interval, time: stored.time, day_of_week: stored.day_of_week, until: stored.until }

/** The schedule as it is saved: null for never. */
export const scheduleToSave = (edited: Schedule): Schedule | null => (edited.interval === null ? null : edited)

/**
 * Another interval. What cannot go with it is cleared, what it needs is set.
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
 * The time of day and the weekday as the reader's clock tells them; null for an interval without a time.
 * @param utcOffset minutes by which the reader's clock is ahead of UTC
 */
export const localTimeOf = ({ time, day_of_week }: Schedule, utcOffset: number): WeekTime | null =>
  time === null ? null : toLocal({ time, day_of_week }, utcOffset)

/** Another time or weekday, as the reader's clock tells them: the other of the two stays what the reader sees. */
export const withLocalTime = (schedule: Schedule, local: WeekTime, utcOffset: number): Schedule => ({
  ...schedule,
  ...toUtc(local, utcOffset),
})
