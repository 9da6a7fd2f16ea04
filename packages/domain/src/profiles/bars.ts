import { type CalendarUnit, calendarUnits, dayText, FIRST_DAY, LAST_DAY } from '../format/calendar-units.ts'

// The bars of a brief profile. The server counts them in DuckDB (`brief-profiles.ts`), the browser for rows at hand: both have the
// same bars.

/** The most bars in the head of a column: more would be too narrow. */
export const MAX_BARS = 20

const DAY_MS = 86_400_000

/** Times within less than this are divided into equal ranges, others into days and longer units of the calendar. */
export const SHORT_SPAN_MS = 2 * DAY_MS

/** The number of equal ranges from the smallest to the largest number: one for each whole number if there are few. */
export function numberBars(low: number, high: number, isWhole: boolean): number {
  const span = high - low
  if (span === 0) return 1
  return isWhole && span < MAX_BARS ? span + 1 : MAX_BARS
}

/** The bar of a number. The ends are halved, because the distance of the largest numbers would be infinite. */
export function barOf(value: number, low: number, high: number, bars: number): number {
  if (bars === 1) return 0
  if (bars === high - low + 1) return value - low
  return Math.min(bars - 1, Math.floor(((value / 2 - low / 2) / (high / 2 - low / 2)) * bars))
}

/** Bars of days, each of one or several whole units of the calendar. */
export interface DayBars {
  unit: CalendarUnit['name']
  /** Units per bar. */
  step: number
  /** The first and the last day of each bar, such as `2024-05-01`. */
  bars: { min: string; max: string }[]
}

/**
 * The bars from the first to the last day, of the shortest unit of which there are not too many.
 * @param low and @param high days since 1970
 * @returns null if the days lie outside of the years 1 to 9999, which texts of dates have
 */
export function dayBars(low: number, high: number): DayBars | null {
  if (low < FIRST_DAY || high > LAST_DAY) return null
  const count = (unit: CalendarUnit) => unit.of(high) - unit.of(low) + 1
  const unit = calendarUnits.find((one) => count(one) <= MAX_BARS) ?? calendarUnits.at(-1)
  if (unit === undefined) return null
  const step = Math.ceil(count(unit) / MAX_BARS)
  const first = unit.of(low)
  const bars = Array.from({ length: Math.ceil(count(unit) / step) }, (_, at) => ({
    min: dayText(Math.max(FIRST_DAY, unit.start(first + at * step))),
    max: dayText(Math.min(LAST_DAY, unit.start(first + (at + 1) * step) - 1)),
  }))
  return { unit: unit.name, step, bars }
}

/** The bar of a day. */
export function dayBarOf({ bars }: DayBars, day: number): number {
  const text = dayText(day)
  return bars.findIndex(({ max }) => text <= max)
}
