import { type CartesianPoint, type CartesianSeries, isPointwise } from '@sightline/domain/chart-data/cartesian.ts'
import { i18n } from '@sightline/domain/language/i18n.ts'
import type { ChartOption } from '../../echarts/chart-option.ts'
import { besideCrosshair, type TooltipRow, tooltipContent, tooltipFrame } from '../../echarts/tooltip.ts'
import { isAt, placeWriter } from '../annotations.ts'
import type { Mark } from '../colors.ts'
import { isLyingDown } from '../kinds.ts'
import { dataLabel, type Labels } from '../labels.ts'
import { decimalsOf, seriesFormat } from '../number-formats.ts'
import type { CartesianChart } from '../prepared.ts'
import { referencesOf } from '../reference-lines.ts'
import type { Stage } from './option.ts'
import { pointTooltip } from './point-tooltip.ts'
import { trendRows } from './trend-rows.ts'

/** The tooltip of all series at the x value under the pointer, or of a single point. */
export function cartesianTooltip(
  chart: CartesianChart,
  { options, formats: pageFormats, theme, renderTooltip }: Stage,
  labels: Labels,
  marks: readonly Mark[],
): ChartOption['tooltip'] {
  const { data } = chart
  const isOfPoints = data.series.every(({ type }) => isPointwise(type))
  const isStacked = options.series.stacking !== null
  const formats = new Set(data.series.map((series) => seriesFormat(options, series)))
  // Layers that are written differently are summed up in the format of their axis.
  const totalText = (series: CartesianSeries, total: number, places: number) =>
    formats.size === 1 ? labels.ofSeries(series, total, places) : labels.onAxis(series.axis, total, places)
  const along = referencesOf(options, data.series, labels, chart.columns).filter((reference) => reference.along !== null)
  const placeOf = placeWriter(chart, options, pageFormats)
  const decimals = new Map(data.series.map(({ key, points }) => [key, decimalsOf(points.map(({ value }) => value))]))
  return {
    ...tooltipFrame(theme),
    trigger: isOfPoints ? 'item' : 'axis',
    ...(isOfPoints || isLyingDown(options) ? {} : { position: besideCrosshair }),
    axisPointer: data.series.some(({ type }) => type === 'column')
      ? { type: 'shadow', z: -1, shadowStyle: { color: theme.text, opacity: 0.045 }, label: { show: false } }
      : { type: 'line', lineStyle: { color: theme.crosshair, width: 1, type: 'solid' }, label: { show: false } },
    formatter: (params) => {
      const hits = (Array.isArray(params) ? params : [params]).flatMap(({ seriesIndex = -1, dataIndex }) => {
        const series = data.series[seriesIndex]
        const point = series?.points[dataIndex]
        return series && point && point.y !== null ? [{ series, point, color: marks[seriesIndex]?.color ?? theme.text }] : []
      })
      const first = hits[0]
      if (!first) return ''
      const references = along.flatMap(({ axis, along: line }): TooltipRow[] => {
        const y = line?.points.find(({ x }) => x === first.point.x)?.y
        return line && y !== undefined ? [{ color: '', name: line.name, value: labels.onAxis(axis, y, null) }] : []
      })
      const events = chart.annotations
        .filter((annotation) => isAt(annotation, first.point.x))
        .map(
          (annotation): TooltipRow => ({
            color: '',
            name: annotation.label || i18n._('Annotation'),
            value: placeOf(annotation),
          }),
        )
      if (isOfPoints) {
        const { title, rows } = pointTooltip(chart, first.series, first.point, { options, labels, color: first.color })
        return renderTooltip(tooltipContent(title, [...rows, ...references, ...events]))
      }
      // In visual order from the top: the last layer of a stack, else the largest value.
      const ordered = isStacked ? hits.toReversed() : hits.toSorted((a, b) => (b.point.y ?? 0) - (a.point.y ?? 0))
      const rows = ordered.flatMap(({ series, point, color }): TooltipRow[] => {
        const places = decimals.get(series.key) ?? null
        return [
          { color, name: series.name, value: tooltipValue(series, point, labels, places) },
          ...trendRows(chart, series, point, { labels, color }),
        ]
      })
      const position = data.scale === 'category' ? (data.xs[first.point.x] ?? '') : first.point.x
      const total = isStacked ? stackTotal(hits) : null
      const totalDecimals = Math.max(...hits.map(({ series }) => decimals.get(series.key) ?? 0))
      const totalRows =
        total === null ? [] : [{ color: '', name: i18n._('Total'), value: totalText(first.series, total, totalDecimals) }]
      return renderTooltip(tooltipContent(labels.x(position), [...totalRows, ...rows, ...references, ...events]))
    },
  }
}

/** The sum of the layers of a stack at one x; null if there is one layer, or marks of several stacks. */
function stackTotal(hits: readonly { series: CartesianSeries; point: CartesianPoint }[]): number | null {
  const stacks = new Set(hits.map(({ series }) => `${series.type} ${series.axis}`))
  if (hits.length < 2 || stacks.size > 1 || hits.some(({ series }) => isPointwise(series.type))) return null
  return hits.reduce((sum, { point }) => sum + (point.value ?? 0), 0)
}

/** The value of a point, with its error and size if present. */
function tooltipValue(series: CartesianSeries, point: CartesianPoint, labels: Labels, decimals: number | null): string {
  const value = dataLabel('', labelledPoint(series, point, labels, decimals), [], labels.cell)
  const error = point.error === null ? '' : ` ± ${labels.ofSeries(series, point.error, null)}`
  return value + error + (point.size === null ? '' : i18n._(', size {size}', { size: labels.number(point.size, null) }))
}

const labelledPoint = (
  series: CartesianSeries,
  { y, value, share, row }: CartesianPoint,
  labels: Labels,
  decimals: number | null,
) => ({
  name: series.name,
  x: '',
  y: labels.ofSeries(series, value ?? y ?? 0, decimals),
  percent: share === null ? null : labels.percent(share),
  error: null,
  size: null,
  row,
})
