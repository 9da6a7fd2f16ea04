import type { Schedule } from '@sightline/contract/queries.ts'
import { instantAt, wallTime } from '../format/time-zone.ts'
import { DAY, hasTimeOfDay, hasWeekday, MINUTE } from './intervals.ts'

const DAY_MS = DAY * 1000
/** Monday first, because a weekday is searched from the Monday of its week. */
const weekOrder = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const LAST_YEAR = 9999

/** All data that decides when a query runs next. */
export interface ScheduleState {
  schedule: Schedule
  /** When the schedule last started it, or else the time of its latest result; null if it has never run. */
  lastRun: Date | null
  /** Number of consecutive scheduled runs that failed. */
  failures: number
}

/** The status of a scheduled query. */
export type ScheduleStatus =
  | { state: 'due' }
  /** `next` is null if it failed so often that it is never retried automatically. */
  | { state: 'waiting'; next: Date | null }
  /** Its `until` date has begun. */
  | { state: 'ended' }
  /** The last run is implausibly far in the future: restart the schedule from now. */
  | { state: 'clock skew' }

/** The current status of a scheduled query. */
export function scheduleStatus(state: ScheduleState, now: Date): ScheduleStatus {
  const { schedule, lastRun } = state
  if (hasEnded(schedule, now)) return { state: 'ended' }
  if (lastRun === null) return { state: 'due' }
  // A last run slightly in the future is small clock skew and counts. One that is further ahead than a whole interval cannot be
  // right, and waiting for it would stop the schedule until then.
  if (lastRun.getTime() - now.getTime() > (schedule.interval ?? 0) * 1000) return { state: 'clock skew' }
  const next = nextRun(state)
  return next !== null && now > next ? { state: 'due' } : { state: 'waiting', next }
}

/** Whether the first day without runs has begun. */
export const hasEnded = ({ until }: Schedule, now: Date): boolean => until !== null && now.getTime() >= Date.parse(until)

/**
 * The time after which a query that has run before is due again, regardless of `until`. Seconds and milliseconds of the last run
 * are kept.
 * @returns null for a schedule without an interval, and if failures have delayed the next run beyond the range of dates
 */
export function nextRun({ schedule, lastRun, failures }: ScheduleState): Date | null {
  if (!schedule.interval || lastRun === null) return null
  const regular = hasTimeOfDay(schedule.interval) && schedule.time !== null ? nextSlot(schedule, lastRun) : null
  const time = (regular ?? new Date(lastRun.getTime() + schedule.interval * 1000)).getTime() + delayMs(failures)
  const next = new Date(time)
  return Number.isNaN(next.getTime()) || next.getUTCFullYear() > LAST_YEAR ? null : next
}

/**
 * The next runs from now on, if all of them succeed.
 * @returns at most `count` times, fewer if the schedule ends first; a run that is due has the time `now`
 */
export function upcomingRuns(state: ScheduleState, now: Date, count: number): Date[] {
  const runs: Date[] = []
  const at = scheduleStatus(state, now)
  let run: Date | null = at.state === 'due' ? now : at.state === 'waiting' ? at.next : nextRun({ ...state, lastRun: now })
  while (run !== null && runs.length < count && !hasEnded(state.schedule, run)) {
    runs.push(run)
    run = nextRun({ schedule: state.schedule, lastRun: run, failures: 0 })
  }
  return runs
}

/** The delay doubles with each failure. */
const delayMs = (failures: number) => (failures > 0 ? 2 ** failures * MINUTE * 1000 : 0)

/**
 * The slot one interval after the slot before `lastRun`, at the time of day and on the weekday, if any, of the clock that the
 * schedule follows.
 */
function nextSlot(schedule: Schedule, lastRun: Date): Date {
  const { timeZone, time, day_of_week } = clockOf(schedule)
  const [hour = 0, minute = 0] = (time ?? '').split(':').map(Number)
  const sameDay = new Date(wallTime(timeZone, lastRun.getTime()))
  sameDay.setUTCHours(hour, minute)
  const hasPassed = instantAt(timeZone, sameDay.getTime()) <= lastRun.getTime()
  const from = sameDay.getTime() - (hasPassed ? 0 : DAY_MS)
  const interval = schedule.interval ?? 0
  const days = Math.floor(interval / DAY)
  // Uses the weekday of the previous slot. With that of the last run, a run just before the time of day would lead to the
  // previous day.
  const shift = day_of_week !== null && hasWeekday(interval) ? weekOrder.indexOf(day_of_week) - weekdayOf(from) : 0
  return new Date(instantAt(timeZone, from + (days + shift) * DAY_MS))
}

/** The clock that a schedule follows: that of its time zone, or else UTC. */
const clockOf = ({ time, day_of_week, local_time, local_day_of_week = null, time_zone }: Schedule) =>
  time_zone !== undefined && local_time !== undefined
    ? { timeZone: time_zone, time: local_time, day_of_week: local_day_of_week }
    : { timeZone: 'UTC', time, day_of_week }

/** 0 for Monday. */
const weekdayOf = (time: number) => (new Date(time).getUTCDay() + 6) % 7

/**
 * The time of day and weekday in UTC: those of the next run after `now` if the schedule keeps the time of a time zone, otherwise
 * the stored ones.
 */
export function timeInUtc(schedule: Schedule, now: Date): Pick<Schedule, 'time' | 'day_of_week'> {
  const { time, day_of_week, time_zone, local_day_of_week = null } = schedule
  if (time_zone === undefined) return { time, day_of_week }
  const next = nextSlot(schedule, now)
  const weekday = local_day_of_week === null ? undefined : weekOrder[weekdayOf(next.getTime())]
  return { time: next.toISOString().slice(11, 16), day_of_week: weekday ?? null }
}
