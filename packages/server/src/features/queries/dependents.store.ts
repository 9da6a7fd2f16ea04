import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { alertChecks, alerts } from '../alerts/tables.ts'
import { dashboards, widgets } from '../dashboards/tables.ts'
import { visualizations } from '../visualizations/tables.ts'

// The records that depend on a query. Dashboards and alerts build on queries, so their services cannot be called from here.

/** The dashboards with a public URL that show a query. Archived ones count, since they become public again when restored. */
export function publicDashboardsShowing(db: Db, queryId: number): Promise<{ id: number; name: string }[]> {
  return db
    .selectDistinct({ id: dashboards.id, name: dashboards.name })
    .from(dashboards)
    .innerJoin(widgets, eq(widgets.dashboard_id, dashboards.id))
    .innerJoin(visualizations, eq(visualizations.id, widgets.visualization_id))
    .where(and(eq(visualizations.query_id, queryId), isNotNull(dashboards.api_key)))
    .orderBy(dashboards.id)
}

/** Removes the visualizations of a query from all dashboards. */
export async function removeWidgetsOf(db: Db, queryId: number): Promise<void> {
  const ofQuery = db.select({ id: visualizations.id }).from(visualizations).where(eq(visualizations.query_id, queryId))
  await db.delete(widgets).where(inArray(widgets.visualization_id, ofQuery))
}

/**
 * Drops what the alerts on a query have still to check. The alerts themselves stay, hidden, and come back with the query.
 */
export async function dropChecksOf(db: Db, queryId: number): Promise<void> {
  const ofQuery = db.select({ id: alerts.id }).from(alerts).where(eq(alerts.query_id, queryId))
  await db.delete(alertChecks).where(inArray(alertChecks.alert_id, ofQuery))
}
