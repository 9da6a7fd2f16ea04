import { t } from '@lingui/core/macro'
import { IconChartHistogram } from '@tabler/icons-react'
import { withFont } from '../echarts/with-font.ts'
import { defineVisualization } from '../visualization.ts'
import { HistogramOptions } from './options.ts'
import { nameOf, needs, problem, suggest, thumbnails } from './prepare.ts'

export default defineVisualization<HistogramOptions>({
  type: 'HISTOGRAM',
  guide: 'charts-and-maps',
  icon: IconChartHistogram,
  isDeprecated: false,
  options: HistogramOptions,
  suggest,
  thumbnails,
  nameOf,
  asksFor: t`a column of numbers`,
  needs,
  problem,
  showsRowsOfMarks: true,
  size: { columns: 3, rows: 8, minColumns: 1, minRows: 5, autoHeight: false },
  load: () => withFont(import('./Renderer.tsx')),
  loadEditor: () => import('./Editor.tsx'),
})
