import { JobStatus } from '@sightline/contract/executions.ts'
import { and, asc, eq, inArray, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../platform/db/db.ts'
import { alertChecks, alerts } from '../../alerts/tables.ts'
import { dataSources } from '../../data-sources/tables.ts'
import { queries } from '../../queries/tables.ts'
import { users } from '../../users/tables.ts'
import { executions, queryResults, scheduleFailures } from '../tables.ts'

/**
 * Scheduled queries that could run now: not archived, with a data source that is not paused, and without a scheduled run that
 * is still under way.
 */
export function scheduled(db: Db) {
  return db
    .select({
      id: queries.id,
      data_source_id: queries.data_source_id,
      query_hash: queries.query_hash,
      /** As stored; it may be invalid. */
      schedule: sql<unknown>`${queries.schedule}`,
      schedule_failures: queries.schedule_failures,
      scheduled_at: queries.scheduled_at,
      retrieved_at: queryResults.retrieved_at,
    })
    .from(queries)
    .innerJoin(dataSources, and(eq(dataSources.id, queries.data_source_id), eq(dataSources.paused, false)))
    .leftJoin(queryResults, eq(queryResults.id, queries.latest_query_data_id))
    .leftJoin(executions, and(eq(executions.id, queries.scheduled_execution_id), isUnderWay))
    .where(and(isScheduled, isNull(executions.id)))
    .orderBy(asc(queries.scheduled_at), asc(queries.id))
}
export type ScheduledRow = Awaited<ReturnType<typeof scheduled>>[number]

const isUnderWay = inArray(executions.status, [JobStatus.waiting, JobStatus.processing])

const isScheduled = and(
  isNotNull(queries.schedule),
  sql`${queries.schedule} -> 'disabled' is distinct from 'true'::jsonb`,
  eq(queries.is_archived, false),
)

/** The data to run these queries, ordered by id so that all workers claim several of them in the same order. */
export function runnable(db: Db, ids: readonly number[]) {
  return db
    .select({
      id: queries.id,
      version: queries.version,
      scheduled_at: queries.scheduled_at,
      query: queries.query,
      options: queries.options,
      data_source_id: queries.data_source_id,
      user_id: queries.user_id,
    })
    .from(queries)
    .where(inArray(queries.id, [...ids]))
    .orderBy(asc(queries.id))
}
export type RunnableRow = Awaited<ReturnType<typeof runnable>>[number]

/**
 * Records that the schedule of a query has started it, or has tried to.
 * @param executionId null if nothing could be started, which counts as a failure
 * @returns the failures in a row from now on; null if another worker was faster or the query has changed since it was read
 */
export async function claim(
  db: Db,
  read: Pick<RunnableRow, 'id' | 'version' | 'scheduled_at'>,
  now: Date,
  executionId: string | null,
): Promise<number | null> {
  const [row] = await db
    .update(queries)
    .set({
      scheduled_at: now,
      scheduled_execution_id: executionId,
      ...(executionId === null ? { schedule_failures: oneMore } : {}),
    })
    .where(and(isUnclaimed(read), eq(queries.version, read.version)))
    .returning({ schedule_failures: queries.schedule_failures })
  return row?.schedule_failures ?? null
}

const oneMore = sql`${queries.schedule_failures} + 1`

/** Queries whose scheduled run is waiting or running. */
export async function underWay(db: Db): Promise<number[]> {
  const rows = await db
    .select({ id: queries.id })
    .from(executions)
    .innerJoin(queries, and(isNotNull(queries.schedule), eq(queries.scheduled_execution_id, executions.id)))
    .where(isUnderWay)
  return rows.map(({ id }) => id)
}

/** Still scheduled, and not started by its schedule since it was read. */
const isUnclaimed = ({ id, scheduled_at }: Pick<RunnableRow, 'id' | 'scheduled_at'>): SQL | undefined =>
  and(
    eq(queries.id, id),
    scheduled_at === null ? isNull(queries.scheduled_at) : eq(queries.scheduled_at, scheduled_at),
    isScheduled,
  )

/** Restarts the interval now, as if the query had run. */
export async function restart(db: Db, read: Pick<ScheduledRow, 'id' | 'scheduled_at'>, now: Date): Promise<void> {
  await db.update(queries).set({ scheduled_at: now }).where(isUnclaimed(read))
}

/** Disables an invalid schedule and gives it the keys that every schedule has. */
export async function disable(db: Db, { id, scheduled_at }: Pick<ScheduledRow, 'id' | 'scheduled_at'>): Promise<void> {
  const emptySchedule = sql`'{"interval": null, "time": null, "day_of_week": null, "until": null}'::jsonb`
  const read = sql`case jsonb_typeof(${queries.schedule}) when 'object' then ${queries.schedule} else '{}'::jsonb end`
  await db
    .update(queries)
    .set({ schedule: sql`${emptySchedule} || ${read} || '{"disabled": true}'::jsonb` })
    .where(isUnclaimed({ id, scheduled_at }))
}

/** Removes the schedules whose `until` has come. @param today YYYY-MM-DD, in UTC */
export async function removeEnded(db: Db, today: string): Promise<void> {
  const until = sql`${queries.schedule} ->> 'until'`
  await db
    .update(queries)
    .set({ schedule: null, schedule_failures: 0 })
    .where(and(isNotNull(queries.schedule), sql`${until} ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'`, sql`${until} <= ${today}`))
}

/**
 * Settles a successful run: failures are reset, and the queries whose schedule started it show the result. A search by text
 * would not find these queries if their parameters resolve to another day each time. A query that was changed during the run
 * keeps its result.
 * @returns the number of alerts of queries that show the result only now, which have to check it
 */
export async function settleDone(db: Db, executionId: string, resultId: number, queryIds: readonly number[]): Promise<number> {
  const isOwn = eq(queries.scheduled_execution_id, executionId)
  const isUnchanged = sql`${queries.updated_at} <= (select created_at from executions where executions.id = ${executionId})`
  const settled = db.$with('settled').as(
    db
      .update(queries)
      .set({
        schedule_failures: 0,
        scheduled_execution_id: sql`case when ${isOwn} then null else ${queries.scheduled_execution_id} end`,
        latest_query_data_id: sql`case when ${isOwn} and ${isUnchanged} then ${resultId}::integer else ${queries.latest_query_data_id} end`,
        refresh_failure: sql`case when not (${isOwn} and ${isUnchanged}) then ${queries.refresh_failure} end`,
      })
      .where(and(inArray(queries.id, [...queryIds]), or(isOwn, sql`${queries.schedule_failures} > 0`)))
      .returning({ id: queries.id, latest_query_data_id: queries.latest_query_data_id }),
  )
  const hasNotSeen = sql`coalesce(${alerts.evaluated_result_id}, 0) < ${resultId}`
  const watching = await db
    .with(settled)
    .insert(alertChecks)
    .select(
      db
        .select({ alert_id: alerts.id, query_result_id: sql<number>`${resultId}::integer`.as('query_result_id') })
        .from(alerts)
        .innerJoin(settled, and(eq(settled.id, alerts.query_id), eq(settled.latest_query_data_id, resultId)))
        .where(hasNotSeen),
    )
    .onConflictDoNothing()
    .returning({ alert_id: alertChecks.alert_id })
  return watching.length
}

/** Counts one more failed refresh of these queries, by the clock of the database, which also dates the results. */
export async function addRefreshFailure(db: Db, ids: readonly number[], reason: string): Promise<void> {
  const before = queries.refresh_failure
  const now = sql`to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
  await db
    .update(queries)
    .set({
      refresh_failure: sql`jsonb_build_object('count', coalesce((${before} ->> 'count')::integer, 0) + 1,
        'since', coalesce(${before} ->> 'since', ${now}), 'at', ${now}, 'reason', ${reason}::text)`,
    })
    .where(and(inArray(queries.id, [...ids]), eq(queries.is_archived, false)))
}

/** Settles a failed scheduled run. @returns the queries whose schedule had started it, with their failures in a row */
export function settleFailed(db: Db, executionId: string, queryIds: readonly number[]) {
  return db
    .update(queries)
    .set({ schedule_failures: oneMore, scheduled_execution_id: null })
    .where(and(inArray(queries.id, [...queryIds]), eq(queries.scheduled_execution_id, executionId)))
    .returning({ id: queries.id, schedule_failures: queries.schedule_failures })
}

/** Settles a scheduled run that was cancelled or is unknown: neither a success nor a failure. */
export async function settleOther(db: Db, executionId: string): Promise<void> {
  await db.update(queries).set({ scheduled_execution_id: null }).where(eq(queries.scheduled_execution_id, executionId))
}

/** Scheduled runs that have ended, or whose execution is gone, and that are not settled. */
export function unsettled(db: Db) {
  return db
    .selectDistinct({
      id: sql<string>`${queries.scheduled_execution_id}`,
      status: executions.status,
      error: executions.error,
      query_result_id: executions.query_result_id,
      query_ids: executions.query_ids,
    })
    .from(queries)
    .leftJoin(executions, eq(executions.id, queries.scheduled_execution_id))
    .where(
      and(
        isNotNull(queries.schedule),
        isNotNull(queries.scheduled_execution_id),
        or(isNull(executions.id), inArray(executions.status, [JobStatus.done, JobStatus.failed])),
      ),
    )
}

export interface NewFailure {
  query_id: number
  reason: string
  failed_at: Date
}

/** Stores failures until they are mailed to the owners. */
export async function insertFailures(db: Db, failures: readonly NewFailure[]): Promise<void> {
  if (failures.length > 0) await db.insert(scheduleFailures).values([...failures])
}

/** Failures that are not mailed yet, oldest first, without those of disabled owners. */
export function unsentFailures(db: Db, before: Date) {
  return db
    .select({
      id: scheduleFailures.id,
      reason: scheduleFailures.reason,
      failed_at: scheduleFailures.failed_at,
      query: { id: queries.id, name: queries.name, schedule_failures: queries.schedule_failures },
      owner: { id: users.id, email: users.email, language: users.language },
    })
    .from(scheduleFailures)
    .innerJoin(queries, eq(queries.id, scheduleFailures.query_id))
    .innerJoin(users, and(eq(users.id, queries.user_id), isNull(users.disabled_at)))
    .where(lt(scheduleFailures.failed_at, before))
    .orderBy(asc(scheduleFailures.failed_at), asc(scheduleFailures.id))
}
export type UnsentFailure = Awaited<ReturnType<typeof unsentFailures>>[number]

export async function deleteFailures(db: Db, ids: readonly number[]): Promise<void> {
  await db.delete(scheduleFailures).where(inArray(scheduleFailures.id, [...ids]))
}

export async function deleteFailuresBefore(db: Db, before: Date): Promise<void> {
  await db.delete(scheduleFailures).where(lt(scheduleFailures.failed_at, before))
}
