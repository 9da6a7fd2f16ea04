import { t } from '@lingui/core/macro'
import { IconGauge } from '@tabler/icons-react'
import { defineVisualization } from '../visualization.ts'
import { GaugeOptions } from './options.ts'
import { needs, problem, suggest } from './prepare.ts'

export default defineVisualization<GaugeOptions>({
  type: 'GAUGE',
  icon: IconGauge,
  isDeprecated: false,
  options: GaugeOptions,
  suggest,
  asksFor: t`a column of numbers`,
  needs,
  problem,
  showsRowsOfMarks: true,
  size: { columns: 2, rows: 5, minColumns: 1, minRows: 3, autoHeight: false },
  outline: 'figure',
  load: () => import('./Renderer.tsx'),
  loadEditor: () => import('./Editor.tsx'),
})
