import { IconWorld } from '@tabler/icons-react'
import { defineVisualization } from '../visualization.ts'
import { ChoroplethOptions } from './options.ts'
import { needs, problem, suggest } from './prepare.ts'

export default defineVisualization<ChoroplethOptions>({
  type: 'CHOROPLETH',
  icon: IconWorld,
  isDeprecated: false,
  options: ChoroplethOptions,
  suggest,
  needs,
  problem,
  size: { columns: 3, rows: 8, minColumns: 2, minRows: 1, autoHeight: false },
  load: () => import('./Renderer.tsx'),
  loadEditor: () => import('./Editor.tsx'),
})
