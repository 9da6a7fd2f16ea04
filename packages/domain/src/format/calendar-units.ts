import type { TimeUnit } from '@sightline/contract/result-groups.ts'

const DAY_MS = 86_400_000

/** A unit of the calendar of one or several days. Days are counted from 1970, and so are units. */
export interface CalendarUnit {
  name: Exclude<TimeUnit, 'hour'>
  /** The unit that contains a day. */
  of(day: number): number
  /** The first day of a unit. */
  start(unit: number): number
}

/** The days that texts of dates can name: those of the years 1 to 9999. */
export const FIRST_DAY = Date.parse('0001-01-01') / DAY_MS
export const LAST_DAY = Date.parse('9999-12-31') / DAY_MS

const monthOf = (day: number) => {
  const date = new Date(day * DAY_MS)
  return date.getUTCFullYear() * 12 + date.getUTCMonth()
}
const startOfMonth = (month: number) => new Date(0).setUTCFullYear(0, month, 1) / DAY_MS

const months = (name: CalendarUnit['name'], length: number): CalendarUnit => ({
  name,
  of: (day) => Math.floor(monthOf(day) / length),
  start: (unit) => startOfMonth(unit * length),
})

/** Shortest first. Weeks begin on Monday; 1970 began on a Thursday. */
export const calendarUnits: readonly CalendarUnit[] = [
  { name: 'day', of: (day) => day, start: (unit) => unit },
  { name: 'week', of: (day) => Math.floor((day + 3) / 7), start: (unit) => unit * 7 - 3 },
  months('month', 1),
  months('quarter', 3),
  months('year', 12),
]

/** A day since 1970 as a text, such as `2024-05-01`. */
export const dayText = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10)
