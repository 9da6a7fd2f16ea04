import { baseNameOf, type CrossFilter, columnFor } from '@sightline/domain/filters/cross-filters.ts'
import { useCallback, useMemo, useState } from 'react'
import { createResultColumns, type ResultColumns } from './result-columns.ts'

const isSameColumn = (one: CrossFilter, other: CrossFilter) => baseNameOf(one.column) === baseNameOf(other.column)

/** Finds filters by the same mark, also if it was clicked in another widget. */
const bySameMark = (clicked: CrossFilter) => (filter: CrossFilter) =>
  isSameColumn(filter, clicked) && filter.type === clicked.type && filter.value === clicked.value

/** Whether a mark filters already, so that another click removes its filter. */
export const isFiltering = (filters: readonly CrossFilter[], clicked: CrossFilter): boolean => filters.some(bySameMark(clicked))

/**
 * The filters after a click: it replaces another value of that column of that widget. A second click on a mark removes its filter,
 * also in a widget that shows this mark alone because of the filter.
 */
export function toggleCrossFilter(filters: readonly CrossFilter[], clicked: CrossFilter): CrossFilter[] {
  if (isFiltering(filters, clicked)) {
    const isSameMark = bySameMark(clicked)
    return filters.filter((filter) => !isSameMark(filter))
  }
  return [...filters.filter((filter) => filter.widgetId !== clicked.widgetId || !isSameColumn(filter, clicked)), clicked]
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
  columns: ReturnType<ResultColumns['current']>,
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
