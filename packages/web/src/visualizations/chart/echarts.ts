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
  // For boxes and error bars.
  CustomChart,
  HeatmapChart,
  LineChart,
  PieChart,
  ScatterChart,
  DataZoomInsideComponent,
  GridComponent,
  // Never visible; it holds which series are hidden, so that stacks and axes are computed without them.
  LegendPlainComponent,
  TitleComponent,
  // Never visible; it implements zooming by dragging across the plot.
  ToolboxComponent,
  TooltipComponent,
  VisualMapContinuousComponent,
  LabelLayout,
  CanvasRenderer,
])

export type { ECharts }

/**
 * Creates an empty chart that shows dates in UTC, like all result dates.
 * @param size pixels of `host`; passing them saves ECharts a measurement that would force a page layout
 */
export const startChart = (host: HTMLElement, { width, height }: { width: number; height: number }): ECharts =>
  init(host, null, {
    renderer: 'canvas',
    width,
    height,
    // A dashboard in full screen is zoomed: its charts stay sharp.
    devicePixelRatio: devicePixelRatio * Math.max(1, host.currentCSSZoom ?? 1),
  })
