import { isInstant } from '@sightline/domain/format/date.ts'
import { viewFilters, viewSort } from '@sightline/domain/table-columns/stored-view.ts'
import { useMemo, useState } from 'react'
import type { RowSource, Sort } from '../../ui/data-table/row-source.ts'
import type { RendererProps } from '../visualization.ts'
import type { TableOptions } from './options.ts'

type Arrange = RendererProps<TableOptions>['onArrange']

/** The options of a table as its reader has changed them. */
export interface TableView {
  options: TableOptions
  /** Applies a change: in the editor to the stored options, elsewhere as long as the table is shown. */
  change(patch: Partial<TableOptions>): void
  /** Undoes all changes; null if there are none, and in the editor. */
  reset: (() => void) | null
}

/** @param stored the stored options; changes last until other ones are given */
export function useTableView(stored: TableOptions, onArrange: Arrange): TableView {
  const [changed, setChanged] = useState<{ of: TableOptions; options: TableOptions } | null>(null)
  const own = changed?.of === stored ? changed.options : null
  const options = own ?? stored
  return {
    options,
    change: onArrange ?? ((patch) => setChanged({ of: stored, options: { ...options, ...patch } })),
    reset: own === null || onArrange !== null ? null : () => setChanged(null),
  }
}

/** The rows that meet the conditions of the table. The rows of a query that is still running cannot be filtered. */
export function useFilteredRows(source: RowSource | null, options: TableOptions, timeZone: string): RowSource | null {
  return useMemo(() => {
    if (source?.filter === undefined) return source
    const columns = source.columns.map((column, index) => {
      const first = source.sample?.find((row) => (row[index] ?? null) !== null)?.[index]
      return { ...column, isInstant: typeof first === 'string' && isInstant(first) }
    })
    const filters = viewFilters(options, columns, timeZone)
    return filters.length === 0 ? source : source.filter(filters)
  }, [source, options, timeZone])
}

/** The sort order of the table by column indexes, and its setter. */
export function useSort(source: RowSource | null, { options, change }: TableView): { sort: Sort; onSort(sort: Sort): void } {
  const columns = source?.columns ?? []
  // Another run has the same order, for which no rows need to be loaded again.
  const text = JSON.stringify(viewSort(options, columns))
  return {
    sort: useMemo((): Sort => JSON.parse(text), [text]),
    onSort: (sort) =>
      change({
        sort: sort.flatMap(({ column, descending }) => {
          const name = columns[column]?.name
          return name === undefined ? [] : [{ column: name, descending }]
        }),
      }),
  }
}
