import type { LegendComponentOption } from 'echarts/components'
import type { Zoom } from '../../echarts/chart-option.ts'
import type { ChartTheme } from '../../echarts/theme.ts'
import type { TooltipContent } from '../../echarts/tooltip.ts'
import type { Formats } from '../../visualization.ts'
import type { ChartOptions } from '../options.ts'

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
