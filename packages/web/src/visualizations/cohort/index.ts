import { t } from '@lingui/core/macro'
import { IconGridDots } from '@tabler/icons-react'
import { defineVisualization } from '../visualization.ts'
import { CohortOptions, needs, problem, suggest } from './prepare.ts'

export default defineVisualization<CohortOptions>({
  type: 'COHORT',
  icon: IconGridDots,
  isDeprecated: false,
  options: CohortOptions,
  suggest,
  asksFor: t`a column of dates and three of numbers`,
  needs,
  problem,
  showsRowsOfMarks: true,
  size: { columns: 3, rows: 8, minColumns: 1, minRows: 1, autoHeight: true },
  outline: 'rows',
  load: () => import('./Renderer.tsx'),
  loadEditor: () => import('./Editor.tsx'),
})
