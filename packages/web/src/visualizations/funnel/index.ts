import { t } from '@lingui/core/macro'
import { IconFilter } from '@tabler/icons-react'
import { defineVisualization } from '../visualization.ts'
import { FunnelOptions, needs, problem, suggest } from './prepare.ts'

export default defineVisualization<FunnelOptions>({
  type: 'FUNNEL',
  icon: IconFilter,
  isDeprecated: false,
  options: FunnelOptions,
  suggest,
  asksFor: t`a column of texts or dates and one of numbers`,
  needs,
  problem,
  showsRowsOfMarks: true,
  size: { columns: 3, rows: 10, minColumns: 1, minRows: 1, autoHeight: false },
  load: () => import('./Renderer.tsx'),
  loadEditor: () => import('./Editor.tsx'),
})
