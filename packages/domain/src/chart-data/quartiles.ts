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
  /** Count of all outliers; with more than `MAX_OUTLIERS`, the list has only that many of them. */
  outlierCount: number
}

/** Maximum length of a whisker, in interquartile ranges. */
export const BOX_REACH = 1.5
/** Maximum number of outliers of a box that the database computes; a multiple of four. */
export const MAX_OUTLIERS = 200

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
 * A box as the text of a cell: the five numbers in ascending order, the counts of numbers and outliers, and as many of the
 * outliers as can be drawn.
 */
export function boxText(numbers: readonly number[]): string {
  const { low, q1, median, q3, high, outliers } = boxOf(numbers)
  return JSON.stringify([low, q1, median, q3, high, numbers.length, outliers.length, ...thinned(outliers, MAX_OUTLIERS)])
}

/**
 * Some of the outliers: a quarter of the places for the least and the greatest ones each, where single points matter, and the
 * others spread evenly over the ranks in between, so that no range looks empty that is not.
 * @param outliers sorted
 * @param most two, or a multiple of four
 */
export function thinned(outliers: readonly number[], most: number): readonly number[] {
  if (outliers.length <= most) return outliers
  const ends = Math.floor(most / 4)
  const between = most - 2 * ends
  const inMiddle = Array.from({ length: between }, (_, at) => {
    const rank = ends + Math.floor((at * (outliers.length - 2 * ends - 1)) / (between - 1))
    return outliers[rank] ?? 0
  })
  return [...outliers.slice(0, ends), ...inMiddle, ...outliers.slice(outliers.length - ends)]
}

/** The box of a cell; null for none. */
export function readBox(cell: Cell): CountedBox | null {
  if (typeof cell !== 'string') return null
  const numbers: unknown = JSON.parse(cell)
  if (!Array.isArray(numbers)) return null
  const [low = 0, q1 = 0, median = 0, q3 = 0, high = 0, count = 0, outlierCount = 0, ...outliers] = numbers.map(Number)
  return { low, q1, median, q3, high, count, outlierCount, outliers }
}
