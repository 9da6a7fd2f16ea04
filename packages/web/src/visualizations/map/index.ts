import { t } from '@lingui/core/macro'
import { IconMapPin } from '@tabler/icons-react'
import { defineVisualization } from '../visualization.ts'
import { MapOptions, needs, problem, suggest } from './prepare.ts'

export default defineVisualization<MapOptions>({
  type: 'MAP',
  guide: 'charts-and-maps',
  icon: IconMapPin,
  isDeprecated: false,
  options: MapOptions,
  suggest,
  asksFor: t`columns named latitude and longitude`,
  needs,
  problem,
  size: { columns: 3, rows: 8, minColumns: 2, minRows: 1, autoHeight: false },
  load: () => import('./Renderer.tsx'),
  loadEditor: () => import('./Editor.tsx'),
})
