import { can } from '@sightline/domain/permissions/can.ts'
import type { Context } from '../../platform/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { mustFindById } from './find.ts'
import { isVisible } from './present.ts'
import { seesResults } from './publishing.ts'
import type { DashboardRow } from './store.ts'
import { find, type WidgetRow, widgetsOf } from './widgets.store.ts'

/**
 * Whether the caller may see a widget and its rows: its query, its data source, and all sources that its latest result was read
 * from. Everyone who may open the dashboard may read its textboxes. Do not call it within a transaction, as it reads from a cache.
 */
async function mayRead(ctx: Context, row: WidgetRow): Promise<boolean> {
  if (row.query === null) return true
  const mayReadResults = isVisible(ctx.viewer, row) && can(ctx.viewer, 'result.view', { sources: [row.shares ?? []] })
  return mayReadResults && (await seesResults(ctx, [row.query]))
}

/**
 * Which of these widgets of a dashboard the caller may see with their rows.
 * @param widgetIds those of other dashboards are left out
 */
export async function readableWidgets(ctx: Context, dashboardId: number, widgetIds: ReadonlySet<number>): Promise<Set<number>> {
  const readable = new Set<number>()
  if (widgetIds.size === 0) return readable
  for (const row of await widgetsOf(ctx.db, dashboardId))
    if (widgetIds.has(row.widget.id) && (await mayRead(ctx, row))) readable.add(row.widget.id)
  return readable
}

const tabOf = ({ widget: { options } }: WidgetRow) => (typeof options.tab === 'string' ? options.tab : null)

/**
 * A widget whose rows the caller may see, with its dashboard and the id of its tab.
 * @throws AppError `not_found`, `forbidden`
 */
export async function mustReadWidget(
  ctx: Context,
  id: number,
): Promise<{ dashboard: DashboardRow; isTextbox: boolean; tab: string | null }> {
  const row = await find(ctx.db, id)
  if (!row) throw new AppError('not_found')
  const dashboard = await mustFindById(ctx, row.widget.dashboard_id)
  if (!(await mayRead(ctx, row))) throw new AppError('forbidden')
  return { dashboard, isTextbox: row.query === null, tab: tabOf(row) }
}
