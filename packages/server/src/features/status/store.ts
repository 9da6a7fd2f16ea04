import { JobStatus } from '@sightline/contract/executions.ts'
import { and, asc, count, desc, eq, gte, inArray, isNull, ne, not, or, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '../../platform/db/db.ts'
import { workers } from '../../platform/workers/tables.ts'
import { CANCELLED } from '../../runners/runner.ts'
import { alerts } from '../alerts/tables.ts'
import { dashboards, widgets } from '../dashboards/tables.ts'
import { dataSourceGroups, dataSources } from '../data-sources/tables.ts'
import { executions, queryResults } from '../executions/tables.ts'
import { queries } from '../queries/tables.ts'
import { users } from '../users/tables.ts'

/**
 * The number of objects of each kind.
 * @param groupIds counts only data sources shared with these groups, their queries and the alerts on those; null counts all
 */
export async function countObjects(db: Db, groupIds: number[] | null) {
  const visibleSources = groupIds === null ? undefined : inArray(dataSources.id, sharedWith(db, groupIds))
  const visibleQueries = groupIds === null ? undefined : inArray(queries.data_source_id, sharedWith(db, groupIds))
  const shownQueries = and(eq(queries.is_archived, false), visibleQueries)
  const [row] = await db
    .select({
      users: counted(db, users, isNull(users.disabled_at)),
      data_sources: counted(db, dataSources, visibleSources),
      queries: counted(db, queries, shownQueries),
      alerts: counted(db, alerts, inArray(alerts.query_id, db.select({ id: queries.id }).from(queries).where(shownQueries))),
      dashboards: counted(db, dashboards, eq(dashboards.is_archived, false)),
    })
    .from(sql`(select 1) as one_row`)
  if (!row) throw new Error('The database did not count.')
  return row
}

/** The slug of the sample dashboard; undefined if it was removed or archived. */
export async function sampleDashboard(db: Db): Promise<string | undefined> {
  const isShown = and(eq(dashboards.is_sample, true), eq(dashboards.is_archived, false))
  const [row] = await db.select({ slug: dashboards.slug }).from(dashboards).where(isShown).limit(1)
  return row?.slug
}

/** The objects that come with the sample. The Query Results source does, too, although it outlives the sample. */
export async function countSampleObjects(db: Db) {
  const [row] = await db
    .select({
      data_sources: counted(db, dataSources, or(eq(dataSources.is_sample, true), eq(dataSources.type, 'results'))),
      queries: counted(db, queries, and(eq(queries.is_sample, true), eq(queries.is_archived, false))),
      dashboards: counted(db, dashboards, and(eq(dashboards.is_sample, true), eq(dashboards.is_archived, false))),
    })
    .from(sql`(select 1) as one_row`)
  if (!row) throw new Error('The database did not count.')
  return row
}

const sharedWith = (db: Db, groupIds: number[]) =>
  db.select({ id: dataSourceGroups.data_source_id }).from(dataSourceGroups).where(inArray(dataSourceGroups.group_id, groupIds))

const counted = (db: Db, table: PgTable, condition: SQL | undefined) =>
  sql<number>`(${db.select({ count: sql`count(*)::int` }).from(table).where(condition)})`

/** Counts and sizes in bytes; slow with millions of rows. A result is unused if no query shows it. */
export async function sizes(db: Db) {
  const isShown = sql`exists (select 1 from ${queries} where ${queries.latest_query_data_id} = "query_results"."id")`
  const [row] = await db
    .select({
      queries_count: counted(db, queries, eq(queries.is_archived, false)),
      query_results_count: counted(db, queryResults, undefined),
      unused_query_results_count: counted(db, queryResults, not(isShown)),
      dashboards_count: counted(db, dashboards, eq(dashboards.is_archived, false)),
      widgets_count: counted(db, widgets, undefined),
      query_results_size: sql<number>`(select coalesce(sum(size), 0)::float8 from ${queryResults})`,
      database_size: sql<number>`pg_database_size(current_database())::float8`,
    })
    .from(sql`(select 1) as one_row`)
  if (!row) throw new Error('The database did not count.')
  return row
}

/** Such as `PostgreSQL 17.2`. */
export async function databaseVersion(db: Db): Promise<string> {
  const [row] = await db.select({ version: sql<string>`current_setting('server_version')` }).from(sql`(select 1) as one_row`)
  return `PostgreSQL ${row?.version.split(' ')[0]}`
}

/** Running executions, oldest first, then waiting ones, in queue order. */
export function activeExecutions(db: Db) {
  return db
    .select({
      id: executions.id,
      status: executions.status,
      data_source_id: executions.data_source_id,
      query_id: executions.query_id,
      user_id: executions.user_id,
      scheduled: executions.scheduled,
      worker: executions.worker,
      created_at: executions.created_at,
      started_at: executions.started_at,
    })
    .from(executions)
    .where(inArray(executions.status, [JobStatus.waiting, JobStatus.processing]))
    .orderBy(desc(executions.status), desc(executions.is_awaited), executions.created_at, executions.id)
}
export type ActiveExecutionRow = Awaited<ReturnType<typeof activeExecutions>>[number]

/** The number of waiting executions, started by users and by schedules. */
export async function waitingCounts(db: Db) {
  const [row] = await db
    .select({
      people: sql<number>`count(*) filter (where not ${executions.scheduled})::integer`,
      schedules: sql<number>`count(*) filter (where ${executions.scheduled})::integer`,
    })
    .from(executions)
    .where(eq(executions.status, JobStatus.waiting))
  return row ?? { people: 0, schedules: 0 }
}

/** The queries with the slowest latest result, without archived ones. */
export function slowestQueries(db: Db, limit: number) {
  return db
    .select({ id: queries.id, name: queries.name, runtime: queryResults.runtime, retrieved_at: queryResults.retrieved_at })
    .from(queries)
    .innerJoin(queryResults, eq(queryResults.id, queries.latest_query_data_id))
    .where(eq(queries.is_archived, false))
    .orderBy(desc(queryResults.runtime), queries.id)
    .limit(limit)
}

/** The queries that failed most often since a time, with their latest error. Cancelled runs do not count. */
export function failingQueries(db: Db, since: Date, limit: number) {
  const failures = sql<number>`count(*)::integer`
  return db
    .select({
      id: queries.id,
      name: queries.name,
      failures,
      error: sql<string>`(array_agg(${executions.error} order by ${executions.finished_at} desc))[1]`,
      last_failed_at: sql<string>`max(${executions.finished_at})`,
    })
    .from(executions)
    .innerJoin(queries, eq(queries.id, executions.query_id))
    .where(
      and(
        eq(executions.status, JobStatus.failed),
        gte(executions.finished_at, since),
        ne(executions.error, CANCELLED),
        eq(queries.is_archived, false),
      ),
    )
    .groupBy(queries.id, queries.name)
    .orderBy(desc(failures), queries.id)
    .limit(limit)
}

export async function runningCount(db: Db): Promise<number> {
  const [row] = await db.select({ count: count() }).from(executions).where(eq(executions.status, JobStatus.processing))
  return row?.count ?? 0
}

/** Longer than a worker may be silent without losing its executions: a short pause is nothing that operators must see. */
const HEARTBEAT_TIMEOUT_S = 30

/** The workers of the installation, oldest first, with their running executions. */
export function listWorkers(db: Db) {
  const running = db
    .select({
      worker: executions.worker,
      count: sql<number>`count(*)::integer`.as('running_count'),
      first: sql<string>`min(${executions.id}::text)`.as('first_run'),
    })
    .from(executions)
    .where(eq(executions.status, JobStatus.processing))
    .groupBy(executions.worker)
    .as('running')
  return db
    .select({
      worker: workers,
      running: sql<number>`coalesce(${running.count}, 0)`,
      current_job: sql<string | null>`${running.first}`,
      is_lost: sql<boolean>`${workers.heartbeat_at} < now() - make_interval(secs => ${HEARTBEAT_TIMEOUT_S})`,
    })
    .from(workers)
    .leftJoin(running, eq(running.worker, workers.id))
    .orderBy(asc(workers.started_at), asc(workers.id))
}
export type WorkerRow = Awaited<ReturnType<typeof listWorkers>>[number]

/** The displayed name of a worker: its host and process id. */
export const nameOf = ({ hostname, pid }: Pick<WorkerRow['worker'], 'hostname' | 'pid'>): string => `${hostname}.${pid}`

/** The start time of the oldest live worker; null if there is none. */
export const firstStart = (rows: readonly WorkerRow[]): Date | null =>
  rows.find(({ is_lost }) => !is_lost)?.worker.started_at ?? null

/** The worker with the latest poll for due schedules; null before the first poll. */
export function latestPoll(rows: readonly WorkerRow[]): (WorkerRow['worker'] & { looked_at: Date }) | null {
  let latest: (WorkerRow['worker'] & { looked_at: Date }) | null = null
  for (const { worker } of rows) {
    const { looked_at } = worker
    if (looked_at !== null && (latest === null || looked_at > latest.looked_at)) latest = { ...worker, looked_at }
  }
  return latest
}
