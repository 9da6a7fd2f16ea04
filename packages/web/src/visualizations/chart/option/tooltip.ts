import type { TooltipComponentOption } from 'echarts/components'
import type { ChartTheme } from '../theme.ts'

/** What a tooltip says. */
export interface TooltipContent {
  title: string
  rows: TooltipRow[]
  /** Rows that are left out. */
  more: number
}
export interface TooltipRow {
  color: string
  name: string
  value: string
}

/** More rows than this do not fit beside a plot. */
const MAX_ROWS = 16

export const tooltipContent = (title: string, rows: readonly TooltipRow[]): TooltipContent => ({
  title,
  rows: rows.slice(0, MAX_ROWS),
  more: Math.max(0, rows.length - MAX_ROWS),
})

const GAP = 16

/** The frame of a tooltip: raised, above everything, without a transition that lags behind the pointer. */
export const tooltipFrame = (theme: ChartTheme): TooltipComponentOption => ({
  confine: true,
  transitionDuration: 0,
  backgroundColor: theme.raised,
  borderColor: theme.line,
  borderWidth: 1,
  padding: [8, 10],
  textStyle: { color: theme.text, fontSize: 12, fontFamily: theme.font },
  extraCssText: `border-radius:8px;box-shadow:${theme.shadow}`,
})

/** Beside the crosshair at the top of the plot, on the side that has room. */
export const besideCrosshair: TooltipComponentOption['position'] = (
  [x],
  _params,
  _element,
  _rect,
  { contentSize, viewSize },
) => [x + GAP + contentSize[0] > viewSize[0] ? Math.max(0, x - contentSize[0] - GAP) : x + GAP, 8]
