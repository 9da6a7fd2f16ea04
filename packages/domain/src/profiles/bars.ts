import { type CalendarUnit, calendarUnits, dayText, FIRST_DAY, LAST_DAY } from '../format/calendar-units.ts'

// The bars of a brief profile. The server counts them in DuckDB (`profile-bars.ts`), the browser for rows at hand: both have the
// same bars.

/** The most bars in the head of a column: more would be too narrow. */
export const MAX_BARS = 20

const DAY_MS = 86_400_000

/** Times within less than this are divided into equal ranges, others into days and longer units of the calendar. */
export const SHORT_SPAN_MS = 2 * DAY_MS

/** A range of numbers; both ends belong to it. */
export interface NumberBar {
  min: number
  max: number
}

/** Equal ranges from the smallest to the largest number, which follow each other without a gap: whole numbers have whole ends. */
export function numberBars(low: number, high: number, isWhole: boolean): NumberBar[] {
  if (low === high) return [{ min: low, max: high }]
  const count = isWhole ? Math.min(MAX_BARS, high - low + 1) : MAX_BARS
  // The ends are divided first, because the distance of the largest numbers would be infinite.
  const edge = (at: number) => (at === count ? high : high * (at / count) + low * (1 - at / count))
  const wholeEdge = (at: number) => low - 1 + Math.round(((high - low + 1) * at) / count)
  const edges = Array.from({ length: count }, (_, at) => (isWhole ? wholeEdge(at + 1) : edge(at + 1)))
  const rounded = edges.map((end, at) => (at === count - 1 ? end : Number(end.toPrecision(DIGITS))))
  // Ends of numbers that are almost equal need all digits, and may still coincide.
  const maxima = isWhole || !areRising([low, ...rounded]) ? [...new Set(edges)] : rounded
  return maxima.map((max, at) => {
    const before = maxima[at - 1]
    return { min: before === undefined ? low : isWhole ? before + 1 : nextAbove(before), max }
  })
}

/** Significant digits of ends, which readers see: the last ones of a double are often noise. */
const DIGITS = 12

const areRising = (numbers: readonly number[]) => numbers.every((one, at) => at === 0 || one > (numbers[at - 1] ?? one))

/** The smallest double above a finite one. */
function nextAbove(value: number): number {
  const bits = new BigInt64Array(new Float64Array([value === 0 ? 0 : value]).buffer)
  bits[0] = (bits[0] ?? 0n) + (value < 0 ? -1n : 1n)
  return new Float64Array(bits.buffer)[0] ?? value
}

/** The place of the first bar whose end is not below a value. */
export const barOf = (bars: readonly { max: number | string }[], value: number | string): number =>
  bars.findIndex(({ max }) => value <= max)

/** Whole days from the first to the last one, such as `2024-05-01`. */
export interface DayBar {
  min: string
  max: string
}

/**
 * The bars from the first to the last day, of the shortest unit of which there are not too many.
 * @param low and @param high days since 1970
 * @returns null if the days lie outside of the years 1 to 9999, which texts of dates have
 */
export function dayBars(low: number, high: number): DayBar[] | null {
  if (low < FIRST_DAY || high > LAST_DAY) return null
  const count = (unit: CalendarUnit) => unit.of(high) - unit.of(low) + 1
  const unit = calendarUnits.find((one) => count(one) <= MAX_BARS) ?? calendarUnits.at(-1)
  if (unit === undefined) return null
  const step = Math.ceil(count(unit) / MAX_BARS)
  const first = unit.of(low)
  return Array.from({ length: Math.ceil(count(unit) / step) }, (_, at) => ({
    min: dayText(Math.max(FIRST_DAY, unit.start(first + at * step))),
    max: dayText(Math.min(LAST_DAY, unit.start(first + (at + 1) * step) - 1)),
  }))
}
