import type {
  BarSeriesOption,
  CustomSeriesOption,
  HeatmapSeriesOption,
  LineSeriesOption,
  PieSeriesOption,
  ScatterSeriesOption,
} from 'echarts/charts'
import type {
  DataZoomComponentOption,
  GridComponentOption,
  LegendComponentOption,
  TitleComponentOption,
  ToolboxComponentOption,
  TooltipComponentOption,
  VisualMapComponentOption,
} from 'echarts/components'
import type { ComposeOption } from 'echarts/core'
import type { Formats } from '../../visualization.ts'
import type { ChartOptions } from '../options.ts'
import type { ChartTheme } from '../theme.ts'

/** The ECharts option type, limited to the components in use. */
export type ChartOption = ComposeOption<
  | BarSeriesOption
  | CustomSeriesOption
  | HeatmapSeriesOption
  | LineSeriesOption
  | PieSeriesOption
  | ScatterSeriesOption
  | DataZoomComponentOption
  | GridComponentOption
  | LegendComponentOption
  | TitleComponentOption
  | ToolboxComponentOption
  | TooltipComponentOption
  | VisualMapComponentOption
>

/** Both ends of the visible part of x: positions, or indexes of categories. */
export interface Zoom {
  from: number
  to: number
}

/** Everything that affects rendering except the data. */
export interface Stage {
  options: ChartOptions
  formats: Formats
  theme: ChartTheme
  /** Size of the canvas in pixels. */
  width: number
  height: number
  /** Keys of series or slices that the user has switched off. */
  hidden: ReadonlySet<string>
  /** The part of x that the user has zoomed into; null for all of it. */
  zoom: Zoom | null
  renderTooltip(content: TooltipContent): HTMLElement
}

/** Hides the given keys through the legend of ECharts; series and slices are named by their keys. */
export const selection = (keys: readonly string[], hidden: ReadonlySet<string>): LegendComponentOption => ({
  show: false,
  data: [...keys],
  selected: Object.fromEntries(keys.map((key) => [key, !hidden.has(key)])),
})

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
