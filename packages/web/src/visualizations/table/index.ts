import { IconTable } from '@tabler/icons-react'
import { defineVisualization } from '../visualization.ts'
import { hasGroups, hasTotals, isSearched, marks, pageSizeOf, TableOptions } from './options.ts'

/** Pixels; must match the layout of the table. */
const HEAD_HEIGHT = 30
const GROUP_HEIGHT = 26
const ROW_HEIGHT = 28
const FOOT_HEIGHT = 62
const PAGER_HEIGHT = 32
const SEARCH_HEIGHT = 45

export default defineVisualization<TableOptions>({
  type: 'TABLE',
  icon: IconTable,
  isDeprecated: false,
  options: TableOptions,
  suggest: () => ({}),
  needs: () => ({ kind: 'windows' }),
  problem: () => null,
  marks,
  size: { columns: 3, rows: 14, minColumns: 2, minRows: 1, autoHeight: true },
  // The height of one page; further rows are reached by scrolling and the pager.
  contentHeight(options, rows) {
    const pageSize = pageSizeOf(options, 'elsewhere')
    const heads = HEAD_HEIGHT + (hasGroups(options) ? GROUP_HEIGHT : 0)
    const bars = (rows > pageSize ? PAGER_HEIGHT : 0) + (isSearched(options) || options.filters.length > 0 ? SEARCH_HEIGHT : 0)
    const around = heads + bars + (hasTotals(options) ? FOOT_HEIGHT : 0)
    return around + Math.max(1, Math.min(rows, pageSize)) * ROW_HEIGHT
  },
  hasSearch: isSearched,
  outline: 'rows',
  load: () => import('./Renderer.tsx'),
  loadEditor: () => import('./Editor.tsx'),
})
