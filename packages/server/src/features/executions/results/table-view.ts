import type { Cell, RowFilter } from '@sightline/contract/results.ts'
import type { ValueFormats } from '@sightline/domain/format/value.ts'
import { i18n } from '@sightline/domain/language/i18n.ts'
import { type ColumnEnds, columnsWithEnds, endMeasures, endsOf } from '@sightline/domain/table-columns/column-ends.ts'
import { tableColumns } from '@sightline/domain/table-columns/column-view.ts'
import { earlierValues } from '@sightline/domain/table-columns/compared-cell.ts'
import { type ColumnsOptions, StoredColumns } from '@sightline/domain/table-columns/stored-columns.ts'
import { StoredConditions, StoredSort, viewFilters, viewSort } from '@sightline/domain/table-columns/stored-view.ts'
import type { Services } from '../../../platform/context.ts'
import type { EarlierValues } from '../../../platform/results/results.ts'
import { presentTypedColumn, storedResult } from '../present.ts'
import type { ResultRow } from '../tables.ts'
import { readResult } from './service.ts'

type ResultServices = Pick<Services, 'db' | 'results' | 'log'>

/** Which rows of a result a table shows, in its order. */
export interface TableView {
  filters: RowFilter[]
  sort: { column: number; descending: boolean }[]
  /** With which its numbers are compared; omitted for none. */
  earlier?: EarlierValues
}

/** The stored filters, order and comparisons of a table; none for the defaults. */
export function tableViewOf(row: ResultRow, table: Record<string, unknown> | null, formats: ValueFormats): Required<TableView> {
  const { timeZone } = formats
  const view = { filters: StoredConditions.parse(table?.filters), sort: StoredSort.parse(table?.sort) }
  const columns = row.columns.map(({ name, type, storage }) => ({ name, type, isInstant: storage.kind === 'instant' }))
  const stored = { columns: StoredColumns.parse(table?.columns) }
  const values = earlierValues(tableColumns(row.columns.map(presentTypedColumn), stored, formats))
  return { filters: viewFilters(view, columns, timeZone), sort: viewSort(view, columns), earlier: { values, timeZone } }
}

/** The first rows of a table, each followed by the values of earlier rows, and how many it has. */
export async function firstTableRows(
  services: ResultServices,
  row: ResultRow,
  { filters, sort, earlier }: TableView,
  limit: number,
): Promise<{ rows: Cell[][]; total: number }> {
  const window = {
    offset: 0,
    limit,
    sort,
    language: i18n.locale,
    search: '',
    searchColumns: null,
    filters,
    isCountedLater: false,
    ...(earlier && { earlier }),
  }
  const { rows, total } = await readResult(services, row, () => services.results.window(storedResult(row), window))
  return { rows, total: total ?? rows.length }
}

/** The ends of the columns with bars or heat, in all rows of a result. */
export async function columnEndsIn(
  services: ResultServices,
  row: ResultRow,
  options: ColumnsOptions,
  formats: ValueFormats,
): Promise<ReadonlyMap<number, ColumnEnds>> {
  const scaled = columnsWithEnds(tableColumns(row.columns.map(presentTypedColumn), options, formats))
  if (scaled.length === 0) return new Map()
  const ask = { sets: [[]], measures: endMeasures(scaled), limit: 1 }
  const { sets } = await readResult(services, row, () => services.results.groups(storedResult(row), ask, []))
  return endsOf(scaled, sets[0]?.measures.map(([cell = null]) => cell) ?? [])
}

/** The distinct values of a column, in order of first appearance. */
export async function distinctValues(services: ResultServices, row: ResultRow, column: number, limit: number): Promise<Cell[]> {
  const ask = { column, search: '', limit, order: 'first' as const }
  const { values } = await readResult(services, row, () => services.results.distinct(storedResult(row), ask))
  return values.map(({ value }) => value)
}
