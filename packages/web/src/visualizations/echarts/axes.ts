import type { NumberMarks } from '@sightline/domain/format/number.ts'
import { tickLabel } from '../cell-label.ts'
import type { ChartOption } from './chart-option.ts'
import type { ChartTheme } from './theme.ts'
import type { TooltipContent } from './tooltip.ts'

export type XAxis = Extract<NonNullable<ChartOption['xAxis']>, { type?: unknown }>
export type YAxis = Extract<NonNullable<ChartOption['yAxis']>, { type?: unknown }>

/** Everything but the data that the options of all types depend on. */
export interface Stage {
  theme: ChartTheme
  /** Size of the canvas in pixels. */
  width: number
  height: number
  renderTooltip(content: TooltipContent): HTMLElement
}

/** The text of ticks and labels. */
export const tickText = (theme: ChartTheme) => ({ color: theme.label, fontSize: 11, fontFamily: theme.font })

/** The grid of a plot whose labels stay within the canvas. @param title whether a title stands above the y axis */
export const plotGrid = (title: string) =>
  ({
    left: 20,
    right: 24,
    top: title === '' ? 20 : 48,
    bottom: 14,
    outerBoundsMode: 'same',
    outerBoundsContain: 'all',
  }) as const

/** The title above the y axis. */
export const plotTitle = (text: string, theme: ChartTheme) =>
  ({ text, top: 16, left: 20, padding: 0, textStyle: { color: theme.text3, fontSize: 12, fontWeight: 400 } }) as const

/** The line, the ticks and the title of an x axis. */
export const xFrame = (title: string, theme: ChartTheme) =>
  ({
    name: title,
    nameLocation: 'middle',
    nameGap: 32,
    nameTextStyle: { color: theme.text3, fontSize: 12, fontFamily: theme.font },
    axisLine: { show: true, onZero: false, lineStyle: { color: theme.axis } },
    axisTick: { show: true, length: 4, lineStyle: { color: theme.axis } },
    splitLine: { show: false },
  }) as const

/** Pixels between two grid lines. */
const TICK_DISTANCE = 60

interface Values {
  /** The greatest absolute value, so that all ticks are written alike. */
  largest: number
  startsAtZero: boolean
  /** Whether values are shares from 0 to 1, written in percent. */
  isShare?: boolean
  /** Whether values are counts, which have no fractions. */
  isCount?: boolean
  /** Empty parts of the axis below and above the values, as shares of it. */
  room?: [number, number]
}

/** The axis of values. */
export function valueAxis(
  { largest, startsAtZero, isShare = false, isCount = false, room = [0, 0] }: Values,
  { theme, height }: Pick<Stage, 'theme' | 'height'>,
  numberMarks: NumberMarks,
): YAxis {
  return {
    type: 'value',
    splitNumber: Math.max(2, Math.min(6, Math.round(height / TICK_DISTANCE))),
    ...(isCount && { minInterval: 1 }),
    scale: !startsAtZero,
    boundaryGap: room,
    axisLine: { show: false },
    axisTick: { show: false },
    splitLine: { show: true, lineStyle: { color: theme.grid, width: 1 } },
    axisLabel: {
      ...tickText(theme),
      margin: 10,
      formatter: (value: number) =>
        isShare ? `${tickLabel(value * 100, 0, numberMarks)}%` : tickLabel(value, largest, numberMarks),
    },
  }
}
