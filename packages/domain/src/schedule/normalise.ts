import type { Schedule } from '@sightline/contract/queries.ts'

const DAY_SECONDS = 86_400
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/**
 * A schedule in its stored form: all four keys, or null for never. Older clients send a text: seconds, or HH:MM for daily.
 * @throws RangeError with one sentence for what is no schedule
 */
export function normaliseSchedule(sent: Partial<Schedule> | string | null): Schedule | null {
  if (sent === null) return null
  const { interval = null, time = null, day_of_week = null, until = null } = typeof sent === 'string' ? fromText(sent) : sent
  if (interval === null && time === null && day_of_week === null && until === null) return null
  if (interval === null || interval < 1) throw new RangeError('A schedule needs an interval of at least one second.')
  if (time !== null && !/^([01]\d|2[0-3]):[0-5]\d$/.test(time)) throw new RangeError(`"${time}" is no time of day like 06:15.`)
  if (day_of_week !== null && !weekdays.includes(day_of_week)) throw new RangeError(`"${day_of_week}" is no English weekday.`)
  if (until !== null && !isDay(until)) throw new RangeError(`"${until}" is no day like 2026-01-31.`)
  return { interval, time, day_of_week, until }
}

function fromText(text: string): Partial<Schedule> {
  if (/^\d{1,9}$/.test(text)) return { interval: Number(text) }
  return { interval: DAY_SECONDS, time: text }
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}
