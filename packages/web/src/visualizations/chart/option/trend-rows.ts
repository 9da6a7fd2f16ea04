import type { CartesianPoint, CartesianSeries } from '@sightline/domain/chart-data/cartesian.ts'
import type { TooltipRow } from '../../echarts/tooltip.ts'
import type { Labels } from '../labels.ts'
import type { CartesianChart } from '../prepared.ts'
import { trendText } from '../trends.ts'

/** The trend of a series at one of its points, in the tooltip; empty if it has none there. */
export function trendRows(
  { trends }: CartesianChart,
  { key }: CartesianSeries,
  { x }: CartesianPoint,
  { labels, color }: { labels: Labels; color: string },
): TooltipRow[] {
  const line = trends.find(({ of }) => of === key)?.line
  const point = line?.points.find((one) => one.x === x && one.y !== null)
  return line && point ? [{ color, name: line.name, value: trendText(line, point, labels) }] : []
}
