import { BarChart, LineChart, PieChart, ScatterChart } from 'echarts/charts'
import { GridComponent, LegendPlainComponent, TitleComponent, TooltipComponent } from 'echarts/components'
import { type ECharts, init, use } from 'echarts/core'
import { LabelLayout } from 'echarts/features'
import { CanvasRenderer } from 'echarts/renderers'

use([
  BarChart,
  LineChart,
  PieChart,
  ScatterChart,
  GridComponent,
  // Not shown; it keeps which series are hidden, so that stacks and axes are laid out without them.
  LegendPlainComponent,
  TitleComponent,
  TooltipComponent,
  LabelLayout,
  CanvasRenderer,
])

export type { ECharts }

/** Starts an empty chart that fills `host`, in UTC like all dates of results. */
export const startChart = (host: HTMLElement): ECharts => init(host, null, { renderer: 'canvas' })
