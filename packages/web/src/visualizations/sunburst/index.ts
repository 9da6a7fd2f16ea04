import { t } from '@lingui/core/macro'
import { IconChartDonut3 } from '@tabler/icons-react'
import { defineVisualization } from '../visualization.ts'
import { explanation, needs, problem, SunburstOptions } from './prepare.ts'

export default defineVisualization<SunburstOptions>({
  type: 'SUNBURST_SEQUENCE',
  icon: IconChartDonut3,
  isDeprecated: false,
  options: SunburstOptions,
  suggest: () => ({}),
  asksFor: t`a column named value and one of steps`,
  needs,
  problem,
  showsRowsOfMarks: true,
  size: { columns: 3, rows: 7, minColumns: 1, minRows: 1, autoHeight: false },
  load: () => import('./Renderer.tsx'),
  loadEditor: async () =>
    (await import('../EditorFields.tsx')).plainEditor(t`${explanation()} Steps are taken in the order of their column names.`),
})
