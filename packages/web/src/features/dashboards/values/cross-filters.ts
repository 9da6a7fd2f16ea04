import type { Cell, ColumnType } from '@sightline/contract/results.ts'
import { splitColumnName } from '@sightline/domain/filters/column-name.ts'
import type { Filter } from '@sightline/domain/filters/filters.ts'
import { useCallback, useMemo, useState } from 'react'
import { createResultColumns, type ResultColumn, type ResultColumns } from './result-columns.ts'

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
const baseNameOf = (name: string) => splitColumnName(name).base.toLowerCase()

const isSameColumn = (one: CrossFilter, other: CrossFilter) => baseNameOf(one.column) === baseNameOf(other.column)

/**
 * The filters after a click: it replaces another value of that column of that widget. A second click on a mark removes its filter,
 * also in a widget that shows this mark alone because of the filter.
 */
export function toggleCrossFilter(filters: readonly CrossFilter[], clicked: CrossFilter): CrossFilter[] {
  const isSameMark = (filter: CrossFilter) =>
    isSameColumn(filter, clicked) && filter.type === clicked.type && filter.value === clicked.value
  if (filters.some(isSameMark)) return filters.filter((filter) => !isSameMark(filter))
  return [...filters.filter((filter) => filter.widgetId !== clicked.widgetId || !isSameColumn(filter, clicked)), clicked]
}

/** The column of a result to which a filter applies: the one with its name and type. */
const columnFor = (filter: CrossFilter, columns: readonly ResultColumn[]): ResultColumn | undefined =>
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

/** How far a filter reaches: numbers of widgets apart from the clicked one. */
export interface Reach {
  filtered: number
  total: number
  /** Widgets whose result has not been loaded, so nobody knows yet. */
  unknown: number
}

/** @param widgetIds the widgets with a visualization */
export function reachOf(
  filter: CrossFilter,
  widgetIds: readonly number[],
  columns: ReadonlyMap<number, readonly ResultColumn[]>,
): Reach {
  const others = widgetIds.filter((id) => id !== filter.widgetId).map((id) => columns.get(id))
  return {
    filtered: others.filter((of) => of !== undefined && columnFor(filter, of) !== undefined).length,
    total: others.length,
    unknown: others.filter((of) => of === undefined).length,
  }
}

/** The clicked marks that filter a dashboard. */
export interface CrossFilters {
  chosen: readonly CrossFilter[]
  toggle(clicked: CrossFilter): void
  resultColumns: ResultColumns
}

export function useCrossFilters(): CrossFilters {
  const [chosen, setChosen] = useState<readonly CrossFilter[]>([])
  const [resultColumns] = useState(createResultColumns)
  const toggle = useCallback<CrossFilters['toggle']>((clicked) => setChosen((now) => toggleCrossFilter(now, clicked)), [])
  return useMemo(() => ({ chosen, toggle, resultColumns }), [chosen, toggle, resultColumns])
}
