import { t } from '@lingui/core/macro'
import { IconChartSankey } from '@tabler/icons-react'
import { defineVisualization } from '../visualization.ts'
import { explanation, needs, problem, SankeyOptions } from './prepare.ts'

export default defineVisualization<SankeyOptions>({
  type: 'SANKEY',
  icon: IconChartSankey,
  isDeprecated: false,
  options: SankeyOptions,
  suggest: () => ({}),
  asksFor: t`a column named value and two of steps`,
  needs,
  problem,
  showsRowsOfMarks: true,
  size: { columns: 3, rows: 7, minColumns: 1, minRows: 1, autoHeight: false },
  load: () => import('./Renderer.tsx'),
  loadEditor: async () =>
    (await import('../EditorFields.tsx')).plainEditor(
      t`${explanation()} Steps are taken in the order of their column names; an empty step is an exit.`,
    ),
})
