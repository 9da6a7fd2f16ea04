import { JobStatus } from '@sightline/contract/executions.ts'
import { and, asc, count, countDistinct, desc, eq, inArray, isNull, lt, ne, or, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { CANCELLED } from '../../runners/runner.ts'
import { alerts } from '../alerts/tables.ts'
import { widgets } from '../dashboards/tables.ts'
import { dataSources } from '../data-sources/tables.ts'
import { eventViews } from '../events/tables.ts'
import { executions, queryResults } from '../executions/tables.ts'
import { queries } from '../queries/tables.ts'
import { users } from '../users/tables.ts'
import { visualizations } from '../visualizations/tables.ts'

/** A page of rows, and the total count. */
export interface CleanUpList<Row> {
  count: number
  rows: Row[]
}

const owner = { owner_id: users.id, owner_name: users.name }

/** The number of dashboards that show each query. Computed for one page only, since it would be slow for all candidates. */
async function dashboardsShowing(db: Db, ids: readonly number[]): Promise<Map<number, number>> {
  const rows = await db
    .select({ id: visualizations.query_id, dashboards: countDistinct(widgets.dashboard_id) })
    .from(visualizations)
    .innerJoin(widgets, eq(widgets.visualization_id, visualizations.id))
    .where(inArray(visualizations.query_id, [...ids]))
    .groupBy(visualizations.query_id)
  return new Map(rows.map(({ id, dashboards }) => [id, dashboards]))
}

/** The number of queries of each user, and of scheduled ones, without archived ones. */
async function queriesOf(db: Db, userIds: readonly number[]) {
  const rows = await db
    .select({ id: queries.user_id, queries: count(), scheduled: sql<number>`count(${queries.schedule})::integer` })
    .from(queries)
    .where(and(inArray(queries.user_id, [...userIds]), eq(queries.is_archived, false)))
    .groupBy(queries.user_id)
  return new Map(rows.map(({ id, ...counts }) => [id, counts]))
}

const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)

/**
 * Queries that were not changed, opened or run since a time, on their own or on a dashboard, and that have no schedule and no
 * alert. Longest unused first.
 */
export async function unusedQueries(db: Db, since: Date, limit: number, offset: number) {
  const viewed = db
    .select({ object_id: eventViews.object_id, day: sql<string>`max(${eventViews.day})`.as('last_day') })
    .from(eventViews)
    .where(eq(eventViews.object_type, 'query'))
    .groupBy(eventViews.object_id)
    .as('viewed')
  const day = since.toISOString().slice(0, 10)
  const onUsedDashboard = sql`exists (
    select 1 from ${visualizations}
    join ${widgets} on ${widgets.visualization_id} = ${visualizations.id}
    join ${eventViews} on ${eventViews.object_type} = 'dashboard' and ${eventViews.object_id} = ${widgets.dashboard_id}
    where ${visualizations.query_id} = "queries"."id" and ${eventViews.day} >= ${day})`
  const isUnused = and(
    eq(queries.is_archived, false),
    isNull(queries.schedule),
    lt(queries.updated_at, since),
    or(isNull(queryResults.retrieved_at), lt(queryResults.retrieved_at, since)),
    or(isNull(viewed.day), sql`${viewed.day} < ${day}`),
    sql`not exists (select 1 from ${alerts} where ${alerts.query_id} = "queries"."id")`,
    sql`not ${onUsedDashboard}`,
  )
  const lastUsed = sql<string | null>`greatest(${queryResults.retrieved_at}, ${viewed.day}::timestamptz)`
  const [found, [total]] = await Promise.all([
    db
      .select({
        id: queries.id,
        name: queries.name,
        ...owner,
        data_source_name: dataSources.name,
        created_at: queries.created_at,
        last_used_at: lastUsed,
      })
      .from(queries)
      .innerJoin(users, eq(users.id, queries.user_id))
      .leftJoin(dataSources, eq(dataSources.id, queries.data_source_id))
      .leftJoin(queryResults, eq(queryResults.id, queries.latest_query_data_id))
      .leftJoin(viewed, eq(viewed.object_id, queries.id))
      .where(isUnused)
      .orderBy(sql`coalesce(${lastUsed}, ${queries.created_at})`, queries.id)
      .limit(limit)
      .offset(offset),
    db
      .select({ count: count() })
      .from(queries)
      .leftJoin(queryResults, eq(queryResults.id, queries.latest_query_data_id))
      .leftJoin(viewed, eq(viewed.object_id, queries.id))
      .where(isUnused),
  ])
  const dashboardCounts = await dashboardsShowing(db, idsOf(found))
  return { count: total?.count ?? 0, rows: found.map((row) => ({ ...row, dashboards: dashboardCounts.get(row.id) ?? 0 })) }
}

/**
 * Queries whose latest runs, or latest scheduled runs, have all failed. Cancelled runs do not count either way. Most failures
 * first.
 */
export async function brokenQueries(db: Db, runs: number, limit: number, offset: number) {
  const ended = sql`${executions.status} in (${JobStatus.done}, ${JobStatus.failed}) and ${executions.error} <> ${CANCELLED}`
  const sinceSuccess = db
    .select({
      query_id: executions.query_id,
      failures: sql<number>`count(*)::integer`.as('failures'),
      error: sql<string>`(array_agg(${executions.error} order by ${executions.finished_at} desc))[1]`.as('last_error'),
      last_failed_at: sql<string>`max(${executions.finished_at})`.as('last_failed_at'),
    })
    .from(executions)
    .where(
      and(
        eq(executions.status, JobStatus.failed),
        ne(executions.error, CANCELLED),
        sql`not exists (select 1 from ${executions} later where later.query_id = "executions"."query_id"
          and later.status = ${JobStatus.done} and later.created_at > "executions"."created_at")`,
      ),
    )
    .groupBy(executions.query_id)
    .as('since_success')
  const failures = sql<number>`greatest(coalesce(${sinceSuccess.failures}, 0), ${queries.schedule_failures})`
  const isBroken = and(eq(queries.is_archived, false), sql`${failures} >= ${runs}`)
  const hasEnded = sql`exists (select 1 from ${executions} where ${executions.query_id} = "queries"."id" and ${ended})`
  const all = and(isBroken, or(sql`${queries.schedule_failures} >= ${runs}`, hasEnded))
  const [rows, [total]] = await Promise.all([
    db
      .select({
        id: queries.id,
        name: queries.name,
        ...owner,
        failures,
        error: sql<string>`coalesce(${sinceSuccess.error}, '')`,
        last_failed_at: sql<string | null>`${sinceSuccess.last_failed_at}`,
        is_scheduled: sql<boolean>`${queries.schedule} is not null`,
      })
      .from(queries)
      .innerJoin(users, eq(users.id, queries.user_id))
      .leftJoin(sinceSuccess, eq(sinceSuccess.query_id, queries.id))
      .where(all)
      .orderBy(desc(failures), queries.id)
      .limit(limit)
      .offset(offset),
    db.select({ count: count() }).from(queries).leftJoin(sinceSuccess, eq(sinceSuccess.query_id, queries.id)).where(all),
  ])
  return { count: total?.count ?? 0, rows }
}

/** Stored results, the largest first. */
export async function results(db: Db, limit: number, offset: number) {
  const [rows, [total]] = await Promise.all([
    db
      .select({
        id: queryResults.id,
        size: queryResults.size,
        row_count: queryResults.row_count,
        retrieved_at: queryResults.retrieved_at,
        data_source_name: dataSources.name,
      })
      .from(queryResults)
      .innerJoin(dataSources, eq(dataSources.id, queryResults.data_source_id))
      .orderBy(desc(queryResults.size), desc(queryResults.id))
      .limit(limit)
      .offset(offset),
    db.select({ count: count() }).from(queryResults),
  ])
  return { count: total?.count ?? 0, rows }
}

/** The query that shows each result as its latest; the oldest one if there are several. */
export async function queriesShowing(db: Db, resultIds: readonly number[]) {
  const rows =
    resultIds.length === 0
      ? []
      : await db
          .select({ id: queries.id, name: queries.name, result: queries.latest_query_data_id })
          .from(queries)
          .where(inArray(queries.latest_query_data_id, [...resultIds]))
          .orderBy(desc(queries.id))
  return new Map(rows.map(({ result, ...query }) => [result, query]))
}

/** Enabled users, except one, without activity since a time. Longest inactive first. */
export async function inactiveUsers(db: Db, exceptId: number, since: Date, limit: number, offset: number) {
  const lastSeen = sql`coalesce(${users.active_at}, ${users.created_at})`
  const isInactive = and(isNull(users.disabled_at), ne(users.id, exceptId), sql`${lastSeen} < ${since}`)
  const [found, [total]] = await Promise.all([
    db
      .select({
        id: users.id,
        name: users.name,
        email: users.email,
        profile_image_url: users.profile_image_url,
        created_at: users.created_at,
        active_at: users.active_at,
      })
      .from(users)
      .where(isInactive)
      .orderBy(asc(lastSeen), users.id)
      .limit(limit)
      .offset(offset),
    db.select({ count: count() }).from(users).where(isInactive),
  ])
  const theirs = await queriesOf(db, idsOf(found))
  const rows = found.map((row) => ({ ...row, queries: 0, scheduled: 0, ...theirs.get(row.id) }))
  return { count: total?.count ?? 0, rows }
}

/**
 * Vacuums and analyzes all tables of the embedded database: frees the space of deleted rows and updates the planner's
 * statistics. One table at a time, since each is locked meanwhile.
 */
export async function vacuumAllTables(db: Db): Promise<void> {
  const tables = await db
    .select({ name: sql<string>`format('%I.%I', nspname, relname)` })
    .from(sql`pg_class join pg_namespace on pg_namespace.oid = relnamespace`)
    .where(sql`relkind = 'r' and nspname not in ('pg_catalog', 'information_schema')`)
    .orderBy(sql`1`)
  for (const { name } of tables) await db.execute(sql`vacuum analyze ${sql.raw(name)}`)
}
