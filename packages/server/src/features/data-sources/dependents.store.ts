import type { Dependents } from '@sightline/contract/data-sources.ts'
import { count, countDistinct, eq, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { dashboards, widgets } from '../dashboards/tables.ts'
import { queryResults } from '../executions/tables.ts'
import { queries } from '../queries/tables.ts'
import { visualizations } from '../visualizations/tables.ts'

/** How much depends on a data source: archived queries and dashboards count for nothing. */
export async function dependentsOf(db: Db, id: number): Promise<Dependents> {
  const isOfSource = sql`${queries.data_source_id} = ${id} and not ${queries.is_archived}`
  const [ofQueries, ofDashboards, ofResults] = await Promise.all([
    db
      .select({ queries: count(), scheduled: sql<number>`count(${queries.schedule})::integer` })
      .from(queries)
      .where(isOfSource),
    db
      .select({ dashboards: countDistinct(dashboards.id) })
      .from(dashboards)
      .innerJoin(widgets, eq(widgets.dashboard_id, dashboards.id))
      .innerJoin(visualizations, eq(visualizations.id, widgets.visualization_id))
      .innerJoin(queries, eq(queries.id, visualizations.query_id))
      .where(sql`${isOfSource} and not ${dashboards.is_archived}`),
    db.select({ results: count() }).from(queryResults).where(eq(queryResults.data_source_id, id)),
  ])
  return {
    queries: ofQueries[0]?.queries ?? 0,
    scheduled: ofQueries[0]?.scheduled ?? 0,
    dashboards: ofDashboards[0]?.dashboards ?? 0,
    results: ofResults[0]?.results ?? 0,
  }
}
