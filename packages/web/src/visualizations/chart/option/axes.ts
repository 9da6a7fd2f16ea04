import type { CartesianData } from '@sightline/domain/chart-data/cartesian.ts'
import { stepOf } from '@sightline/domain/format/number-style.ts'
import { tickLabel } from '../../cell-label.ts'
import { categoryLabels, sideLabels } from '../../echarts/category-labels.ts'
import type { ChartOption } from '../../echarts/chart-option.ts'
import type { ChartTheme } from '../../echarts/theme.ts'
import { timeLabel } from '../labels.ts'
import { AUTOMATIC_FORMAT, numberText } from '../number-formats.ts'
import type { ChartAxis } from '../options.ts'
import type { CartesianChart } from '../prepared.ts'
import type { Stage } from './option.ts'
import { unitInterval, unitRange } from './unit-ticks.ts'

type XAxis = Extract<NonNullable<ChartOption['xAxis']>, { type?: unknown }>
type YAxis = Extract<NonNullable<ChartOption['yAxis']>, { type?: unknown }>

const tickText = (theme: ChartTheme) => ({ color: theme.label, fontSize: 11, fontFamily: theme.font })

const bound = (value: number | null | undefined) => (typeof value === 'number' ? value : undefined)

/** Pixels between two grid lines. */
const TICK_DISTANCE = 60
const DAY_MS = 86_400_000
const units = ['time', 'day', 'month', 'year'] as const

/** The unit in which a time span is counted; ticks at the start of a larger unit are bold. */
function baseUnit(spanMs: number): (typeof units)[number] {
  if (spanMs <= 3 * DAY_MS) return 'time'
  if (spanMs <= 120 * DAY_MS) return 'day'
  return spanMs <= 8 * 366 * DAY_MS ? 'month' : 'year'
}

function extentOf(xs: readonly (number | string)[]): { min: number; max: number } {
  const numbers = xs.filter((x) => typeof x === 'number')
  return {
    min: numbers.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY),
    max: numbers.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY),
  }
}

/** The axis title, below or beside the labels. */
const nameOf = (text: string, theme: ChartTheme) => ({
  name: text,
  nameLocation: 'middle' as const,
  nameGap: 32,
  nameTextStyle: { color: theme.text3, fontSize: 12, fontFamily: theme.font },
})

/** The x axis; with `hasBars` it leaves half a bar of space at both ends, and with `hasEndLabels` no label is beside its end. */
export function xAxis(
  data: Pick<CartesianData, 'scale' | 'xs' | 'isReversed'> & { title: string },
  { options, formats, theme, width, zoom }: Pick<Stage, 'options' | 'formats' | 'theme' | 'width' | 'zoom'>,
  { hasBars, hasEndLabels = false }: { hasBars: boolean; hasEndLabels?: boolean },
): XAxis {
  const frame = {
    inverse: data.isReversed,
    ...nameOf(data.title, theme),
    axisLine: { show: true, lineStyle: { color: theme.axis } },
    splitLine: { show: false },
  }
  const labels = {
    ...tickText(theme),
    show: options.xAxis.labels.enabled,
    margin: 12,
    hideOverlap: true,
    ...(hasEndLabels && { alignMaxLabel: 'right' as const }),
  }
  const extent = extentOf(data.xs)
  // While zoomed, the marks are cut at the edges and no longer span the whole axis.
  const range = {
    min: bound(options.xAxis.rangeMin) ?? (zoom === null ? undefined : extent.min),
    max: bound(options.xAxis.rangeMax) ?? (zoom === null ? undefined : extent.max),
  }
  const ticks = { show: true, length: 4, lineStyle: { color: theme.axis } }
  switch (data.scale) {
    case 'category': {
      const texts = data.xs.map(String)
      return {
        ...frame,
        type: 'category',
        data: texts,
        boundaryGap: hasBars || data.xs.length === 1,
        axisTick: { show: false },
        axisLabel: { ...labels, ...categoryLabels(texts, (width - 80) / Math.max(1, texts.length)) },
      }
    }
    case 'datetime': {
      const base = units.indexOf(baseUnit(extent.max - extent.min))
      return {
        ...frame,
        type: 'time',
        axisTick: ticks,
        ...range,
        axisLabel: {
          ...labels,
          formatter: (value) => {
            const { text, unit } = timeLabel(value)
            return units.indexOf(unit) > base ? `{larger|${text}}` : text
          },
          rich: { larger: { color: theme.text, fontSize: 11, fontWeight: 600, fontFamily: theme.font } },
        },
      }
    }
    case 'linear':
    case 'logarithmic':
      return {
        ...frame,
        type: data.scale === 'linear' ? 'value' : 'log',
        scale: true,
        axisTick: ticks,
        ...range,
        axisLabel: { ...labels, formatter: (value: number) => tickLabel(value, 0, formats.numberMarks) },
      }
  }
}

/** The properties of a y axis that follow from its values. */
export interface Extent {
  startsAtZero: boolean
  /** The greatest absolute value. */
  largest: number
  /** The least value above zero that has a bar; infinite if there is none. */
  leastBar: number
  /** From the lowest to the highest mark, or from zero if the axis starts there. */
  length: number
}

/** The ends of an axis, and the distance between its ticks; null for the automatic one. */
export interface AxisRange {
  min: number
  max: number
  interval: number | null
}

/** Where bars on a logarithmic axis start: the power of ten below the half of the least one, so that its bar can be seen. */
const startOfBars = (leastBar: number) => Math.max(Number.MIN_VALUE, 10 ** Math.floor(Math.log10(leastBar / 2)))

/** The usual number of ticks of a y axis. @param height of the chart in pixels */
export const tickCount = (height: number): number => Math.max(2, Math.min(6, Math.round(height / TICK_DISTANCE)))

/**
 * A y axis; its title is placed above it, in the heading of the chart.
 * @param side `isCount` if its values are counts, which have no fractions
 */
export function yAxis(
  axis: ChartAxis | undefined,
  side: { isRight: boolean; hasGrid: boolean; isPercent: boolean; isCount: boolean; range: AxisRange | null } & Extent,
  { formats: { numberMarks }, theme, height }: Pick<Stage, 'formats' | 'theme' | 'height'>,
): YAxis {
  const ticks = tickCount(height)
  const isLog = axis?.type === 'logarithmic'
  const isBound = isLog || bound(axis?.rangeMin ?? axis?.rangeMax) !== undefined
  // Shares are percentages, whatever the format of the values.
  const stored = side.isPercent ? null : axis?.numberFormat || null
  const format = stored === AUTOMATIC_FORMAT ? null : stored
  const leastStep = format === null ? (side.isCount && !side.isPercent ? 1 : null) : stepOf(format)
  const interval = format === null || isBound || side.range !== null ? null : unitInterval(format, side.length, ticks)
  return {
    type: isLog ? 'log' : 'value',
    position: side.isRight ? 'right' : 'left',
    alignTicks: !side.hasGrid,
    splitNumber: ticks,
    // The automatic intervals of ECharts rarely end at exactly 100.
    ...(side.isPercent && !isBound && { interval: ticks < 4 ? 50 : 25 }),
    scale: !side.startsAtZero,
    // By default they start at 1, which would hide a bar of 1 and turn lower ones upside down.
    ...(isLog && side.leastBar < 2 && { startValue: startOfBars(side.leastBar) }),
    min: bound(axis?.rangeMin) ?? side.range?.min,
    max: bound(axis?.rangeMax) ?? (side.isPercent ? 100 : side.range?.max),
    ...(side.range === null || side.range.interval === null || isBound || side.isPercent
      ? {}
      : { interval: side.range.interval }),
    ...(leastStep !== null && !isLog && { minInterval: leastStep }),
    ...(interval === null ? {} : { interval, ...unitRange(interval, side.startsAtZero) }),
    axisLine: { show: false },
    axisTick: { show: false },
    splitLine: { show: side.hasGrid, lineStyle: { color: theme.grid, width: 1 } },
    axisLabel: {
      ...tickText(theme),
      margin: 10,
      formatter: (value: number) => {
        if (side.isPercent) return `${tickLabel(value, 0, numberMarks)}%`
        return format === null ? tickLabel(value, side.largest, numberMarks) : numberText(value, format, null, numberMarks)
      },
    },
  }
}

/** The axes of a horizontal chart: x is on the left, upwards or downwards, and values run to the right. */
export function lying(
  x: XAxis,
  ys: readonly YAxis[],
  titles: readonly string[],
  { theme, options }: Pick<Stage, 'theme' | 'options'>,
): Pick<ChartOption, 'xAxis' | 'yAxis'> {
  const axisLabel = x.type === 'category' ? sideLabels(x.axisLabel ?? {}) : { ...x.axisLabel, margin: 10 }
  return {
    xAxis: ys.map((y, index) => {
      const isTop = y.position === 'right'
      return {
        ...(y as XAxis),
        position: isTop ? ('top' as const) : ('bottom' as const),
        ...nameOf(titles[index] ?? '', theme),
      }
    }),
    yAxis: { ...x, inverse: x.inverse !== options.startsAtTop, position: 'left', name: '', axisLabel } as YAxis,
  }
}

/** Only continuous x axes of charts that are not horizontal can be zoomed. */
export const canZoom = ({ data }: CartesianChart, isLying: boolean) =>
  !isLying && (data.scale === 'datetime' || data.scale === 'linear') && data.xs.length > 2

/**
 * Zooms by dragging across the plot, with the wheel while Ctrl is held, and by pinching; the plain wheel scrolls the page. A finger
 * moves the visible part.
 */
export function zooming(
  chart: CartesianChart,
  { zoom, theme }: Pick<Stage, 'zoom' | 'theme'>,
  isLying: boolean,
): Pick<ChartOption, 'dataZoom' | 'toolbox'> {
  if (!canZoom(chart, isLying)) return {}
  return {
    dataZoom: [
      {
        type: 'inside',
        xAxisIndex: 0,
        zoomOnMouseWheel: 'ctrl',
        moveOnMouseWheel: false,
        preventDefaultMouseMove: false,
        // Keeps line segments that lead out of the visible range.
        filterMode: 'none',
        ...(zoom === null ? {} : { startValue: zoom.from, endValue: zoom.to }),
      },
    ],
    // The toolbox implements drag-to-zoom; its buttons are hidden.
    toolbox: {
      itemSize: 0,
      feature: {
        dataZoom: {
          yAxisIndex: 'none',
          filterMode: 'none',
          brushStyle: { color: theme.text, opacity: 0.08, borderWidth: 0 },
          title: { zoom: '', back: '' },
        },
      },
    },
  }
}
