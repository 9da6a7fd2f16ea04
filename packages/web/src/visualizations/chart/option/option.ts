import type { BarSeriesOption, LineSeriesOption, PieSeriesOption, ScatterSeriesOption } from 'echarts/charts'
import type {
  GridComponentOption,
  LegendComponentOption,
  TitleComponentOption,
  TooltipComponentOption,
} from 'echarts/components'
import type { ComposeOption } from 'echarts/core'
import type { Formats } from '../../visualization.ts'
import type { ChartOptions } from '../options.ts'
import type { ChartTheme } from '../theme.ts'
import type { TooltipContent } from './tooltip.ts'

/** What the drawing library is told. */
export type ChartOption = ComposeOption<
  | BarSeriesOption
  | LineSeriesOption
  | PieSeriesOption
  | ScatterSeriesOption
  | GridComponentOption
  | LegendComponentOption
  | TitleComponentOption
  | TooltipComponentOption
>

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
  renderTooltip(content: TooltipContent): HTMLElement
}

/** Switches off what is hidden; the names of series and slices are their keys. */
export const selection = (keys: readonly string[], hidden: ReadonlySet<string>): LegendComponentOption => ({
  show: false,
  data: [...keys],
  selected: Object.fromEntries(keys.map((key) => [key, !hidden.has(key)])),
})
