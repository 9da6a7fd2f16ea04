import type { CartesianPoint, CartesianSeries } from '@sightline/domain/chart-data/cartesian.ts'
import type { Zoom } from '../../echarts/chart-option.ts'

/**
 * Returns the series with only their visible points, so that the y axes fit them and lines are named at their visible ends.
 * Points keep their indexes: those out of sight become gaps. Lines are cut at the edges of the visible range.
 * @param lineShape as stored
 */
export const visibleSeries = (series: readonly CartesianSeries[], zoom: Zoom | null, lineShape: string) =>
  zoom === null ? series : series.map((one) => ({ ...one, points: visiblePoints(one, zoom, lineShape) }))

function visiblePoints({ type, points }: CartesianSeries, { from, to }: Zoom, lineShape: string): CartesianPoint[] {
  const isLine = type === 'line' || type === 'area'
  const isLeft = ({ x }: CartesianPoint) => x < from
  const isRight = ({ x }: CartesianPoint) => x > to
  return points.map((point, index) => {
    if (!isLeft(point) && !isRight(point)) return point
    const edge = isLeft(point) ? from : to
    const isBeyond = isLeft(point) ? isLeft : isRight
    const inner = [points[index + 1], points[index - 1]].find((other) => other && !isBeyond(other))
    // The half of a bar beside the visible range may reach into it.
    if (type === 'column' && inner) return point
    const y = isLine && inner ? heightAt(edge, point, inner, lineShape) : null
    return { ...point, x: y === null ? point.x : edge, y, error: null }
  })
}

/** The height of a line between two points; null if one of them is a gap. */
function heightAt(x: number, a: CartesianPoint, b: CartesianPoint, lineShape: string): number | null {
  if (a.y === null || b.y === null) return null
  const [start, end] = a.x < b.x ? [a, b] : [b, a]
  if (lineShape === 'hv') return start.y
  if (lineShape === 'vh') return end.y
  return a.y + ((b.y - a.y) * (x - a.x)) / (b.x - a.x)
}
