/** How values are divided into classes: quantiles (`q`), equal intervals (`e`) or k-means (`k`). */
const clusteringModes = ['q', 'e', 'k'] as const
export type ClusteringMode = (typeof clusteringModes)[number]

/**
 * The upper bounds of the classes in ascending order; the last one is the maximum. There are fewer than `steps` if there are
 * fewer distinct values.
 * @param values finite, in any order
 */
export function classBounds(values: readonly number[], mode: ClusteringMode, steps: number): number[] {
  const sorted = Float64Array.from(values).sort()
  const first = sorted[0]
  const last = sorted.at(-1)
  if (first === undefined || last === undefined) return []
  const different = new Set(sorted).size
  if (different === 1) return [last]
  const count = Math.min(steps, different)
  const bounds = byMode[mode](sorted, count)
  // Two bounds may fall on equal values, and the class between them would be empty.
  return [...new Set([...bounds.slice(0, -1), last])].sort((a, b) => a - b)
}

/** The class of a value: the first one whose upper bound is not exceeded. */
export function classOf(value: number, bounds: readonly number[]): number {
  const index = bounds.findIndex((bound) => value <= bound)
  return index === -1 ? bounds.length - 1 : index
}

const byMode: Record<ClusteringMode, (sorted: Float64Array, count: number) => number[]> = {
  // As many values in each class as possible.
  q: (sorted, count) =>
    Array.from({ length: count }, (_, index) => sorted[Math.ceil(((index + 1) * sorted.length) / count) - 1] ?? 0),
  e: (sorted, count) => {
    const [low, high] = [sorted[0] ?? 0, sorted.at(-1) ?? 0]
    return Array.from({ length: count }, (_, index) => low + ((high - low) * (index + 1)) / count)
  },
  k: kMeans,
}

const MAX_ROUNDS = 100

/**
 * Lloyd's algorithm, started from evenly spaced quantiles so that the classes are always the same; each bound is the maximum of
 * its class.
 */
function kMeans(sorted: Float64Array, count: number): number[] {
  const different = [...new Set(sorted)]
  let centers = Array.from(
    { length: count },
    (_, index) => different[Math.floor(((index + 0.5) * different.length) / count)] ?? 0,
  )
  let ends: number[] = []
  for (let round = 0; round < MAX_ROUNDS; round++) {
    ends = endsOf(sorted, centers)
    const next = centers.map((center, index) => mean(sorted.subarray(ends[index - 1] ?? 0, ends[index])) ?? center)
    if (next.every((center, index) => center === centers[index])) break
    centers = next
  }
  return ends.map((end) => sorted[end - 1] ?? 0)
}

/** The index at which each class ends among the sorted values, if every value belongs to its nearest center. */
function endsOf(sorted: Float64Array, centers: readonly number[]): number[] {
  let at = 0
  return centers.map((center, index) => {
    const next = centers[index + 1]
    if (next === undefined) return sorted.length
    while (at < sorted.length && (sorted[at] ?? 0) <= (center + next) / 2) at++
    return at
  })
}

const mean = (values: Float64Array) =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length
