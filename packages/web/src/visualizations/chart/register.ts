import { BarChart, HeatmapChart, LineChart, PieChart, ScatterChart } from 'echarts/charts'
import {
  DataZoomInsideComponent,
  LegendPlainComponent,
  ToolboxComponent,
  VisualMapContinuousComponent,
} from 'echarts/components'
import { use } from 'echarts/core'
import { LabelLayout } from 'echarts/features'

// Only charts need these parts; all types of visualizations share the others.
use([
  BarChart,
  HeatmapChart,
  LineChart,
  PieChart,
  ScatterChart,
  DataZoomInsideComponent,
  // Never visible; it holds which series are hidden, so that stacks and axes are computed without them.
  LegendPlainComponent,
  // Never visible; it implements zooming by dragging across the plot.
  ToolboxComponent,
  VisualMapContinuousComponent,
  LabelLayout,
])
