import { IconTable } from '@tabler/icons-react'
import { defineVisualization } from '../visualization.ts'
import { TableOptions } from './options.ts'

export default defineVisualization<TableOptions>({
  type: 'TABLE',
  name: 'Table',
  icon: IconTable,
  isDeprecated: false,
  options: TableOptions,
  suggest: () => ({}),
  needs: () => ({ kind: 'windows' }),
  problem: () => null,
  size: { columns: 3, rows: 14, minColumns: 2, minRows: 1, autoHeight: true },
  load: async () => {
    const [renderer, editor] = await Promise.all([import('./Renderer.tsx'), import('./Editor.tsx')])
    return { ...renderer, ...editor }
  },
})
