import { t } from '@lingui/core/macro'
import { IconWorld } from '@tabler/icons-react'
import { defineVisualization } from '../visualization.ts'
import { ChoroplethOptions } from './options.ts'
import { marks, needs, problem, suggest } from './prepare.ts'

export default defineVisualization<ChoroplethOptions>({
  type: 'CHOROPLETH',
  guide: 'charts-and-maps',
  icon: IconWorld,
  isDeprecated: false,
  options: ChoroplethOptions,
  suggest,
  asksFor: t`a column of texts and one of numbers`,
  needs,
  problem,
  marks,
  size: { columns: 3, rows: 8, minColumns: 2, minRows: 1, autoHeight: false },
  load: () => import('./Renderer.tsx'),
  loadEditor: () => import('./Editor.tsx'),
})
