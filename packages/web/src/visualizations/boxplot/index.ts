import { IconChartCandle } from '@tabler/icons-react'
import { defineVisualization } from '../visualization.ts'
import { BoxplotOptions, needs } from './prepare.ts'

export default defineVisualization<BoxplotOptions>({
  type: 'BOXPLOT',
  guide: 'charts-and-maps',
  icon: IconChartCandle,
  // Replaced by the chart kind Box.
  isDeprecated: true,
  options: BoxplotOptions,
  suggest: () => ({}),
  needs,
  problem: () => null,
  showsRowsOfMarks: true,
  size: { columns: 3, rows: 8, minColumns: 1, minRows: 5, autoHeight: false },
  load: () => import('./Renderer.tsx'),
  loadEditor: () => import('./Editor.tsx'),
})
