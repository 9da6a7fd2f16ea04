import { can } from '@sightline/domain/permissions/can.ts'
import type { Context } from '../../platform/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import * as audit from '../audit/service.ts'
import { seesInputsOfAll } from '../executions/results/service.ts'
import { mayMakePublic } from '../queries/service.ts'
import { recordOf } from './present.ts'
import type { DashboardRow } from './store.ts'
import { readWidgets, type WidgetRow } from './widgets.store.ts'

type PublishedQuery = NonNullable<WidgetRow['query']>

// The checks before something becomes visible at the public URL of a dashboard, whether by sharing, restoring or adding a
// widget.

/**
 * Refuses callers who may not see all results that a dashboard shows now, whichever data sources they were read from. Do not
 * call it within a transaction, as it reads from a cache.
 * @throws AppError `sharing_restricted`
 */
export async function mustSeeResults(ctx: Context, { dashboard }: DashboardRow): Promise<void> {
  const widgets = await readWidgets(ctx.db, dashboard.id)
  if (
    !(await seesResults(
      ctx,
      widgets.map(({ query }) => query),
    ))
  )
    throw new AppError('sharing_restricted')
}

/**
 * Whether the caller may see the latest results of these queries. Do not call it within a transaction, as it reads from a
 * cache.
 */
export const seesResults = (ctx: Context, queries: readonly (Pick<PublishedQuery, 'latest_query_data_id'> | null)[]) =>
  seesInputsOfAll(
    ctx,
    queries.flatMap((query) => query?.latest_query_data_id ?? []),
  )

/**
 * Records that a dashboard becomes public with all its widgets.
 * @param ctx within the transaction that publishes it
 * @throws AppError `sharing_restricted` if it shows a query that the caller may not make public
 */
export async function publishDashboard(ctx: Context, row: DashboardRow): Promise<WidgetRow[]> {
  const widgets = await readWidgets(ctx.db, row.dashboard.id)
  const shown = widgets.flatMap(({ query }) => (query === null ? [] : [query.id]))
  if (!(await mayMakePublic(ctx, shown))) throw new AppError('sharing_restricted')
  await audit.recordAction(ctx, 'dashboard.share', auditedDashboard(row))
  return widgets
}

/**
 * Records that a query is added to a public dashboard.
 * @param ctx within the transaction that adds it
 * @throws AppError `dashboard_public` unless the caller may share the dashboard and make the query public
 */
export async function publishWidget(
  ctx: Context,
  row: DashboardRow,
  { widget_id, query }: { widget_id: number; query: Pick<PublishedQuery, 'id' | 'name'> },
): Promise<void> {
  const mayShare = can(ctx.viewer, 'dashboard.share', recordOf(row))
  if (!mayShare || !(await mayMakePublic(ctx, [query.id]))) throw new AppError('dashboard_public')
  await audit.recordAction(ctx, 'dashboard.publish_widget', {
    ...auditedDashboard(row),
    details: { widget_id, query_id: query.id, query_name: query.name },
  })
}

/** A dashboard as the object of an audit entry. */
export const auditedDashboard = ({ dashboard }: DashboardRow) => ({ object_id: dashboard.id, object_name: dashboard.name })
