import { type CartesianSeries, isPointwise } from '@sightline/domain/chart-data/cartesian.ts'
import { stackEnds } from '../small-values.ts'
import type { Extent } from './axes.ts'

/** The properties of a y axis that follow from the values of its series. */
export function extentOf(series: readonly CartesianSeries[], isStacked: boolean): Extent {
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  let leastBar = Number.POSITIVE_INFINITY
  for (const { type, points } of series) {
    for (const { y } of points) {
      if (y === null) continue
      low = Math.min(low, y)
      high = Math.max(high, y)
      if (type === 'column' && y > 0 && !isStacked) leastBar = Math.min(leastBar, y)
    }
  }
  const farthest = Math.max(0, Math.abs(low), Math.abs(high))
  const largest = Number.isFinite(farthest) ? farthest : 0
  if (series.every(({ type }) => isPointwise(type))) return { startsAtZero: false, largest, leastBar, length: high - low }
  // Bars and areas are measured from zero; lines too, unless that would flatten them. Points show where they are.
  const hasBody = isStacked || series.some(({ type }) => type === 'column' || type === 'area')
  const isFarOff = (low > 0 || high < 0) && (high - low) / farthest < 0.25
  const startsAtZero = hasBody || !isFarOff
  const ends = [low, high, ...(isStacked ? stackEnds(series) : []), ...(startsAtZero ? [0] : [])]
  const length = ends.reduce((a, b) => Math.max(a, b)) - ends.reduce((a, b) => Math.min(a, b))
  return { startsAtZero, largest, leastBar, length }
}
