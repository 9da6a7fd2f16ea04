import type { CartesianSeries } from '@sightline/domain/chart-data/cartesian.ts'
import type { LineSeriesOption } from 'echarts/charts'
import type { ChartOption } from '../../echarts/chart-option.ts'
import type { ChartTheme } from '../../echarts/theme.ts'
import { seriesMarks } from '../colors.ts'
import { aggregationOf } from '../grouped.ts'
import { isLyingDown } from '../kinds.ts'
import { labelsOf } from '../labels.ts'
import type { ChartOptions } from '../options.ts'
import type { CartesianChart } from '../prepared.ts'
import { referencesOf } from '../reference-lines.ts'
import { annotationMarks } from './annotation-marks.ts'
import { lying, xAxis, yAxis, zooming } from './axes.ts'
import { cartesianTooltip } from './cartesian-tooltip.ts'
import { endLabel, hasEndLabels, widthOfEndLabels } from './end-labels.ts'
import { errorBars } from './error-bars.ts'
import { headings } from './headings.ts'
import { incompleteLine } from './incomplete.ts'
import { bubbleSizes, marksOf, outerBars } from './marks.ts'
import { type Stage, selection } from './option.ts'
import type { PanelScale } from './panel-scales.ts'
import { referenceMarks } from './reference-marks.ts'
import { trendLines } from './trend-lines.ts'
import { extentOf } from './value-extent.ts'
import { valueLabel } from './value-labels.ts'
import { visibleSeries } from './visible-points.ts'

/**
 * Builds the ECharts option of a line, bar, area, scatter or bubble chart.
 * @param scaleOf the y axis that it shares with other panels; null for its own
 */
export function cartesianOption(
  chart: CartesianChart,
  stage: Stage,
  scaleOf: (axis: 0 | 1) => PanelScale | null = () => null,
): ChartOption {
  const { data } = chart
  const { options, theme, hidden } = stage
  const isLying = isLyingDown(options)
  const labels = labelsOf(options, stage.formats, { ...chart.x, scale: data.scale }, data.xs)
  const marks = seriesMarks(data.series, options, theme.scheme, stage.formats.chartColors)
  const drawn = visibleSeries(data.series, stage.zoom, options.lineShape)
  const shown = drawn.filter(({ key }) => !hidden.has(key))
  const usedAxes = ([0, 1] as const).filter((axis) => data.series.some((series) => series.axis === axis))
  const hasBars = data.series.some(({ type }) => type === 'column')
  const endLabels = hasEndLabels(chart, options, stage.width)
  const titles = usedAxes.map((axis) => chart.titles.y[axis])
  const heading = isLying ? [chart.titles.x] : titles
  const outer = outerBars(shown, options)
  // Layers of both signs overlap, so that bands would hide one another.
  const hasBands = options.series.stacking !== null && drawn.every(({ points }) => points.every(({ y }) => (y ?? 0) >= 0))
  const bubbleSize = bubbleSizes(data.series, options)
  const x = xAxis({ ...data, xs: data.scale === 'category' ? data.xs.map(labels.x) : data.xs, title: chart.titles.x }, stage, {
    hasBars,
    hasEndLabels: endLabels,
  })
  const ys = usedAxes.map((axis, index) =>
    yAxis(
      options.yAxis[axis],
      {
        isRight: axis === 1,
        hasGrid: index === 0,
        isPercent: options.series.percentValues,
        isCount: aggregationOf(options) === 'count',
        range: scaleOf(axis)?.range ?? null,
        ...(scaleOf(axis)?.extent ??
          extentOf(
            shown.filter((series) => series.axis === axis),
            options.series.stacking !== null,
          )),
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
      right: endLabels ? widthOfEndLabels(data.series) + 40 : 24,
      top: heading.some((title) => title !== '') ? 48 : 20,
      bottom: (isLying ? titles.some((title) => title !== '') : chart.titles.x !== '') ? 16 : 12,
      outerBoundsMode: 'same',
      outerBoundsContain: 'all',
    },
    tooltip: cartesianTooltip(chart, stage, labels, marks),
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
      ...visibleTrends(chart, stage).flatMap((trend) => {
        const index = data.series.findIndex(({ key }) => key === trend.of)
        return trendLines(trend, {
          axisIndex: axisIndexOf(trend.line),
          isLying,
          color: marks[index]?.color ?? theme.text,
          isLog: options.yAxis[trend.line.axis]?.type === 'logarithmic',
          surface: data.series[index]?.type === 'column' ? theme.surface : null,
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
        chart.columns,
      ).flatMap((reference, index) =>
        referenceMarks(reference, index, {
          axisIndex: Math.max(0, usedAxes.indexOf(reference.axis)),
          isLying,
          theme,
          x: shown.find(({ points }) => points.length > 0)?.points[0]?.x ?? 0,
        }),
      ),
      ...annotationMarks(chart.annotations, { isLying, theme, y: someValue(shown, options) }),
    ],
  }
}

/** A value that has a place on the first y axis; null if there is none. */
function someValue(shown: readonly CartesianSeries[], { yAxis }: ChartOptions): number | null {
  const [first] = shown.toSorted((a, b) => a.axis - b.axis)
  const isLog = yAxis[first?.axis ?? 0]?.type === 'logarithmic'
  return first?.points.find(({ y }) => y !== null && (y > 0 || !isLog))?.y ?? null
}

/** The trends of the series that are not hidden, cut at the edges of the zoomed range. */
const visibleTrends = ({ trends }: CartesianChart, { hidden, zoom }: Stage) =>
  trends
    .filter(({ of }) => !hidden.has(of))
    .map((trend) => ({ ...trend, line: visibleSeries([trend.line], zoom, 'linear')[0] ?? trend.line }))

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
