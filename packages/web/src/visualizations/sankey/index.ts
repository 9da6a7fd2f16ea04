import { IconChartSankey } from '@tabler/icons-react'
import { defineVisualization } from '../visualization.ts'
import { needs, problem, SankeyOptions } from './prepare.ts'

export default defineVisualization<SankeyOptions>({
  type: 'SANKEY',
  icon: IconChartSankey,
  isDeprecated: false,
  options: SankeyOptions,
  suggest: () => ({}),
  needs,
  problem,
  size: { columns: 3, rows: 7, minColumns: 1, minRows: 1, autoHeight: false },
  load: () => import('./Renderer.tsx'),
  loadEditor: () => import('./Editor.tsx'),
})
