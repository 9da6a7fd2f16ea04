import { asc, gt, inArray } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { alerts } from '../alerts/tables.ts'
import { dashboards, widgets } from '../dashboards/tables.ts'
import { dataSources, sharesOf } from '../data-sources/tables.ts'
import { queries } from '../queries/tables.ts'
import { querySnippets } from '../snippets/tables.ts'
import { groups, users } from '../users/tables.ts'
import { visualizations } from '../visualizations/tables.ts'

// Each reads the rows after an id, in the order of ids, with the columns that an export holds: named one by one, so that a column
// added later stays here until it is added there.

export const groupsAfter = (db: Db, id: number, limit: number) =>
  db
    .select({ id: groups.id, name: groups.name, type: groups.type, permissions: groups.permissions })
    .from(groups)
    .where(gt(groups.id, id))
    .orderBy(asc(groups.id))
    .limit(limit)

export const usersAfter = (db: Db, id: number, limit: number) =>
  db
    .select({ id: users.id, name: users.name, email: users.email, groups: users.group_ids, disabled_at: users.disabled_at })
    .from(users)
    .where(gt(users.id, id))
    .orderBy(asc(users.id))
    .limit(limit)

export const dataSourcesAfter = (db: Db, id: number, limit: number) =>
  db
    .select({
      id: dataSources.id,
      name: dataSources.name,
      type: dataSources.type,
      encrypted_options: dataSources.encrypted_options,
      concurrency: dataSources.concurrency,
      time_limit: dataSources.time_limit,
      shares: sharesOf(dataSources.id),
    })
    .from(dataSources)
    .where(gt(dataSources.id, id))
    .orderBy(asc(dataSources.id))
    .limit(limit)

/** Queries with their visualizations. */
export async function queriesAfter(db: Db, id: number, limit: number) {
  const rows = await db
    .select({
      id: queries.id,
      name: queries.name,
      description: queries.description,
      query: queries.query,
      data_source_id: queries.data_source_id,
      options: queries.options,
      schedule: queries.schedule,
      tags: queries.tags,
      is_draft: queries.is_draft,
      is_archived: queries.is_archived,
      user_id: queries.user_id,
    })
    .from(queries)
    .where(gt(queries.id, id))
    .orderBy(asc(queries.id))
    .limit(limit)
  const { type, name, description, options, query_id } = visualizations
  const ofThem = await db
    .select({ id: visualizations.id, type, name, description, options, query_id })
    .from(visualizations)
    .where(inArray(query_id, idsOf(rows)))
    .orderBy(asc(visualizations.id))
  const byQuery = Map.groupBy(ofThem, (each) => each.query_id)
  return rows.map((row) => ({
    ...row,
    visualizations: (byQuery.get(row.id) ?? []).map(({ query_id: _, ...visualization }) => visualization),
  }))
}

/** Dashboards with their widgets. */
export async function dashboardsAfter(db: Db, id: number, limit: number) {
  const rows = await db
    .select({
      id: dashboards.id,
      slug: dashboards.slug,
      name: dashboards.name,
      tags: dashboards.tags,
      options: dashboards.options,
      layout: dashboards.layout,
      dashboard_filters_enabled: dashboards.dashboard_filters_enabled,
      is_draft: dashboards.is_draft,
      is_archived: dashboards.is_archived,
      user_id: dashboards.user_id,
    })
    .from(dashboards)
    .where(gt(dashboards.id, id))
    .orderBy(asc(dashboards.id))
    .limit(limit)
  const { dashboard_id, visualization_id, text, width, options } = widgets
  const ofThem = await db
    .select({ id: widgets.id, dashboard_id, visualization_id, text, width, options })
    .from(widgets)
    .where(inArray(dashboard_id, idsOf(rows)))
    .orderBy(asc(widgets.id))
  const byDashboard = Map.groupBy(ofThem, (each) => each.dashboard_id)
  return rows.map((row) => ({
    ...row,
    widgets: (byDashboard.get(row.id) ?? []).map(({ dashboard_id: _, ...widget }) => widget),
  }))
}

export const alertsAfter = (db: Db, id: number, limit: number) =>
  db
    .select({
      id: alerts.id,
      name: alerts.name,
      query_id: alerts.query_id,
      options: alerts.options,
      rearm: alerts.rearm,
      user_id: alerts.user_id,
    })
    .from(alerts)
    .where(gt(alerts.id, id))
    .orderBy(asc(alerts.id))
    .limit(limit)

export const snippetsAfter = (db: Db, id: number, limit: number) =>
  db
    .select({
      id: querySnippets.id,
      trigger: querySnippets.trigger,
      description: querySnippets.description,
      snippet: querySnippets.snippet,
      user_id: querySnippets.user_id,
    })
    .from(querySnippets)
    .where(gt(querySnippets.id, id))
    .orderBy(asc(querySnippets.id))
    .limit(limit)

const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)
