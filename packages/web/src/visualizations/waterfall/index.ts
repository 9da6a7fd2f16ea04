import { t } from '@lingui/core/macro'
import { IconStairsUp } from '@tabler/icons-react'
import { withFont } from '../echarts/with-font.ts'
import { defineVisualization } from '../visualization.ts'
import { WaterfallOptions } from './options.ts'
import { needs, problem, suggest } from './prepare.ts'

export default defineVisualization<WaterfallOptions>({
  type: 'WATERFALL',
  guide: 'charts-and-maps',
  icon: IconStairsUp,
  isDeprecated: false,
  options: WaterfallOptions,
  suggest,
  asksFor: t`a column of texts or dates and one of numbers`,
  needs,
  problem,
  showsRowsOfMarks: true,
  size: { columns: 3, rows: 8, minColumns: 1, minRows: 5, autoHeight: false },
  load: () => withFont(import('./Renderer.tsx')),
  loadEditor: () => import('./Editor.tsx'),
})
