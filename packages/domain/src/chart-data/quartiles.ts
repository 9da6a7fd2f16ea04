import type { Cell } from '@sightline/contract/results.ts'

/** What a box says of the numbers of one group. */
export interface BoxNumbers {
  q1: number
  median: number
  q3: number
  /** The least and greatest number within 1.5 times the distance of the quartiles from the box: where the whiskers end. */
  low: number
  high: number
  /** What lies beyond the whiskers, in order of size. */
  outliers: number[]
}

/** A box that may not know all its outliers. */
export interface CountedBox extends BoxNumbers {
  /** Numbers it was made of. */
  count: number
  /** Outliers there are; of more than `MAX_FAR_OUTLIERS` only the farthest on either side are told. */
  outlierCount: number
}

/** How many distances of the quartiles the whiskers reach at most. */
export const BOX_REACH = 1.5
/** Outliers that are told one by one where a box is made far from where it is drawn; half of them on either side. */
export const MAX_FAR_OUTLIERS = 200

/**
 * Quartiles and whiskers of some numbers, of which there is at least one. A quartile between two numbers lies between them in
 * proportion, as most tools have it (R's type 7).
 * @param numbers finite, in any order
 */
export function boxOf(numbers: readonly number[]): BoxNumbers {
  const sorted = Float64Array.from(numbers).sort()
  const at = (share: number) => {
    const place = (sorted.length - 1) * share
    const below = sorted[Math.floor(place)] ?? 0
    const above = sorted[Math.ceil(place)] ?? below
    const part = place - Math.floor(place)
    const gap = above - below
    // The distance of the largest numbers is none.
    return Number.isFinite(gap) ? below + gap * part : below * (1 - part) + above * part
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

/** A box as the text of a cell: its five numbers from below, how many numbers and outliers there are, and the farthest outliers. */
export function boxText(numbers: readonly number[]): string {
  const { low, q1, median, q3, high, outliers } = boxOf(numbers)
  const far = farthest(outliers, MAX_FAR_OUTLIERS)
  return JSON.stringify([low, q1, median, q3, high, numbers.length, outliers.length, ...far])
}

/** The outliers that lie farthest from their box, half of them on either side. @param outliers in order of size @param most an even number */
export const farthest = (outliers: readonly number[], most: number): readonly number[] =>
  outliers.length <= most ? outliers : [...outliers.slice(0, most / 2), ...outliers.slice(-most / 2)]

/** The box of a cell; null where it has none. */
export function readBox(cell: Cell): CountedBox | null {
  if (typeof cell !== 'string') return null
  const numbers: unknown = JSON.parse(cell)
  if (!Array.isArray(numbers)) return null
  const [low = 0, q1 = 0, median = 0, q3 = 0, high = 0, count = 0, outlierCount = 0, ...outliers] = numbers.map(Number)
  return { low, q1, median, q3, high, count, outlierCount, outliers }
}
