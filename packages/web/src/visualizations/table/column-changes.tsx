import { type Group, isTime } from '@sightline/domain/explore/exploration.ts'
import type { NumberMarks } from '@sightline/domain/format/number.ts'
import { totalsFor } from '@sightline/domain/table-columns/column-totals.ts'
import type { StoredColumn } from '@sightline/domain/table-columns/stored-columns.ts'
import type { TableColumn } from '@sightline/domain/table-columns/table-column.ts'
import { totalName } from '@sightline/domain/table-columns/table-totals.ts'
import { lazy } from 'react'
import type { TableChanges } from '../../ui/data-table/table-changes.ts'
import { storedColumns } from '../columns/stored-column.ts'
import type { RendererProps } from '../visualization.ts'
import type { TableOptions } from './options.ts'
import type { TableView } from './use-table-view.ts'

// Loaded on demand: most readers never change a format.
const FormatFields = lazy(async () => ({ default: (await import('../columns/editor/FormatFields.tsx')).FormatFields }))

interface ChangeableTable {
  /** All columns of the result. */
  columns: readonly TableColumn[]
  marks: NumberMarks
  onExplore: RendererProps<TableOptions>['onExplore']
}

/** The changes that the menus of columns offer. */
export function changesOf({ options, change, reset }: TableView, { columns, marks, onExplore }: ChangeableTable): TableChanges {
  const store = (name: string, patch: Partial<StoredColumn>) =>
    change({ columns: storedColumns(columns, options.columns, { name, patch }) })
  const columnOf = (name: string) => columns.find((column) => column.name === name)
  return {
    conditions: options.filters,
    filter: (name, conditions) =>
      change({ filters: [...options.filters.filter(({ column }) => column !== name), ...conditions] }),
    hide: (name) => store(name, { visible: false }),
    pin: (name, pinned) => store(name, { pinned }),
    formatFields(name) {
      const column = columnOf(name)
      if (column === undefined || !hasFormat(column)) return null
      return <FormatFields column={column} marks={marks} isInCard onChange={(patch) => store(name, patch)} />
    },
    totals(name) {
      const column = columnOf(name)
      if (column === undefined) return []
      return totalsFor(column).map((kind) => ({ kind, label: totalName(kind), isChosen: kind === column.total }))
    },
    summarize: (name, total) => store(name, { total }),
    groupBy: onExplore ? (name) => onExplore({ groups: [groupOf(name, columnOf(name))], conditions: options.filters }) : null,
    reset,
  }
}

const hasFormat = ({ displayAs }: TableColumn) =>
  displayAs === 'number' || displayAs === 'datetime' || displayAs === 'sparkline'

/** Times are grouped by months first, as when a group is added to an exploration. */
const groupOf = (name: string, column: TableColumn | undefined): Group => ({
  column: name,
  unit: column !== undefined && isTime(column) ? 'month' : null,
})
