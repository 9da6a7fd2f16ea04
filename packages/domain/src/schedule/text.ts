import type { Schedule } from '@sightline/contract/queries.ts'
import { DAY, HOUR, hasTimeOfDay, hasWeekday, MINUTE, WEEK } from './spans.ts'
import { toLocal } from './zone.ts'

/**
 * A refresh schedule in words: `Never`, `Every 5 minutes`, `Every day at 06:15`, `Every week, Mon 07:00`; `Stopped` for one
 * that the server could not read.
 * @param utcOffset minutes by which the reader's clock is ahead of UTC, in which schedules are stored
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

/** A choice of the schedule dialog: `Never`, `1 minute`, `12 hours`, `2 weeks`. @param interval seconds */
export const intervalText = (interval: number | null): string => (interval ? countText(interval) : 'Never')

function countText(seconds: number): string {
  const [size, name] = unitOf(seconds)
  const count = seconds / size
  return count === 1 ? `1 ${name}` : `${count} ${name}s`
}

/** The largest unit that fits without a rest. */
function unitOf(seconds: number): [size: number, name: string] {
  if (seconds % WEEK === 0) return [WEEK, 'week']
  if (seconds % DAY === 0) return [DAY, 'day']
  if (seconds % HOUR === 0) return [HOUR, 'hour']
  return seconds % MINUTE === 0 ? [MINUTE, 'minute'] : [1, 'second']
}
