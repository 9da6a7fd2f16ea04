import type { Box, BoxSeries } from '@sightline/domain/chart-data/boxes.ts'
import { thinned } from '@sightline/domain/chart-data/quartiles.ts'
import { i18n } from '@sightline/domain/language/i18n.ts'
import type { CustomSeriesOption } from 'echarts/charts'
import type { CustomSeriesRenderItemAPI, CustomSeriesRenderItemReturn } from 'echarts/types/dist/shared'
import type { ChartOption } from '../../echarts/chart-option.ts'
import { tooltipContent, tooltipFrame } from '../../echarts/tooltip.ts'
import { type Mark, seriesMarks } from '../colors.ts'
import { isLyingDown } from '../kinds.ts'
import { type Labels, labelsOf } from '../labels.ts'
import type { BoxChart } from '../prepared.ts'
import { type Extent, lying, xAxis, yAxis } from './axes.ts'
import { bandOf } from './error-bars.ts'
import { headings } from './headings.ts'
import { type Stage, selection } from './option.ts'

/** Pixels; a wider box would look like a bar. */
const MAX_BOX_WIDTH = 64
/** More points of one box than this would overlap. */
const MAX_POINTS = 400

/** Builds the ECharts option of a box chart. */
export function boxesOption(chart: BoxChart, stage: Stage): ChartOption {
  const { data } = chart
  const { options, theme, hidden } = stage
  const labels = labelsOf(options, stage.formats, { ...chart.x, scale: data.scale }, data.xs)
  const marks = seriesMarks(data.series, options, theme.scheme, stage.formats.chartColors)
  const shown = data.series.filter(({ key }) => !hidden.has(key))
  const usedAxes = ([0, 1] as const).filter((axis) => data.series.some((series) => series.axis === axis))
  const titles = usedAxes.map((axis) => chart.titles.y[axis])
  const isLying = isLyingDown(options)
  const heading = isLying ? [chart.titles.x] : titles
  const xs = data.xs.map(labels.x)
  const x = xAxis({ scale: 'category', xs, isReversed: false, title: chart.titles.x }, stage, { hasBars: true })
  const ys = usedAxes.map((axis, index) =>
    yAxis(
      options.yAxis[axis],
      { isRight: axis === 1, hasGrid: index === 0, isPercent: false, isCount: false, range: null, ...extentOf(shown, axis) },
      stage,
    ),
  )
  return {
    textStyle: { fontFamily: theme.font },
    legend: selection(
      data.series.map(({ key }) => key),
      hidden,
    ),
    title: headings(heading, usedAxes, theme),
    grid: {
      left: 20,
      right: 24,
      top: heading.some((title) => title !== '') ? 48 : 20,
      bottom: 14,
      outerBoundsMode: 'same',
      outerBoundsContain: 'all',
    },
    tooltip: {
      ...tooltipFrame(theme),
      trigger: 'item',
      formatter: (params) => {
        const { seriesIndex = -1, dataIndex } = Array.isArray(params) ? (params[0] ?? { dataIndex: -1 }) : params
        const series = data.series[seriesIndex]
        const box = series?.boxes[dataIndex]
        if (!series || !box) return ''
        const title = `${labels.x(data.xs[box.x] ?? '')}${data.series.length > 1 ? `, ${series.name}` : ''}`
        return stage.renderTooltip(tooltipContent(title, boxRows(box, marks[seriesIndex]?.color ?? theme.text, series, labels)))
      },
    },
    ...(isLying ? lying(x, ys, titles, stage) : { xAxis: x, yAxis: ys }),
    series: data.series.map((series, index) =>
      boxSeries(series, marks[index] ?? { color: theme.text, isDashed: false }, {
        axisIndex: Math.max(0, usedAxes.indexOf(series.axis)),
        index: shown.indexOf(series),
        count: shown.length,
        isLying,
        showsAll: options.showpoints,
        surface: theme.surface,
      }),
    ),
  }
}

function boxRows(box: Box, color: string, series: BoxSeries, labels: Labels) {
  const row = (name: string, value: number) => ({ color, name, value: labels.ofSeries(series, value, null) })
  return [
    row(i18n._('Upper whisker'), box.high),
    row(i18n._('Third quartile'), box.q3),
    row(i18n._('Median'), box.median),
    row(i18n._('First quartile'), box.q1),
    row(i18n._('Lower whisker'), box.low),
    { color, name: i18n._('Values'), value: labels.count(box.count) },
    ...(box.outlierCount > 0 ? [{ color, name: i18n._('Outliers'), value: labels.count(box.outlierCount) }] : []),
  ]
}

function extentOf(series: readonly BoxSeries[], axis: 0 | 1): Extent {
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  for (const one of series) {
    if (one.axis !== axis) continue
    for (const box of one.boxes) {
      low = Math.min(low, box.low, box.outliers[0] ?? box.low)
      high = Math.max(high, box.high, box.outliers.at(-1) ?? box.high)
    }
  }
  const largest = low <= high ? Math.max(Math.abs(low), Math.abs(high)) : 0
  return { startsAtZero: false, largest, leastBar: Number.POSITIVE_INFINITY, length: high - low }
}

interface BoxDress {
  axisIndex: number
  /** Index among the boxes side by side. */
  index: number
  count: number
  isLying: boolean
  /** Whether all points are drawn, not only outliers. */
  showsAll: boolean
  surface: string
}

function boxSeries(series: BoxSeries, { color }: Mark, dress: BoxDress): CustomSeriesOption {
  const extent = ({ low, high, outliers }: Box) => [Math.min(low, outliers[0] ?? low), Math.max(high, outliers.at(-1) ?? high)]
  return {
    type: 'custom',
    id: series.key,
    name: series.key,
    color,
    clip: true,
    ...(dress.isLying ? { xAxisIndex: dress.axisIndex } : { yAxisIndex: dress.axisIndex }),
    encode: dress.isLying ? { x: [1, 2], y: 0 } : { x: 0, y: [1, 2] },
    data: series.boxes.map((box) => [box.x, ...extent(box)]),
    renderItem: ({ dataIndex }, api) => {
      const box = series.boxes[dataIndex]
      return box ? drawBox(box, api, color, dress) : null
    },
  }
}

function drawBox(box: Box, api: CustomSeriesRenderItemAPI, color: string, dress: BoxDress): CustomSeriesRenderItemReturn {
  const { isLying, index, count, surface } = dress
  const { offset, width } = bandOf(api, index, count)
  const half = Math.min(width, MAX_BOX_WIDTH) / 2
  // `across` runs along the category axis, `value` along the value axis.
  const point = (across: number, value: number): [number, number] => {
    const [x = 0, y = 0] = api.coord(isLying ? [value, box.x] : [box.x, value])
    return isLying ? [x, y + offset + across] : [x + offset + across, y]
  }
  const line = (from: [number, number], to: [number, number], lineWidth: number) => ({
    type: 'line' as const,
    shape: { x1: from[0], y1: from[1], x2: to[0], y2: to[1] },
    style: { stroke: color, lineWidth },
  })
  const [left, top] = point(-half, box.q3)
  const [right, bottom] = point(half, box.q1)
  const shape = {
    x: Math.min(left, right),
    y: Math.min(top, bottom),
    width: Math.abs(right - left),
    height: Math.abs(bottom - top),
    r: 2,
  }
  const dots = (dress.showsAll ? box.values.slice(0, MAX_POINTS) : thinned(box.outliers, MAX_POINTS)).map((value, at) => {
    // A fixed pattern spreads equal values, so that points do not move between renders.
    const across = dress.showsAll ? (((at * 0.618034) % 1) - 0.5) * half * 1.2 : 0
    const [cx, cy] = point(across, value)
    return {
      type: 'circle' as const,
      shape: { cx, cy, r: 2.5 },
      style: { fill: dress.showsAll ? color : surface, stroke: color, lineWidth: 1.25, opacity: dress.showsAll ? 0.55 : 1 },
    }
  })
  return {
    type: 'group',
    children: [
      line(point(0, box.q3), point(0, box.high), 1.25),
      line(point(0, box.q1), point(0, box.low), 1.25),
      line(point(-half / 2, box.high), point(half / 2, box.high), 1.25),
      line(point(-half / 2, box.low), point(half / 2, box.low), 1.25),
      { type: 'rect', shape, style: { fill: surface } },
      { type: 'rect', shape, style: { fill: color, fillOpacity: 0.16, stroke: color, lineWidth: 1.25 } },
      line(point(-half, box.median), point(half, box.median), 2),
      ...dots,
    ],
  }
}
