import type { ExportRequest } from '@sightline/contract/exports.ts'
import type { Cell } from '@sightline/contract/results.ts'
import { filterKind } from '@sightline/domain/filters/column-name.ts'
import { crossFiltersOf } from '@sightline/domain/filters/cross-filters.ts'
import {
  asShared,
  type Chosen,
  type Filter,
  filtersOf,
  missingFilters,
  sharedFilters,
  withChosen,
} from '@sightline/domain/filters/filters.ts'
import type { Context } from '../../platform/context.ts'
import { distinctValues } from '../executions/service.ts'
import type { ResultRow } from '../executions/tables.ts'

/** Values of a filter, as many as the page offers. */
const MAX_VALUES = 1000

/** The filters that the column names of a result declare, as they are before anyone changes them. */
export async function declaredFilters(ctx: Context, row: ResultRow): Promise<Filter[]> {
  const places = row.columns.flatMap(({ name }, index) => (filterKind(name) === null ? [] : [index]))
  const values: Cell[][] = []
  for (const column of places) values.push(await distinctValues(ctx, row, column, MAX_VALUES))
  const columns = places.flatMap((index) => row.columns[index] ?? [])
  return filtersOf(columns, values)
}

/** The filters of a dashboard. */
export interface ExportFilters {
  /** The filters above the dashboard; none if each widget has its own. */
  shared: Filter[]
  /** The filters of one widget. */
  inWidget(widgetId: number): Filter[]
  /** The filters that the rows of a widget have to pass, with the clicked marks of other widgets, and the columns that do not filter it. */
  applied(widgetId: number, row: ResultRow): { filters: Filter[]; missing: string[] }
}

/**
 * @param declared the filters of the results of all widgets
 * @param isShared whether filters of one name apply to all widgets
 */
export function exportFilters(
  declared: ReadonlyMap<number, readonly Filter[]>,
  { filters, marks }: Pick<ExportRequest, 'filters' | 'marks'>,
  isShared: boolean,
): ExportFilters {
  const chosenIn = (id: number | null): Chosen =>
    new Map(filters.filter(({ widget_id }) => widget_id === id).map(({ column, values }) => [column, values]))
  const shared = isShared ? withChosen(sharedFilters([...declared.values()]), chosenIn(null)) : []
  const inWidget = (id: number) => (isShared ? [] : withChosen(declared.get(id) ?? [], chosenIn(id)))
  const clicked = marks.map(({ widget_id, ...mark }) => ({ widgetId: widget_id, ...mark }))
  return {
    shared,
    inWidget,
    applied(id, row) {
      const own = isShared ? asShared(declared.get(id) ?? [], shared) : inWidget(id)
      const crossed = crossFiltersOf(clicked, id, row.columns)
      return { filters: [...own, ...crossed.filters], missing: [...missingFilters(own, shared), ...crossed.missing] }
    },
  }
}
