import type { Cell } from '@sightline/contract/results.ts'
import { isInstant, parseDate } from './date.ts'
import { instantAt, wallTime } from './time-zone.ts'

const DAY_MS = 86_400_000
/** Where the clock changes at midnight, a day begins later; nowhere by more than this. */
const LATEST_START_MS = 3 * 3_600_000

/** Whether a cell is a time with a zone at which a day begins on the clock of the reader. */
export function isDayStart(cell: Cell, timeZone: string): boolean {
  if (typeof cell !== 'string' || !isInstant(cell) || HAS_FRACTION.test(cell)) return false
  const time = parseDate(cell, timeZone)
  if (time === null) return false
  const ofDay = ((time % DAY_MS) + DAY_MS) % DAY_MS
  if (ofDay === 0 || ofDay > LATEST_START_MS) return ofDay === 0
  return wallTime(timeZone, instantAt(timeZone, time - ofDay)) === time
}

/** Times have up to nine decimals, of which a `Date` keeps three. */
const HAS_FRACTION = /\.\d*[1-9]/

/**
 * Whether a column of times with a zone holds days: all of its values are the beginning of a day on the clock of the reader, such
 * as those of `date_trunc('day', …)`.
 * @param cells its values, or a sample of them
 */
export function areDays(cells: readonly Cell[], timeZone: string): boolean {
  const present = cells.filter((cell) => cell !== null)
  return present.length > 0 && present.every((cell) => isDayStart(cell, timeZone))
}

/**
 * Whether all dates among the names on an axis or in a legend begin a day: instants on the clock of the reader, others by their text.
 * @param names texts of cells; those that are no dates do not count
 */
export function areWholeDays(names: readonly string[], timeZone: string): boolean {
  let hasDay = false
  for (const name of names) {
    const time = parseDate(name, timeZone)
    if (time === null) continue
    const isDay = isInstant(name) ? isDayStart(name, timeZone) : time % DAY_MS === 0 && !HAS_FRACTION.test(name)
    if (!isDay) return false
    hasDay = true
  }
  return hasDay
}

/** The formats of dates and times, and the time zone in which times with a zone are shown. */
export interface TimeFormats {
  dateFormat: string
  dateTimeFormat: string
  timeZone: string
}

/**
 * The formats for all values of a column: if they are days, times are written as dates.
 * @param cells all of its values that are shown
 */
export const formatsFor = <F extends TimeFormats>(cells: readonly Cell[], formats: F): F =>
  areDays(cells, formats.timeZone) ? { ...formats, dateTimeFormat: formats.dateFormat } : formats
