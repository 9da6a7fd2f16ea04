import { asc, gt, inArray } from 'drizzle-orm'
import type { AnyPgColumn, PgSelect } from 'drizzle-orm/pg-core'
import type { Db } from '../../platform/db/db.ts'
import { alertSubscriptions, alerts } from '../alerts/tables.ts'
import { comments, commentThreads } from '../comments/tables.ts'
import { dashboards, widgets } from '../dashboards/tables.ts'
import { dataSources, sharesOf } from '../data-sources/tables.ts'
import { destinations } from '../destinations/tables.ts'
import { queries } from '../queries/tables.ts'
import { querySnippets } from '../snippets/tables.ts'
import { subscriptions } from '../subscriptions/tables.ts'
import { groups, users } from '../users/tables.ts'
import { visualizations } from '../visualizations/tables.ts'

// Each function reads the rows after an id, ordered by id. Columns are listed one by one, so that a new column is exported only
// when it is added here.

const after = <Select extends PgSelect>(select: Select, column: AnyPgColumn, id: number, limit: number) =>
  select.where(gt(column, id)).orderBy(asc(column)).limit(limit)

const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)

/** Groups child rows by their parent. */
function byParent<Part extends { parent_id: number | null }>(parts: readonly Part[]) {
  const groups = Map.groupBy(parts, ({ parent_id }) => parent_id)
  return (id: number) => (groups.get(id) ?? []).map(({ parent_id: _, ...part }) => part)
}

export const groupsAfter = (db: Db, id: number, limit: number) => {
  const { name, type, permissions } = groups
  return after(db.select({ id: groups.id, name, type, permissions }).from(groups).$dynamic(), groups.id, id, limit)
}

export const usersAfter = (db: Db, id: number, limit: number) => {
  const { name, email, group_ids, disabled_at } = users
  return after(
    db.select({ id: users.id, name, email, groups: group_ids, disabled_at }).from(users).$dynamic(),
    users.id,
    id,
    limit,
  )
}

export const dataSourcesAfter = (db: Db, id: number, limit: number) => {
  const { name, type, encrypted_options, concurrency, time_limit } = dataSources
  const columns = { id: dataSources.id, name, type, encrypted_options, concurrency, time_limit }
  const select = db.select({ ...columns, shares: sharesOf(dataSources.id) }).from(dataSources)
  return after(select.$dynamic(), dataSources.id, id, limit)
}

export const destinationsAfter = (db: Db, id: number, limit: number) => {
  const { name, type, encrypted_options } = destinations
  const select = db.select({ id: destinations.id, name, type, encrypted_options }).from(destinations)
  return after(select.$dynamic(), destinations.id, id, limit)
}

/** Queries with their visualizations. */
export async function queriesAfter(db: Db, id: number, limit: number) {
  const { name, description, query, data_source_id, schedule, tags, is_draft, is_archived, user_id } = queries
  const columns = { name, description, query, data_source_id, options: queries.options, schedule, tags }
  const select = db.select({ id: queries.id, ...columns, is_draft, is_archived, user_id }).from(queries)
  const rows = await after(select.$dynamic(), queries.id, id, limit)
  const columnsOfVisualizations = {
    id: visualizations.id,
    type: visualizations.type,
    name: visualizations.name,
    description: visualizations.description,
    options: visualizations.options,
    parent_id: visualizations.query_id,
  }
  const ofQuery = byParent(
    await db
      .select(columnsOfVisualizations)
      .from(visualizations)
      .where(inArray(visualizations.query_id, idsOf(rows)))
      .orderBy(asc(visualizations.id)),
  )
  return rows.map((row) => ({ ...row, visualizations: ofQuery(row.id) }))
}

/** The threads of widgets with their comments, oldest first. @returns a function from a widget to its threads */
export async function threadsOfWidgets(db: Db, widgetIds: readonly number[]) {
  const { widget_id, created_at, resolved_at, resolved_by_id } = commentThreads
  const threads = await db
    .select({ id: commentThreads.id, created_at, resolved_at, resolved_by_id, parent_id: widget_id })
    .from(commentThreads)
    .where(inArray(widget_id, [...widgetIds]))
    .orderBy(asc(commentThreads.id))
  const { user_id, text, parameters, edited_at, thread_id } = comments
  const written = await db
    .select({ user_id, text, parameters, created_at: comments.created_at, edited_at, parent_id: thread_id })
    .from(comments)
    .where(inArray(thread_id, idsOf(threads)))
    .orderBy(asc(comments.id))
  const ofThread = byParent(written)
  const ofWidget = byParent(threads)
  return (widgetId: number) => ofWidget(widgetId).map(({ id, ...thread }) => ({ ...thread, comments: ofThread(id) }))
}

/** Dashboards with their widgets. */
export async function dashboardsAfter(db: Db, id: number, limit: number) {
  const { slug, name, tags, layout, dashboard_filters_enabled, is_draft, is_archived, user_id } = dashboards
  const columns = { slug, name, tags, options: dashboards.options, layout, dashboard_filters_enabled }
  const select = db.select({ id: dashboards.id, ...columns, is_draft, is_archived, user_id }).from(dashboards)
  const rows = await after(select.$dynamic(), dashboards.id, id, limit)
  const { dashboard_id, visualization_id, text, width, options } = widgets
  const placed = await db
    .select({ id: widgets.id, visualization_id, text, width, options, parent_id: dashboard_id })
    .from(widgets)
    .where(inArray(dashboard_id, idsOf(rows)))
    .orderBy(asc(widgets.id))
  const ofDashboard = byParent(placed)
  return rows.map((row) => ({ ...row, widgets: ofDashboard(row.id) }))
}

/** Alerts with their subscriptions. */
export async function alertsAfter(db: Db, id: number, limit: number) {
  const { name, query_id, options, rearm, user_id } = alerts
  const select = db.select({ id: alerts.id, name, query_id, options, rearm, user_id }).from(alerts)
  const rows = await after(select.$dynamic(), alerts.id, id, limit)
  const { alert_id, destination_id } = alertSubscriptions
  const subscribed = await db
    .select({ user_id: alertSubscriptions.user_id, destination_id, parent_id: alert_id })
    .from(alertSubscriptions)
    .where(inArray(alert_id, idsOf(rows)))
    .orderBy(asc(alertSubscriptions.id))
  const ofAlert = byParent(subscribed)
  return rows.map((row) => ({ ...row, subscriptions: ofAlert(row.id) }))
}

/** Report subscriptions of dashboards and queries. */
export const subscriptionsAfter = (db: Db, id: number, limit: number) => {
  const { dashboard_id, query_id, user_id, destination_id, schedule, attach_pdf } = subscriptions
  const columns = { id: subscriptions.id, dashboard_id, query_id, user_id, destination_id, schedule, attach_pdf }
  return after(db.select(columns).from(subscriptions).$dynamic(), subscriptions.id, id, limit)
}

export const snippetsAfter = (db: Db, id: number, limit: number) => {
  const { trigger, description, snippet, user_id } = querySnippets
  const select = db.select({ id: querySnippets.id, trigger, description, snippet, user_id }).from(querySnippets)
  return after(select.$dynamic(), querySnippets.id, id, limit)
}
