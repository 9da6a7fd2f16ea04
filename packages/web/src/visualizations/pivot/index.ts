import { IconTablePlus } from '@tabler/icons-react'
import { defineVisualization } from '../visualization.ts'
import { PivotOptions } from './options.ts'
import { needs, problem, suggest } from './prepare.ts'

export default defineVisualization<PivotOptions>({
  type: 'PIVOT',
  icon: IconTablePlus,
  isDeprecated: false,
  options: PivotOptions,
  suggest,
  needs,
  problem,
  showsRowsOfMarks: true,
  size: { columns: 3, rows: 10, minColumns: 2, minRows: 1, autoHeight: false },
  outline: 'rows',
  load: () => import('./Renderer.tsx'),
  loadEditor: () => import('./Editor.tsx'),
})
