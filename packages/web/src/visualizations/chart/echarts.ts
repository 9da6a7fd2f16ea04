import { BarChart, CustomChart, HeatmapChart, LineChart, PieChart, ScatterChart } from 'echarts/charts'
import {
  DataZoomInsideComponent,
  GridComponent,
  LegendPlainComponent,
  TitleComponent,
  ToolboxComponent,
  TooltipComponent,
  VisualMapContinuousComponent,
} from 'echarts/components'
import { type ECharts, init, use } from 'echarts/core'
import { LabelLayout } from 'echarts/features'
import { CanvasRenderer } from 'echarts/renderers'

use([
  BarChart,
  // Boxes, and the bars of errors.
  CustomChart,
  HeatmapChart,
  LineChart,
  PieChart,
  ScatterChart,
  DataZoomInsideComponent,
  GridComponent,
  // Not shown; it keeps which series are hidden, so that stacks and axes are laid out without them.
  LegendPlainComponent,
  TitleComponent,
  // Not shown either; it turns dragging across the plot into a zoom.
  ToolboxComponent,
  TooltipComponent,
  VisualMapContinuousComponent,
  LabelLayout,
  CanvasRenderer,
])

export type { ECharts }

/**
 * Starts an empty chart, in UTC like all dates of results.
 * @param size pixels of `host`, which the library would otherwise have the page laid out for, to measure them once more
 */
export const startChart = (host: HTMLElement, { width, height }: { width: number; height: number }): ECharts =>
  init(host, null, { renderer: 'canvas', width, height })
