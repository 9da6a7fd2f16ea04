import { weekdays } from './spans.ts'

const DAY_MINUTES = 24 * 60

/** A time of day, and the weekday on which it is meant where one is chosen. */
export interface WeekTime {
  /** HH:MM. */
  time: string
  /** English weekday name; null for any day. */
  day_of_week: string | null
}

/**
 * What a reader's clock shows at a time that is given in UTC, on the weekday on which it falls there.
 * @param utcOffset minutes by which the reader's clock is ahead of UTC
 */
export const toLocal = (utc: WeekTime, utcOffset: number): WeekTime => moved(utc, utcOffset)

/**
 * The way back: a time on a reader's clock as it is stored, in UTC.
 * @param utcOffset minutes by which the reader's clock is ahead of UTC
 */
export const toUtc = (local: WeekTime, utcOffset: number): WeekTime => moved(local, -utcOffset)

function moved({ time, day_of_week }: WeekTime, minutes: number): WeekTime {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const shifted = hour * 60 + minute + minutes
  const ofDay = modulo(shifted, DAY_MINUTES)
  return {
    time: `${padded(Math.floor(ofDay / 60))}:${padded(ofDay % 60)}`,
    day_of_week: day_of_week && weekdayAfter(day_of_week, Math.floor(shifted / DAY_MINUTES)),
  }
}

function weekdayAfter(name: string, days: number): string | null {
  const weekday = weekdays.indexOf(name)
  return weekday < 0 ? null : (weekdays[modulo(weekday + days, weekdays.length)] ?? null)
}

const modulo = (value: number, size: number) => ((value % size) + size) % size
const padded = (value: number) => String(value).padStart(2, '0')
