import type { CartesianSeries } from '@sightline/domain/chart-data/cartesian.ts'
import type { ChartOptions } from '../options.ts'

/** Pixels across the largest bubble where the chart does not say how large one unit is. */
const LARGEST = 56
const SMALLEST = 3
/** A bubble larger than this would cover the plot. */
const MOST = 400

/**
 * How large bubbles are, in pixels across: as stored, pixels of one unit of size, by the diameter or by the area; without that,
 * in proportion to the largest one of the chart.
 */
export function bubbleSizes(
  series: readonly CartesianSeries[],
  { sizemode, coefficient }: Pick<ChartOptions, 'sizemode' | 'coefficient'>,
): (size: number | null) => number {
  const isArea = sizemode === 'area'
  let largest = 0
  for (const { points } of series) for (const { size } of points) largest = Math.max(largest, size ?? 0)
  const across = (size: number) => {
    if (typeof coefficient === 'number') return isArea ? Math.sqrt(size * coefficient) : size * coefficient
    const part = largest === 0 ? 0 : size / largest
    return LARGEST * (isArea ? Math.sqrt(part) : part)
  }
  return (size) => (size === null || size <= 0 ? SMALLEST : Math.min(MOST, Math.max(SMALLEST, across(size))))
}
