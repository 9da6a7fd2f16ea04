import { IconListDetails } from '@tabler/icons-react'
import { defineVisualization } from '../visualization.ts'
import { DetailsOptions } from './prepare.ts'

export default defineVisualization<DetailsOptions>({
  type: 'DETAILS',
  icon: IconListDetails,
  isDeprecated: false,
  options: DetailsOptions,
  suggest: () => ({}),
  needs: () => ({ kind: 'windows' }),
  problem: () => null,
  size: { columns: 2, rows: 2, minColumns: 1, minRows: 1, autoHeight: false },
  outline: 'rows',
  load: () => import('./Renderer.tsx'),
  loadEditor: async () => ({ Editor: (await import('../columns/editor/ColumnsTab.tsx')).ColumnsEditor }),
})
