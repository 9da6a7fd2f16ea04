import type { ChartOption } from '../../echarts/chart-option.ts'
import type { RenderableChart } from '../prepared.ts'
import { boxesOption } from './boxes.ts'
import { cartesianOption } from './cartesian.ts'
import { heatmapOption } from './heatmap.ts'
import type { Stage } from './option.ts'
import { panelsOption } from './panels.ts'
import { piesOption } from './pies.ts'

/** Builds the ECharts option for any kind of chart. */
export function optionOf(chart: RenderableChart, stage: Stage): ChartOption {
  switch (chart.kind) {
    case 'cartesian':
      return chart.panels === null ? cartesianOption(chart, stage) : panelsOption(chart, chart.panels, stage)
    case 'pies':
      return piesOption(chart, stage)
    case 'boxes':
      return boxesOption(chart, stage)
    case 'heatmap':
      return heatmapOption(chart, stage)
  }
}
