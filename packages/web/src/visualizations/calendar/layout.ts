import { yearOf } from './prepare.ts'

const DAY_MS = 86_400_000
/** A year begins within one week and ends within another. */
const WEEKS = 54
/** Pixels: beside and above the days of each year, and below the last one. */
const LEFT = 64
const NARROW_LEFT = 50
const NARROW = 600
const RIGHT = 16
const TOP = 16
const MONTHS_HEIGHT = 18
const YEAR_GAP = 10
export const SCALE_HEIGHT = 28
const MAX_CELL = 20
const MIN_CELL = 3
/** Pixels; smaller days have no room for names of weekdays beside them. */
export const NAMED_CELL = 10

export interface Layout {
  /** Pixels beside the days. */
  left: number
  /** Pixels of a day with the gap around it. */
  cell: number
  /** The top left corner of a day. */
  at(time: number): { x: number; y: number }
  /** The top of the days of a year. */
  topOf(year: number): number
}

/** Places the days of each year in columns of weeks, one year below the other. */
export function layoutOf(
  years: readonly number[],
  startsOnSunday: boolean,
  { width, height }: { width: number; height: number },
): Layout {
  const left = width < NARROW ? NARROW_LEFT : LEFT
  const across = (width - left - RIGHT) / WEEKS
  const down = ((height - TOP - SCALE_HEIGHT) / Math.max(1, years.length) - MONTHS_HEIGHT - YEAR_GAP) / 7
  const cell = Math.max(MIN_CELL, Math.min(across, down, MAX_CELL))
  const first = years[0] ?? 0
  const topOf = (year: number) => TOP + MONTHS_HEIGHT + (year - first) * (cell * 7 + MONTHS_HEIGHT + YEAR_GAP)
  return {
    left,
    cell,
    topOf,
    at: (time) => {
      const { week, weekday } = placeOf(time, startsOnSunday)
      return { x: left + week * cell, y: topOf(yearOf(time)) + weekday * cell }
    },
  }
}

/** The week of the year, from 0, and the day of the week, from 0 for the one that weeks start on. */
export function placeOf(time: number, startsOnSunday: boolean): { week: number; weekday: number } {
  const weekdayOf = (day: number) => (new Date(day).getUTCDay() + (startsOnSunday ? 0 : 6)) % 7
  const start = startOf(yearOf(time))
  const dayOfYear = Math.round((time - start) / DAY_MS)
  return { week: Math.floor((dayOfYear + weekdayOf(start)) / 7), weekday: weekdayOf(time) }
}

/** The start of a year; unlike the constructor, also of those before the year 100. */
function startOf(year: number): number {
  return new Date(0).setUTCFullYear(year, 0, 1)
}

/** All days of a year. */
export function daysOf(year: number): number[] {
  const [start, end] = [startOf(year), startOf(year + 1)]
  return Array.from({ length: Math.round((end - start) / DAY_MS) }, (_, day) => start + day * DAY_MS)
}
