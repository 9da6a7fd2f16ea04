import type { CartesianData } from '@sightline/domain/chart-data/cartesian.ts'
import type { LineSeriesOption } from 'echarts/charts'
import type { ChartOption } from '../../echarts/chart-option.ts'
import { tooltipFrame } from '../../echarts/tooltip.ts'
import { fittedLine } from '../../text-width.ts'
import { isLyingDown } from '../kinds.ts'
import { labelsOf } from '../labels.ts'
import { idInPanel, panelChart } from '../panels.ts'
import type { CartesianChart, Panel } from '../prepared.ts'
import { tickCount } from './axes.ts'
import { cartesianOption } from './cartesian.ts'
import { headings } from './headings.ts'
import { type Stage, selection } from './option.ts'
import { panelScale } from './panel-scales.ts'

type SeriesOption = Extract<NonNullable<ChartOption['series']>, readonly unknown[]>[number]

/** Pixels. */
const TITLE_HEIGHT = 28
const HEADING_HEIGHT = 36
const FOOTING_HEIGHT = 24
const GAP = 10
/** Width of a panel by its height, as far as there is a choice. */
const USUAL_SHAPE = 1.7

/** Builds the ECharts option of a chart of panels: one plot for each, in rows from the left. */
export function panelsOption(chart: CartesianChart, panels: readonly Panel[], stage: Stage): ChartOption {
  const { options, theme, hidden } = stage
  const isLying = isLyingDown(options)
  const usedAxes = ([0, 1] as const).filter((axis) => chart.data.series.some((series) => series.axis === axis))
  const titles = usedAxes.map((axis) => chart.titles.y[axis])
  const above = isLying ? [chart.titles.x] : titles
  const below = isLying ? titles.join(' ') : chart.titles.x
  const top = above.some((title) => title !== '') ? HEADING_HEIGHT : 8
  const bottom = below.trim() === '' ? 4 : FOOTING_HEIGHT
  const cells = cellsOf(panels.length, stage.width, stage.height - top - bottom)
  const charts = panels.map((panel) => panelChart(chart, panel))
  const labels = labelsOf(options, stage.formats, { ...chart.x, scale: chart.data.scale }, chart.data.xs)
  // Two would leave much of a low panel empty.
  const ticks = Math.max(3, tickCount(isLying ? (cells[0]?.width ?? 0) / 1.5 : (cells[0]?.height ?? 0)))
  const scales = usedAxes.map((axis) => panelScale(charts, axis, { options, hidden, labels, ticks }))
  const scaleOf = (axis: 0 | 1) => (options.ownPanelScales ? null : (scales[usedAxes.indexOf(axis)] ?? null))
  const parts = charts.map((one, index) =>
    cartesianOption(
      one,
      {
        ...stage,
        // Names at the ends of lines would take the room of the plots.
        options: { ...options, legend: { ...options.legend, placement: 'below' } },
        width: cells[index]?.width ?? 0,
        height: cells[index]?.height ?? 0,
        zoom: null,
        renderTooltip: ({ title, ...content }) => {
          const name = panels[index]?.name ?? ''
          return stage.renderTooltip({ ...content, title: title === '' ? name : `${name}, ${title}` })
        },
      },
      scaleOf,
    ),
  )
  const plots = parts.map(({ series }, index) => [
    ...[series ?? []].flat().map((one) => inPanel(one, index, usedAxes.length, isLying)),
    ...[reachOf(chart.data, isLying)].flatMap((one) => (one === null ? [] : inPanel(one, index, usedAxes.length, isLying))),
  ])
  const name = { color: theme.text, fontSize: 12, fontWeight: 600 as const, fontFamily: theme.font }
  return {
    useUTC: true,
    textStyle: { fontFamily: theme.font },
    legend: selection(
      chart.data.series.map(({ key }) => key),
      hidden,
    ),
    title: [
      ...[headings(above, usedAxes, theme) ?? []].flat(),
      ...(below.trim() === ''
        ? []
        : [
            {
              text: below,
              left: 'center',
              top: stage.height - FOOTING_HEIGHT + 2,
              padding: 0,
              textStyle: { color: theme.text3, fontSize: 12, fontWeight: 400 as const, fontFamily: theme.font },
            },
          ]),
      ...panels.map((panel, index) => ({
        text: fittedLine(panel.name, Math.max(20, (cells[index]?.width ?? 0) - 2 * GAP), 12, 600),
        left: (cells[index]?.left ?? 0) + GAP,
        top: top + (cells[index]?.top ?? 0) + 8,
        padding: 0,
        textStyle: name,
      })),
    ],
    grid: cells.map((cell) => ({
      left: cell.left + GAP,
      top: top + cell.top + TITLE_HEIGHT,
      width: Math.max(10, cell.width - 2 * GAP),
      height: Math.max(10, cell.height - TITLE_HEIGHT - GAP),
      outerBoundsMode: 'same' as const,
      outerBoundsContain: 'all' as const,
    })),
    tooltip: tooltipOf(parts, plots, stage),
    xAxis: parts.flatMap(({ xAxis }, gridIndex) => [xAxis ?? []].flat().map((axis) => ({ ...axis, gridIndex }))),
    yAxis: parts.flatMap(({ yAxis }, gridIndex) => [yAxis ?? []].flat().map((axis) => ({ ...axis, gridIndex }))),
    series: plots.flat(),
  }
}

interface PanelCell {
  left: number
  top: number
  width: number
  height: number
}

/** The places of panels in rows, in the number of columns that leaves them the best shape. */
export function cellsOf(count: number, width: number, height: number): PanelCell[] {
  const sizeIn = (columns: number) => Math.min(width / columns / USUAL_SHAPE, height / Math.ceil(count / columns))
  const choices = Array.from({ length: count }, (_, index) => index + 1)
  const columns = choices.reduce((best, one) => (sizeIn(one) > sizeIn(best) ? one : best), 1)
  const cell = { width: width / columns, height: height / Math.ceil(count / columns) }
  return Array.from({ length: count }, (_, index) => ({
    ...cell,
    left: (index % columns) * cell.width,
    top: Math.floor(index / columns) * cell.height,
  }))
}

/** Moves a series to the axes of its panel. Stacks are apart from those of other panels. */
function inPanel(series: SeriesOption, index: number, axes: number, isLying: boolean): SeriesOption {
  const at = (given: unknown, perPanel: number) => index * perPanel + (typeof given === 'number' ? given : 0)
  const { xAxisIndex, yAxisIndex } = series as LineSeriesOption
  const stack = 'stack' in series && series.stack !== undefined ? { stack: idInPanel(index, series.stack) } : {}
  return {
    ...series,
    ...stack,
    id: idInPanel(index, String(series.id)),
    xAxisIndex: at(xAxisIndex, isLying ? axes : 1),
    yAxisIndex: at(yAxisIndex, isLying ? 1 : axes),
  } as SeriesOption
}

/** An invisible line without values over all x values, so that each panel has the same ones; null for categories, which are named. */
function reachOf({ scale, xs }: CartesianData, isLying: boolean): LineSeriesOption | null {
  const numbers = xs.filter((x) => typeof x === 'number')
  if (scale === 'category' || numbers.length === 0) return null
  const ends = [numbers.reduce((a, b) => Math.min(a, b)), numbers.reduce((a, b) => Math.max(a, b))]
  return {
    type: 'line',
    id: 'reach',
    silent: true,
    symbol: 'none',
    data: ends.map((x) => (isLying ? [null, x] : [x, null])),
  }
}

/** The tooltip of the panel under the pointer. */
function tooltipOf(
  parts: readonly ChartOption[],
  plots: readonly (readonly SeriesOption[])[],
  { theme }: Stage,
): ChartOption['tooltip'] {
  const starts = plots.map((_, index) => plots.slice(0, index).reduce((sum, plot) => sum + plot.length, 0))
  const tooltips = parts.map(({ tooltip }) => [tooltip ?? []].flat()[0])
  const { position: _, ...first } = tooltips[0] ?? {}
  return {
    ...tooltipFrame(theme),
    ...first,
    formatter: (params) => {
      const hits = Array.isArray(params) ? params : [params]
      const index = starts.findLastIndex((start) => start <= (hits[0]?.seriesIndex ?? -1))
      const formatter = tooltips[index]?.formatter
      if (typeof formatter !== 'function') return ''
      const own = hits.map((hit) => ({ ...hit, seriesIndex: (hit.seriesIndex ?? 0) - (starts[index] ?? 0) }))
      // The formatters of panels return their content at once.
      return formatter(own, '', () => {})
    },
  }
}
