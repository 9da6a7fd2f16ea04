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

/** How many distances of the quartiles the whiskers reach at most. */
const REACH = 1.5

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
    return below + (above - below) * (place - Math.floor(place))
  }
  const q1 = at(0.25)
  const q3 = at(0.75)
  const reach = REACH * (q3 - q1)
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
