import type { Cell, ColumnType } from '@sightline/contract/results.ts'
import type { WidgetOptions } from '@sightline/contract/widgets.ts'
import { splitColumnName } from '@sightline/domain/filters/column-name.ts'
import { asShared, type Chosen, type Filter, sharedFilters, withChosen } from '@sightline/domain/filters/filters.ts'
import { useCallback, useEffect, useMemo, useState } from 'react'

/** The filters that a dashboard shows once for all its widgets. */
export interface SharedFilters {
  /** The filters of all results that have been loaded so far, with the chosen values. */
  shown: readonly Filter[]
  choose(name: string, current: Cell[]): void
  /** Sets the filters of a widget's result; none once the widget is removed. */
  report(widgetId: number, filters: readonly Filter[]): void
}

/** @returns null unless filters are shared: then each widget has its own */
export function useSharedFilters(isEnabled: boolean): SharedFilters | null {
  const [reported, setReported] = useState<ReadonlyMap<number, readonly Filter[]>>(new Map())
  const [chosen, setChosen] = useState<Chosen>(new Map())
  const report = useCallback<SharedFilters['report']>((id, filters) => {
    setReported((now) => (filters.length === 0 && !now.has(id) ? now : new Map(now).set(id, filters)))
  }, [])
  const choose = useCallback<SharedFilters['choose']>(
    (name, current) => setChosen((now) => new Map(now).set(name, current)),
    [],
  )
  return useMemo(
    () => (isEnabled ? { shown: withChosen(sharedFilters([...reported.values()]), chosen), choose, report } : null),
    [isEnabled, reported, chosen, choose, report],
  )
}

/** The filters of one widget. */
export interface WidgetFilters {
  /** The filters that are shown in the widget itself. */
  own: readonly Filter[]
  choose(name: string, current: Cell[]): void
  /** The filters that its rows have to pass. */
  applied: readonly Filter[]
}

const none: readonly Filter[] = []

/**
 * @param declared the filters of the widget's result with their initial values. Pass the same array while they do not change.
 * @param shared the dashboard's filters; null if each widget has its own
 */
export function useWidgetFilters(
  widgetId: number,
  declared: readonly Filter[],
  shared: Pick<SharedFilters, 'shown' | 'report'> | null,
): WidgetFilters {
  const [chosen, setChosen] = useState<Chosen>(new Map())
  const report = shared?.report
  useEffect(() => {
    report?.(widgetId, declared)
    return () => report?.(widgetId, none)
  }, [report, widgetId, declared])
  const inWidget = useMemo(() => withChosen(declared, chosen), [declared, chosen])
  const shown = shared?.shown
  const applied = useMemo(() => (shown === undefined ? inWidget : asShared(declared, shown)), [shown, inWidget, declared])
  return {
    own: shared === null ? inWidget : none,
    choose: (name, current) => setChosen((now) => new Map(now).set(name, current)),
    applied,
  }
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

/** Whether clicks on a widget's marks filter the dashboard. The option's name is stored; Redash keeps options it does not know. */
export const filtersByClicks = (options: WidgetOptions): boolean => options.filtersByClicks === true

/** The name without its suffix identifies a column across results: `carrier::filter` and `carrier` are the same. */
const baseNameOf = (name: string) => splitColumnName(name).base.toLowerCase()

const isSameColumn = (one: CrossFilter, other: CrossFilter) =>
  one.widgetId === other.widgetId && baseNameOf(one.column) === baseNameOf(other.column)

/** The filters after a click: it replaces another value of that column of that widget; a second click on a mark removes it. */
export function toggleCrossFilter(filters: readonly CrossFilter[], clicked: CrossFilter): CrossFilter[] {
  const others = filters.filter((filter) => !isSameColumn(filter, clicked))
  const before = filters.find((filter) => isSameColumn(filter, clicked))
  return before !== undefined && before.value === clicked.value ? others : [...others, clicked]
}

/**
 * The filters that a widget's rows have to pass because of clicks in other widgets: those whose column has the same name and type.
 * `values` is empty, because the values of the column are not known here.
 */
export function crossFiltersOf(
  filters: readonly CrossFilter[],
  widgetId: number,
  columns: readonly { name: string; type: ColumnType | null }[],
): Filter[] {
  return filters.flatMap((filter) => {
    if (filter.widgetId === widgetId) return []
    const column = columns.find(({ name, type }) => baseNameOf(name) === baseNameOf(filter.column) && type === filter.type)
    if (column === undefined) return []
    return [{ name: column.name, friendlyName: column.name, multiple: false, values: [], current: [filter.value] }]
  })
}

/** The clicked mark of a widget, which stands out in it; null if none was clicked. */
export const selectedIn = (filters: readonly CrossFilter[], widgetId: number): CrossFilter | null =>
  filters.find((filter) => filter.widgetId === widgetId) ?? null

/** The clicked marks that filter a dashboard. */
export interface CrossFilters {
  chosen: readonly CrossFilter[]
  toggle(clicked: CrossFilter): void
}

export function useCrossFilters(): CrossFilters {
  const [chosen, setChosen] = useState<readonly CrossFilter[]>([])
  const toggle = useCallback<CrossFilters['toggle']>((clicked) => setChosen((now) => toggleCrossFilter(now, clicked)), [])
  return useMemo(() => ({ chosen, toggle }), [chosen, toggle])
}
