import type { CartesianPoint, CartesianSeries } from '@sightline/domain/chart-data/cartesian.ts'
import { dataLabel, type Labels } from '../labels.ts'
import type { ChartOptions } from '../options.ts'
import type { CartesianChart } from '../prepared.ts'
import { MAX_STYLED_MARKS } from './marks.ts'
import type { Stage } from './option.ts'

/** Returns the label of the point at an index; null if data labels are off. */
export function valueLabel(
  chart: CartesianChart,
  series: CartesianSeries,
  { options }: Stage,
  labels: Labels,
): ((index: number) => string) | null {
  if (options.showDataLabels !== true || series.points.length > MAX_STYLED_MARKS) return null
  const { points = [] } = chart.data.series.find(({ key }) => key === series.key) ?? {}
  return (index) => {
    const point = series.points[index]
    // A point at the edge of the zoomed range only continues the line.
    return point && point === points[index] ? labelText(chart, series, point, options, labels) : ''
  }
}

/** Returns the text of one data label; empty if there is no value. */
export function labelText(
  { data, columns }: CartesianChart,
  series: CartesianSeries,
  point: CartesianPoint,
  options: ChartOptions,
  labels: Labels,
): string {
  if (point.y === null) return ''
  return dataLabel(
    options.textFormat,
    {
      name: series.name,
      x: labels.x(data.scale === 'category' ? (data.xs[point.x] ?? '') : point.x),
      y: labels.ofSeries(series, point.value ?? point.y, null),
      percent: point.share === null ? null : labels.percent(point.share),
      error: point.error === null ? null : labels.ofSeries(series, point.error, null),
      size: point.size === null ? null : labels.number(point.size, null),
      row: point.row,
    },
    columns,
    labels.cell,
  )
}
