import type { Schedule, ScheduleInput } from '@sightline/contract/queries.ts'
import { i18n } from '../language/i18n.ts'
import { hasEnded, nextRun } from '../schedule/due.ts'
import { DAY, HOUR, MINUTE, WEEK } from '../schedule/intervals.ts'
import { newSchedule } from '../schedule/normalise.ts'

const MINUTE_MS = MINUTE * 1000

/** Minimum interval in seconds; more frequent emails would not be read. */
const MIN_REPORT_SECONDS = HOUR

/** Intervals of the dialog, in seconds. */
export const reportIntervals: readonly number[] = [HOUR, 2 * HOUR, 4 * HOUR, 6 * HOUR, 12 * HOUR, DAY, WEEK, 2 * WEEK, 30 * DAY]

/**
 * The schedule of reports in its stored form.
 * @param before the schedule that is replaced; null for a new subscription
 * @throws RangeError with one sentence if it is invalid, has already ended, or is too frequent
 */
export function reportSchedule(sent: ScheduleInput, now: Date, before: Schedule | null = null): Schedule {
  const schedule = newSchedule(sent, now, before)
  if (schedule === null) throw new RangeError(i18n._('A subscription needs a schedule.'))
  if ((schedule.interval ?? 0) < MIN_REPORT_SECONDS) throw new RangeError(i18n._('Reports are sent once an hour at most.'))
  return schedule
}

/**
 * The time of the next report.
 * @param after when the subscription began, or its last report was finished
 * @returns null if the schedule ends first
 */
export function nextReport(schedule: Schedule, after: Date): Date | null {
  // Rounded to the minute, because the seconds of the first report would otherwise carry over to all others.
  const lastRun = new Date(Math.floor(after.getTime() / MINUTE_MS) * MINUTE_MS)
  const next = nextRun({ schedule, lastRun, failures: 0 })
  return next === null || hasEnded(schedule, next) ? null : next
}
