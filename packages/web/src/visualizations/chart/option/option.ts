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
import type { TooltipContent } from './tooltip.ts'

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
