/** A point of a series; y is null for a gap. */
export interface TrendPoint {
  x: number
  y: number | null
}

/**
 * The line with the least squared distances from the values, at the place of each point.
 * @param scaleOf how far along the axes a value lies: its logarithm on a logarithmic axis, where the line then is straight; null
 * where it has no place
 * @returns null if the points have no two different places
 */
export function linearTrend(
  points: readonly TrendPoint[],
  scaleOf: { x: AxisScale; y: AxisScale },
): { x: number; y: number }[] | null {
  const placed = points.flatMap((point) => {
    const x = scaleOf.x.to(point.x)
    const y = point.y === null ? null : scaleOf.y.to(point.y)
    return x === null ? [] : [{ value: point.x, x, y }]
  })
  const known = placed.flatMap(({ x, y }) => (y === null ? [] : [{ x, y }]))
  const meanX = mean(known.map(({ x }) => x))
  const meanY = mean(known.map(({ y }) => y))
  // Times are large numbers close together, so their squares would lose the differences.
  const spread = known.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0)
  if (!(spread > 0)) return null
  const slope = known.reduce((sum, { x, y }) => sum + (x - meanX) * (y - meanY), 0) / spread
  return placed.map(({ value, x }) => ({ x: value, y: scaleOf.y.from(meanY + slope * (x - meanX)) }))
}

/** Converts values of an axis to places on it, and back. */
export interface AxisScale {
  to(value: number): number | null
  from(place: number): number
}
export const linearScale: AxisScale = { to: (value) => value, from: (place) => place }
export const logarithmicScale: AxisScale = {
  to: (value) => (value > 0 ? Math.log10(value) : null),
  from: (place) => 10 ** place,
}

/**
 * The average of each point and those before it.
 * @param points in order
 * @param size number of points in each average
 * @returns null where there are not `size` values: at the first points, and at a gap and after it
 */
export function movingAverage(points: readonly TrendPoint[], size: number): TrendPoint[] {
  let run: number[] = []
  return points.map(({ x, y }) => {
    // The sum is computed for each point, because adding and subtracting would accumulate rounding errors.
    run = y === null ? [] : [...run.slice(run.length < size ? 0 : 1), y]
    return { x, y: run.length < size ? null : mean(run) }
  })
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
