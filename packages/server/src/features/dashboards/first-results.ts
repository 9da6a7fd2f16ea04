import type { Context } from '../../platform/context.ts'
import type { StreamReply } from '../../platform/http/app.ts'
import { storedWindowsByQuery } from '../executions/results/stored-windows.ts'
import { isVisible } from './present-widget.ts'
import { mustFind } from './service.ts'
import { type WidgetRow, widgetsOf } from './widgets.store.ts'

/** Rows of the grid in which widgets are seen first, or lie near that, on most screens. What lies below is asked for by whoever scrolls. */
const ROWS = 30
const MOST_QUERIES = 40

/**
 * The stored results that a dashboard is opened with, as far as they depend on nothing that readers choose: browsers ask for them
 * by the address of the page alone, before anything of it has run. Each is checked as if the caller ran its query.
 */
export async function firstResults(ctx: Context, slugOrId: string, signal: AbortSignal): Promise<StreamReply> {
  const { dashboard } = await mustFind(ctx, slugOrId)
  const widgets = await widgetsOf(ctx.db, dashboard.id)
  const mayRun = ctx.viewer.permissions.has('view_query')
  return storedWindowsByQuery(
    ctx,
    mayRun ? firstQueries(widgets.filter((widget) => isVisible(ctx.viewer, widget))) : [],
    signal,
  )
}

/** Ids of the queries of the first widgets that have no parameters, each once, in the order in which they are read. */
export function firstQueries(widgets: readonly WidgetRow[]): number[] {
  const first = widgets.flatMap(({ widget, visualization, query }) => {
    const { row = 0, col = 0 } = widget.options.position ?? {}
    const isFixed = visualization !== null && query !== null && (query.options.parameters ?? []).length === 0
    return isFixed && row < ROWS ? [{ row, col, id: query.id }] : []
  })
  const ids = first.toSorted((one, other) => one.row - other.row || one.col - other.col).map(({ id }) => id)
  return [...new Set(ids)].slice(0, MOST_QUERIES)
}
