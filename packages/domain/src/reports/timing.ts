import type { Schedule, ScheduleInput } from '@sightline/contract/queries.ts'
import { hasEnded, nextRun } from '../schedule/due.ts'
import { DAY, HOUR, MINUTE, WEEK } from '../schedule/intervals.ts'
import { newSchedule } from '../schedule/normalise.ts'

const MINUTE_MS = MINUTE * 1000

/** Seconds. Nobody reads mail more often. */
export const MIN_REPORT_SECONDS = HOUR

/** Seconds. What the dialog offers. */
export const reportIntervals: readonly number[] = [HOUR, 2 * HOUR, 4 * HOUR, 6 * HOUR, 12 * HOUR, DAY, WEEK, 2 * WEEK, 30 * DAY]

/**
 * When reports are sent, as it is stored.
 * @throws RangeError with one sentence for what is no schedule, would have ended before, or is too frequent
 */
export function reportSchedule(sent: ScheduleInput, now: Date): Schedule {
  const schedule = newSchedule(sent, now)
  if (schedule === null) throw new RangeError('A subscription needs a schedule.')
  if ((schedule.interval ?? 0) < MIN_REPORT_SECONDS) throw new RangeError('Reports are sent once an hour at most.')
  return schedule
}

/**
 * The time of the next report.
 * @param after the moment from which it is counted: when the subscription began, or its last report was done with
 * @returns null when the schedule ends before
 */
export function nextReport(schedule: Schedule, after: Date): Date | null {
  // To the minute, or the seconds of the first one would stay with all that follow.
  const lastRun = new Date(Math.floor(after.getTime() / MINUTE_MS) * MINUTE_MS)
  const next = nextRun({ schedule, lastRun, failures: 0 })
  return next === null || hasEnded(schedule, next) ? null : next
}
