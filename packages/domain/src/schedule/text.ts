import type { Schedule } from '@sightline/contract/queries.ts'

const HOUR = 3600
const DAY = 24 * HOUR
const WEEK = 7 * DAY
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/**
 * A refresh schedule in words: `Never`, `Every 5 minutes`, `Every day at 06:15`, `Every week, Mon 07:00`.
 * @param utcOffset minutes by which the reader's clock is ahead of UTC, in which schedules are stored
 */
export function scheduleText(schedule: Schedule | null, utcOffset: number): string {
  const interval = schedule?.interval
  if (!schedule || !interval) return 'Never'
  const every = everyText(interval)
  if (schedule.time === null || interval < DAY) return every
  const { time, dayShift } = localTime(schedule.time, utcOffset)
  const weekday = schedule.day_of_week === null ? -1 : weekdays.indexOf(schedule.day_of_week)
  if (weekday < 0) return `${every} at ${time}`
  const shown = weekdays[(weekday + dayShift + 7) % 7] ?? ''
  return `${every}, ${shown.slice(0, 3)} ${time}`
}

function everyText(seconds: number): string {
  const [size, name] = unitOf(seconds)
  const count = seconds / size
  return count === 1 ? `Every ${name}` : `Every ${count} ${name}s`
}

/** The largest unit that fits without a rest. */
function unitOf(seconds: number): [size: number, name: string] {
  if (seconds % WEEK === 0) return [WEEK, 'week']
  if (seconds % DAY === 0) return [DAY, 'day']
  if (seconds % HOUR === 0) return [HOUR, 'hour']
  return seconds % 60 === 0 ? [60, 'minute'] : [1, 'second']
}

function localTime(utc: string, utcOffset: number): { time: string; dayShift: number } {
  const [hours = 0, minutes = 0] = utc.split(':').map(Number)
  const local = hours * 60 + minutes + utcOffset
  const ofDay = ((local % 1440) + 1440) % 1440
  const time = `${String(Math.floor(ofDay / 60)).padStart(2, '0')}:${String(ofDay % 60).padStart(2, '0')}`
  return { time, dayShift: Math.floor(local / 1440) }
}
