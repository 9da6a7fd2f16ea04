import { type CartesianPoint, type CartesianSeries, isPointwise } from '@sightline/domain/chart-data/cartesian.ts'
import type { LineSeriesOption } from 'echarts/charts'
import type { ChartOption } from '../../echarts/chart-option.ts'
import type { ChartTheme } from '../../echarts/theme.ts'
import { besideCrosshair, type TooltipRow, tooltipContent, tooltipFrame } from '../../echarts/tooltip.ts'
import { type Mark, seriesMarks } from '../colors.ts'
import { canLieDown } from '../kinds.ts'
import { dataLabel, decimalsOf, type Labels, labelsOf } from '../labels.ts'
import type { ChartOptions } from '../options.ts'
import type { CartesianChart } from '../prepare.ts'
import { isNamedByAxis } from '../readable.ts'
import { referencesOf } from '../reference-lines.ts'
import { type Extent, lying, xAxis, yAxis, zooming } from './axes.ts'
import { errorBars } from './error-bars.ts'
import { incompleteLine } from './incomplete.ts'
import { bubbleSizes, type EndLabel, MAX_STYLED_MARKS, marksOf, outerBars } from './marks.ts'
import { type Stage, selection } from './option.ts'
import { pointTooltip } from './point-tooltip.ts'
import { referenceMarks } from './reference-marks.ts'
import { visibleSeries } from './visible-points.ts'

/** Up to this many lines are named at their ends instead of in a legend. */
const MAX_END_LABELS = 6
const MAX_END_LABEL_LETTERS = 20
/** Up to this width the legend is below, and lines have no names at their ends. */
export const NARROW = 600

/** Whether values run to the right instead of upwards. */
export const isLyingDown = ({ swappedAxes, globalSeriesType }: ChartOptions) => swappedAxes && canLieDown(globalSeriesType)

/** Builds the ECharts option of a line, bar, area, scatter or bubble chart. */
export function cartesianOption(chart: CartesianChart, stage: Stage): ChartOption {
  const { data } = chart
  const { options, theme, hidden } = stage
  const isLying = isLyingDown(options)
  const labels = labelsOf(options, stage.formats, { type: chart.x.type, scale: data.scale }, data.xs)
  const marks = seriesMarks(data.series, options, theme.scheme)
  const drawn = visibleSeries(data.series, stage.zoom, options.lineShape)
  const shown = drawn.filter(({ key }) => !hidden.has(key))
  const usedAxes = ([0, 1] as const).filter((axis) => data.series.some((series) => series.axis === axis))
  const hasBars = data.series.some(({ type }) => type === 'column')
  const endLabels = hasEndLabels(chart, options, stage.width)
  const endWidth = endLabels ? Math.max(...data.series.map(({ name }) => textWidth(shortened(name)))) : 0
  const titles = usedAxes.map((axis) => chart.titles.y[axis])
  const heading = isLying ? [chart.titles.x] : titles
  const outer = outerBars(shown, options)
  // Layers of both signs overlap, so that bands would hide one another.
  const hasBands = options.series.stacking !== null && drawn.every(({ points }) => points.every(({ y }) => (y ?? 0) >= 0))
  const bubbleSize = bubbleSizes(data.series, options)
  const x = xAxis(
    { ...data, xs: data.scale === 'category' ? data.xs.map(labels.x) : data.xs, title: chart.titles.x },
    stage,
    hasBars,
  )
  const ys = usedAxes.map((axis, index) =>
    yAxis(
      options.yAxis[axis],
      {
        isRight: axis === 1,
        hasGrid: index === 0,
        isPercent: options.series.percentValues,
        ...extentOf(
          shown.filter((series) => series.axis === axis),
          options.series.stacking !== null,
        ),
      },
      stage,
    ),
  )
  const axisIndexOf = (series: CartesianSeries) => Math.max(0, usedAxes.indexOf(series.axis))

  return {
    useUTC: true,
    textStyle: { fontFamily: theme.font },
    legend: selection(
      data.series.map(({ key }) => key),
      hidden,
    ),
    title: headings(heading, usedAxes, theme),
    grid: {
      left: 20,
      right: endLabels ? endWidth + 40 : 24,
      top: heading.some((title) => title !== '') ? 48 : 20,
      bottom: (isLying ? titles.some((title) => title !== '') : chart.titles.x !== '') ? 16 : 12,
      outerBoundsMode: 'same',
      outerBoundsContain: 'all',
    },
    tooltip: tooltip(chart, stage, labels, marks),
    ...(isLying ? lying(x, ys, titles, stage) : { xAxis: x, yAxis: ys }),
    ...zooming(chart, stage, isLying),
    series: [
      ...drawn.map((series, index) => {
        const mark = marks[index] ?? { color: theme.text, isDashed: false }
        return marksOf(series, mark, stage, {
          axisIndex: axisIndexOf(series),
          isLying,
          bubbleSize,
          outer,
          hasBands,
          label: valueLabel(chart, series, stage, labels),
          endLabel: endLabels ? endLabel(series, mark, theme) : null,
          incompleteFrom: chart.incompleteFrom,
        })
      }),
      ...shown.flatMap((series) => dashes(chart, series, { axisIndex: axisIndexOf(series), isLying, theme, options }) ?? []),
      ...shown.flatMap(
        (series) => errorBars(series, shown, { axisIndex: axisIndexOf(series), isLying, options, color: theme.text2 }) ?? [],
      ),
      ...referencesOf(
        options,
        chart.data.series.filter(({ key }) => !hidden.has(key)),
        labels,
      ).flatMap((reference, index) =>
        referenceMarks(reference, index, {
          axisIndex: Math.max(0, usedAxes.indexOf(reference.axis)),
          isLying,
          theme,
          x: shown[0]?.points[0]?.x ?? 0,
        }),
      ),
    ],
  }
}

/** Dashes the end of a line in a period that is not over; stacks and curves have no line of their own between two points. */
function dashes(
  { incompleteFrom }: CartesianChart,
  series: CartesianSeries,
  { options, ...dress }: { axisIndex: number; isLying: boolean; theme: ChartTheme; options: ChartOptions },
): LineSeriesOption | null {
  const isLine = series.type === 'line' || series.type === 'area'
  const isStraight = options.lineShape === 'linear' && options.series.stacking === null
  return incompleteFrom === null || !isLine || !isStraight ? null : incompleteLine(series, incompleteFrom, dress)
}

/** The titles of the value axes, above them. Empty titles are dropped, because ECharts would measure them as well. */
export const headings = (titles: readonly string[], usedAxes: readonly (0 | 1)[], theme: ChartTheme): ChartOption['title'] =>
  titles.flatMap((text, index) =>
    text === ''
      ? []
      : {
          text,
          top: 16,
          ...(usedAxes[index] === 1 ? { right: 20 } : { left: 20 }),
          padding: 0,
          textStyle: { color: theme.text3, fontSize: 12, fontWeight: 400 as const, fontFamily: theme.font },
        },
  )

/** The properties of a y axis that follow from the values of its series. */
function extentOf(series: readonly CartesianSeries[], isStacked: boolean): Extent {
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
  if (series.every(({ type }) => isPointwise(type))) return { startsAtZero: false, largest, leastBar }
  // Bars and areas are measured from zero; lines too, unless that would flatten them. Points show where they are.
  const hasBody = isStacked || series.some(({ type }) => type === 'column' || type === 'area')
  const isFarOff = (low > 0 || high < 0) && (high - low) / farthest < 0.25
  return { startsAtZero: hasBody || !isFarOff, largest, leastBar }
}

/** Whether lines are named at their ends instead of in a legend. */
export function hasEndLabels({ data }: CartesianChart, options: ChartOptions, width: number): boolean {
  return (
    options.legend.enabled &&
    options.legend.placement === 'auto' &&
    width > NARROW &&
    !isNamedByAxis(options, data.series) &&
    data.series.length <= MAX_END_LABELS &&
    !data.isReversed &&
    data.xs.length > 1 &&
    !isLyingDown(options) &&
    data.series.every(({ type, axis }) => type === 'line' && axis === 0)
  )
}

const shortened = (name: string) =>
  name.length > MAX_END_LABEL_LETTERS ? `${name.slice(0, MAX_END_LABEL_LETTERS - 1)}…` : name

/** Approximate width of a name at 12 px, in pixels. */
const textWidth = (text: string) => text.length * 7

const endLabel = ({ name }: CartesianSeries, { color }: Mark, theme: ChartTheme): EndLabel => ({
  show: true,
  distance: 10,
  // ECharts would parse braces as rich text markup.
  formatter: `{swatch|}{name|${shortened(name).replace(/[{}|]/g, ' ')}}`,
  // ECharts spaces close names by their backgrounds; without one they would almost overlap.
  backgroundColor: 'transparent',
  rich: {
    swatch: { width: 8, height: 8, borderRadius: 2, backgroundColor: color },
    name: {
      color: theme.text,
      fontSize: 12,
      fontWeight: 500,
      fontFamily: theme.font,
      lineHeight: 16,
      padding: [0, 0, 0, 6],
      align: 'left',
    },
  },
})

/** Returns the label of the point at an index; null if data labels are off. */
function valueLabel(
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
      y: labels.number(point.value ?? point.y, null),
      percent: point.share === null ? null : labels.percent(point.share),
      error: point.error === null ? null : labels.number(point.error, null),
      size: point.size === null ? null : labels.number(point.size, null),
      row: point.row,
    },
    columns,
    labels.cell,
  )
}

function tooltip(
  chart: CartesianChart,
  { options, theme, renderTooltip }: Stage,
  labels: Labels,
  marks: readonly Mark[],
): ChartOption['tooltip'] {
  const { data } = chart
  const isOfPoints = data.series.every(({ type }) => isPointwise(type))
  const isStacked = options.series.stacking !== null
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
      if (isOfPoints) {
        return renderTooltip(pointTooltip(chart, first.series, first.point, { options, labels, color: first.color }))
      }
      // In visual order from the top: the last layer of a stack, else the largest value.
      const ordered = isStacked ? hits.toReversed() : hits.toSorted((a, b) => (b.point.y ?? 0) - (a.point.y ?? 0))
      const rows = ordered.map(
        ({ series, point, color }): TooltipRow => ({
          color,
          name: series.name,
          value: tooltipValue(series, point, labels, decimals.get(series.key) ?? null),
        }),
      )
      const position = data.scale === 'category' ? (data.xs[first.point.x] ?? '') : first.point.x
      const total = isStacked ? stackTotal(hits) : null
      const totalDecimals = Math.max(...hits.map(({ series }) => decimals.get(series.key) ?? 0))
      const totalRows = total === null ? [] : [{ color: '', name: 'Total', value: labels.number(total, totalDecimals) }]
      return renderTooltip(tooltipContent(labels.x(position), [...totalRows, ...rows]))
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
  const error = point.error === null ? '' : ` ± ${labels.number(point.error, null)}`
  return value + error + (point.size === null ? '' : `, size ${labels.number(point.size, null)}`)
}

const labelledPoint = (
  { name }: CartesianSeries,
  { y, value, share, row }: CartesianPoint,
  labels: Labels,
  decimals: number | null,
) => ({
  name,
  x: '',
  y: labels.number(value ?? y ?? 0, decimals),
  percent: share === null ? null : labels.percent(share),
  error: null,
  size: null,
  row,
})
