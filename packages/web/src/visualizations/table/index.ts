import { IconTable } from '@tabler/icons-react'
import { defineVisualization } from '../visualization.ts'
import { pageSizeOf, TableOptions } from './options.ts'

/** Pixels, as the table draws them. */
const HEAD_HEIGHT = 30
const ROW_HEIGHT = 28

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
  // A page of it: the rows beyond are reached by scrolling.
  contentHeight: (options, rows) => HEAD_HEIGHT + Math.max(1, Math.min(rows, pageSizeOf(options, 'elsewhere'))) * ROW_HEIGHT,
  load: async () => {
    const [renderer, editor] = await Promise.all([import('./Renderer.tsx'), import('./Editor.tsx')])
    return { ...renderer, ...editor }
  },
})
