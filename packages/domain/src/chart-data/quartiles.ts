import type { Cell } from '@sightline/contract/results.ts'

/** The statistics of the numbers of one group. */
export interface BoxNumbers {
  q1: number
  median: number
  q3: number
  /** The ends of the whiskers: the smallest and largest number within 1.5 times the interquartile range of the box. */
  low: number
  high: number
  /** The numbers beyond the whiskers, sorted. */
  outliers: number[]
}

/** A box that may not have all of its outliers. */
export interface CountedBox extends BoxNumbers {
  /** Count of its numbers. */
  count: number
  /** Count of all outliers; with more than `MAX_FAR_OUTLIERS`, the list has only the farthest ones on either side. */
  outlierCount: number
}

/** Maximum length of a whisker, in interquartile ranges. */
export const BOX_REACH = 1.5
/** Maximum number of outliers of a box that the database computes; half of them on either side. */
export const MAX_FAR_OUTLIERS = 200

/**
 * Computes quartiles and whiskers. A quartile between two numbers is interpolated linearly, as in most tools (type 7 of R's
 * `quantile`).
 * @param numbers at least one, finite, in any order
 */
export function boxOf(numbers: readonly number[]): BoxNumbers {
  const sorted = Float64Array.from(numbers).sort()
  const at = (share: number) => {
    const place = (sorted.length - 1) * share
    const below = sorted[Math.floor(place)] ?? 0
    const above = sorted[Math.ceil(place)] ?? below
    const part = place - Math.floor(place)
    return part === 0 ? below : below * (1 - part) + above * part
  }
  const q1 = at(0.25)
  const q3 = at(0.75)
  const reach = BOX_REACH * (q3 - q1)
  const inside = sorted.filter((value) => value >= q1 - reach && value <= q3 + reach)
  return {
    q1,
    median: at(0.5),
    q3,
    low: inside[0] ?? q1,
    high: inside.at(-1) ?? q3,
    outliers: [...sorted.filter((value) => value < q1 - reach || value > q3 + reach)],
  }
}

/**
 * A box as the text of a cell: the five numbers in ascending order, the counts of numbers and outliers, and the farthest
 * outliers.
 */
export function boxText(numbers: readonly number[]): string {
  const { low, q1, median, q3, high, outliers } = boxOf(numbers)
  const far = farthest(outliers, MAX_FAR_OUTLIERS)
  return JSON.stringify([low, q1, median, q3, high, numbers.length, outliers.length, ...far])
}

/**
 * The outliers farthest from the box, half of them on either side.
 * @param outliers sorted
 * @param most an even number
 */
export const farthest = (outliers: readonly number[], most: number): readonly number[] =>
  outliers.length <= most ? outliers : [...outliers.slice(0, most / 2), ...outliers.slice(-most / 2)]

/** The box of a cell; null for none. */
export function readBox(cell: Cell): CountedBox | null {
  if (typeof cell !== 'string') return null
  const numbers: unknown = JSON.parse(cell)
  if (!Array.isArray(numbers)) return null
  const [low = 0, q1 = 0, median = 0, q3 = 0, high = 0, count = 0, outlierCount = 0, ...outliers] = numbers.map(Number)
  return { low, q1, median, q3, high, count, outlierCount, outliers }
}
