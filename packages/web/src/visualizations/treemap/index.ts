import { t } from '@lingui/core/macro'
import { IconChartTreemap } from '@tabler/icons-react'
import { defineVisualization } from '../visualization.ts'
import { TreemapOptions } from './options.ts'
import { needs, problem, suggest, thumbnails } from './prepare.ts'

export default defineVisualization<TreemapOptions>({
  type: 'TREEMAP',
  guide: 'charts-and-maps',
  icon: IconChartTreemap,
  isDeprecated: false,
  options: TreemapOptions,
  suggest,
  asksFor: t`a column of texts`,
  thumbnails,
  needs,
  problem,
  showsRowsOfMarks: true,
  size: { columns: 3, rows: 8, minColumns: 1, minRows: 5, autoHeight: false },
  load: () => import('./Renderer.tsx'),
  loadEditor: () => import('./Editor.tsx'),
})
