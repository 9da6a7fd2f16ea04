import type { Share } from '@sightline/domain/permissions/can.ts'
import { type AnyColumn, and, desc, eq, inArray, not, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { dashboards, widgets } from '../dashboards/tables.ts'
import { isSharedWith } from '../data-sources/tables.ts'
import { events } from '../events/tables.ts'
import { queryResults, sourcesOfResult } from '../executions/tables.ts'
import { queries, queryListings } from '../queries/tables.ts'
import { visualizations } from '../visualizations/tables.ts'

/** The user whose home it is. */
export interface Reader {
  userId: number
  /** Queries are shown if their data source is shared with one of these groups. */
  groupIds: readonly number[]
}

/** The views of a user that count as recent. */
const RECENT_VIEWS = 500

/** When a user has opened each of the objects that they have opened lately. */
export const viewsOf = (db: Db, userId: number, type: 'query' | 'dashboard') => {
  const { object_id, created_at, user_id, object_type, action } = events
  const latest = db
    .select({ object_id, created_at })
    .from(events)
    .where(and(eq(user_id, userId), eq(object_type, type), eq(action, 'view')))
    .orderBy(desc(created_at))
    .limit(RECENT_VIEWS)
    .as('latest')
  return db
    .select({ object_id: latest.object_id, at: sql<Date>`max(${latest.created_at})`.as('at') })
    .from(latest)
    .groupBy(latest.object_id)
    .as('viewed')
}

/** @returns the later of the last view and, of an own object, the last change */
const usedAt = (viewedAt: SQL.Aliased<Date>, isOwn: SQL, changedAt: AnyColumn) =>
  sql<Date>`greatest(${viewedAt}, case when ${isOwn} then ${changedAt} end)`.mapWith((value: string | Date) => new Date(value))

/** The queries that a user has opened, or owns and has changed, most recent first. */
export function recentQueries(db: Db, { userId, groupIds }: Reader, limit: number) {
  const viewed = viewsOf(db, userId, 'query')
  const isOwn = eq(queries.user_id, userId)
  const used = usedAt(viewed.at, isOwn, queries.updated_at)
  return db
    .select({ id: queries.id, name: queries.name, is_draft: queries.is_draft, used_at: used })
    .from(queryListings)
    .innerJoin(queries, eq(queries.id, queryListings.query_id))
    .leftJoin(viewed, sql`${viewed.object_id} = ${queries.id}::text`)
    .where(
      and(
        not(queryListings.is_archived),
        or(isOwn, sql`${viewed.at} is not null`),
        isSharedWith(sql`"query_listings"."data_source_id"`, groupIds),
      ),
    )
    .orderBy(desc(used), desc(queries.id))
    .limit(limit)
}

/** The same for dashboards: published ones, and the user's own drafts. */
export function recentDashboards(db: Db, { userId }: Reader, limit: number) {
  const { id, slug, name, is_draft, user_id, updated_at, is_archived } = dashboards
  const viewed = viewsOf(db, userId, 'dashboard')
  const isOwn = eq(user_id, userId)
  const used = usedAt(viewed.at, isOwn, updated_at)
  return db
    .select({ id, slug, name, is_draft, used_at: used })
    .from(dashboards)
    .leftJoin(viewed, sql`${viewed.object_id} = ${id}::text`)
    .where(and(not(is_archived), or(isOwn, and(not(is_draft), sql`${viewed.at} is not null`))))
    .orderBy(desc(used), desc(id))
    .limit(limit)
}

/** A visualization with the latest result of its query. */
export interface DrawnRow {
  /** Of the query or the dashboard. */
  id: number
  result_id: number
  type: string | null
  name: string | null
  options: Record<string, unknown> | null
  /** The groups that share each data source of the result. */
  sources: Share[][]
}

const drawn = {
  result_id: queryResults.id,
  type: visualizations.type,
  name: visualizations.name,
  options: visualizations.options,
  sources: sourcesOfResult,
}
/** Charts come first; tables come last, as rows are shown without one. */
const preference = sql`case ${visualizations.type} when 'CHART' then 0 when 'TABLE' then 2 else 1 end`

/** For each query with a result, what its thumbnail draws. */
export async function drawnOfQueries(db: Db, ids: readonly number[]): Promise<DrawnRow[]> {
  if (ids.length === 0) return []
  return db
    .selectDistinctOn([queries.id], { id: queries.id, ...drawn })
    .from(queries)
    .innerJoin(queryResults, eq(queryResults.id, queries.latest_query_data_id))
    .leftJoin(visualizations, eq(visualizations.query_id, queries.id))
    .where(and(inArray(queries.id, [...ids]), eq(queryResults.is_lost, false)))
    .orderBy(queries.id, preference, visualizations.id)
}

/** Widgets of a dashboard that are tried, as the reader may not see the results of all. */
const MAX_CANDIDATES = 12

/** For each dashboard, the widgets with a result, the preferred ones first. */
export async function drawnOfDashboards(db: Db, ids: readonly number[]): Promise<DrawnRow[]> {
  if (ids.length === 0) return []
  const place = sql<number>`row_number() over (partition by ${widgets.dashboard_id} order by ${preference}, ${widgets.id})`
  const rows = await db
    .select({ id: widgets.dashboard_id, ...drawn, place })
    .from(widgets)
    .innerJoin(visualizations, eq(visualizations.id, widgets.visualization_id))
    .innerJoin(queries, eq(queries.id, visualizations.query_id))
    .innerJoin(queryResults, eq(queryResults.id, queries.latest_query_data_id))
    .where(and(inArray(widgets.dashboard_id, [...ids]), eq(queryResults.is_lost, false)))
    .orderBy(widgets.dashboard_id, place)
  return rows.filter((row) => Number(row.place) <= MAX_CANDIDATES).map(({ place: _, ...row }) => row)
}
