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

/** What the drawing library is told. */
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

/** Both ends of what is seen of x: positions, or indexes of categories. */
export interface Zoom {
  from: number
  to: number
}

/** Where and how a chart is drawn, apart from its data and its stored options. */
export interface Stage {
  options: ChartOptions
  formats: Formats
  theme: ChartTheme
  /** Pixels of the canvas. */
  width: number
  height: number
  /** Keys of series or slices that the reader has switched off. */
  hidden: ReadonlySet<string>
  /** The part of x that the reader has zoomed into; null for all of it. */
  zoom: Zoom | null
  renderTooltip(content: TooltipContent): HTMLElement
}

/** Switches off what is hidden; the names of series and slices are their keys. */
export const selection = (keys: readonly string[], hidden: ReadonlySet<string>): LegendComponentOption => ({
  show: false,
  data: [...keys],
  selected: Object.fromEntries(keys.map((key) => [key, !hidden.has(key)])),
})
