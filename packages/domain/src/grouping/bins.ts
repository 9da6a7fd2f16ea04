import type { GroupsRequest, ResultGroups } from '@sightline/contract/result-groups.ts'

// The server computes the same ranges in DuckDB (`number-bins.ts`), with the same arithmetic on doubles, so that both count every
// number in the same range.

/** A requested division of numbers. */
export type AskedBins = Omit<NonNullable<GroupsRequest['bins']>[number], 'column'>
/** Ranges of equal width. Their edges are multiples of the width; the lower one belongs to a range, the upper one does not. */
export type Bins = NonNullable<ResultGroups['bins']>[number]

/** A width as a whole number, multiplied by a power of ten or divided by one, so that edges are the nearest doubles to their decimals. */
export interface Width {
  digits: number
  factor: number
  divisor: number
}

/** More than this many widths from zero, a double could not tell the ranges apart. */
const MAX_WIDTHS = 2 ** 46
/** Powers of ten are finite up to here. */
const LEAST_WIDTH = 1e-300

/**
 * Divides the numbers of a column into ranges of a round width.
 * @param range the least and the greatest number; null if there is none
 * @param isWhole whether all of them are whole, so that narrower ranges would stay empty
 */
export function binsOf(range: readonly [least: number, greatest: number] | null, asked: AskedBins, isWhole: boolean): Bins {
  const { count, from = range?.[0], below } = asked
  const to = below ?? range?.[1]
  if (range === null || from === undefined || to === undefined) return { start: 0, width: 1, count: 0 }
  // Divided before subtracting, because the difference of the largest numbers would overflow.
  const span = Math.max(0, Math.min(to / count - from / count, Number.MAX_VALUE))
  const far = Math.max(Math.abs(from), Math.abs(to))
  const width = roundWidth(Math.max(span || far / count || 1 / count, far / MAX_WIDTHS, LEAST_WIDTH), isWhole)
  const parts = widthOf(width)
  const first = placeOf(from, parts)
  const end = placeOf(to, parts)
  // A range that begins at the end has no numbers.
  const last = below !== undefined && edgeAt(end, parts) === below ? end - 1 : end
  return { start: edgeAt(first, parts), width, count: Math.max(0, last - first + 1) }
}

/** Tolerance for floating-point errors. */
const ROUNDING = 1e-9
const STEPS = [1, 2, 2.5, 5, 10]

/** The least round width that is at least `rough`. */
function roundWidth(rough: number, isWhole: boolean): number {
  const exponent = Math.floor(Math.log10(rough) + ROUNDING)
  const fits = (step: number) => step * 10 ** exponent >= rough * (1 - ROUNDING)
  const step = STEPS.find((one) => fits(one) && !(isWhole && exponent === 0 && one === 2.5)) ?? 10
  // Written as a decimal and read again, because a product could be off in its last digit.
  const width = Number(`${step}e${exponent}`)
  return isWhole ? Math.max(1, width) : Math.min(width, Number.MAX_VALUE)
}

/** Takes a round width apart. */
export function widthOf(width: number): Width {
  const [mantissa = '1', exponent = '0'] = width.toExponential().split('e')
  const decimals = mantissa.includes('.') ? mantissa.length - 2 : 0
  const power = Number(exponent) - decimals
  const digits = Number(mantissa.replace('.', ''))
  return power >= 0 ? { digits, factor: 10 ** power, divisor: 1 } : { digits, factor: 1, divisor: 10 ** -power }
}

/** The edge at a place, which counts widths from zero; an edge that no double could hold is the last one of them. */
function edgeAt(place: number, { digits, factor, divisor }: Width): number {
  const edge = ((place * digits) / divisor) * factor
  // Adding zero turns -0 into 0.
  return Math.max(-Number.MAX_VALUE, Math.min(edge, Number.MAX_VALUE)) + 0
}

/** The place of the range that contains a number. */
function placeOf(value: number, width: Width): number {
  const near = Math.floor(((value / width.factor) * width.divisor) / width.digits)
  if (value >= edgeAt(near + 1, width)) return near + 1
  return value < edgeAt(near, width) ? near - 1 : near
}

/** The edges of the ranges: one more than there are ranges. */
export function binEdges({ start, width, count }: Bins): number[] {
  const parts = widthOf(width)
  const first = placeOf(start, parts)
  return Array.from({ length: count + 1 }, (_, at) => edgeAt(first + at, parts))
}

/** The keys of numbers outside of the requested limits: the edges before the first and after the last range. */
export function keysOutside({ start, width, count }: Bins): { before: number; after: number } {
  const parts = widthOf(width)
  const first = placeOf(start, parts)
  return { before: edgeAt(first - 1, parts), after: edgeAt(first + count, parts) }
}

/** Returns the key of each number: the least number of its range; null for none. */
export function binKeys(bins: Bins, { from, below }: AskedBins): (value: number | null) => number | null {
  const parts = widthOf(bins.width)
  const { before, after } = keysOutside(bins)
  return (value) => {
    if (value === null) return null
    if (from !== undefined && value < from) return before
    if (below !== undefined && value >= below) return after
    return edgeAt(placeOf(value, parts), parts)
  }
}
