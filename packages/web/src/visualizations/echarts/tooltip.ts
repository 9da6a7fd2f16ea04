import type { TooltipComponentOption } from 'echarts/components'
import type { ChartTheme } from './theme.ts'

/** The content of a tooltip. */
export interface TooltipContent {
  title: string
  rows: TooltipRow[]
  /** Number of omitted rows. */
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

/** The container of a tooltip: above everything, without a transition, which would lag behind the pointer. */
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

/** Places the tooltip beside the crosshair at the top of the plot, on the side with more room. */
export const besideCrosshair: TooltipComponentOption['position'] = (
  [x],
  _params,
  _element,
  _rect,
  { contentSize, viewSize },
) => [x + GAP + contentSize[0] > viewSize[0] ? Math.max(0, x - contentSize[0] - GAP) : x + GAP, 8]
