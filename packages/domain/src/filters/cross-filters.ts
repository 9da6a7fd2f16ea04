import type { Cell, ColumnType } from '@sightline/contract/results.ts'
import { splitColumnName } from './column-name.ts'
import type { Filter } from './filters.ts'

/** A column of a result, as far as cross-filters need it. */
export interface ResultColumn {
  name: string
  type: ColumnType | null
}

/** A mark that was clicked in one widget and filters the others: its value in a column of the widget's result. */
export interface CrossFilter {
  /** The widget that was clicked, which keeps showing all marks. */
  widgetId: number
  /** The full name in the result, with its filter suffix. */
  column: string
  type: ColumnType | null
  value: Cell
}

/** The name without its suffix identifies a column across results: `carrier::filter` and `carrier` are the same. */
export const baseNameOf = (name: string) => splitColumnName(name).base.toLowerCase()

/** The column of a result to which a filter applies: the one with its name and type. */
export const columnFor = (filter: CrossFilter, columns: readonly ResultColumn[]): ResultColumn | undefined =>
  columns.find(({ name, type }) => baseNameOf(name) === baseNameOf(filter.column) && type === filter.type)

/** The effect on a widget of clicks in other widgets. */
interface AppliedCrossFilters {
  /** The filters that its rows have to pass. Their `values` are empty, because those of the column are not known here. */
  filters: Filter[]
  /** The columns of the filters that its result does not have. */
  missing: string[]
}

/** @param columns of the widget's result */
export function crossFiltersOf(
  chosen: readonly CrossFilter[],
  widgetId: number,
  columns: readonly ResultColumn[],
): AppliedCrossFilters {
  const filters: Filter[] = []
  const missing: string[] = []
  for (const filter of chosen) {
    if (filter.widgetId === widgetId) continue
    const column = columnFor(filter, columns)
    if (column === undefined) missing.push(filter.column)
    else filters.push({ name: column.name, friendlyName: column.name, multiple: false, values: [], current: [filter.value] })
  }
  return { filters, missing }
}
