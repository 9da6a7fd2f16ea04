import { JobStatus } from '@sightline/contract/executions.ts'
import type { Share } from '@sightline/domain/permissions/source-access.ts'
import { and, count, desc, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { dataSources } from '../data-sources/tables.ts'
import { queries } from '../queries/tables.ts'
import { executions, queryResults } from './tables.ts'

export type ExecutionRow = typeof executions.$inferSelect
export type ResultRow = typeof queryResults.$inferSelect

/** The newest stored results of a source with this hash: more than one, because texts with one hash may differ. */
export function resultsByHash(db: Db, dataSourceId: number, hash: string): Promise<ResultRow[]> {
  return db
    .select()
    .from(queryResults)
    .where(and(eq(queryResults.data_source_id, dataSourceId), eq(queryResults.query_hash, hash)))
    .orderBy(desc(queryResults.retrieved_at))
    .limit(5)
}

/** A stored result with the groups its data source is shared with. */
export async function findResult(db: Db, id: number) {
  const [row] = await db
    .select({
      result: queryResults,
      shares: sql<Share[]>`(
        select coalesce(json_agg(json_build_object('group_id', share.group_id, 'view_only', share.view_only)), '[]'::json)
        from data_source_groups share where share.data_source_id = "query_results"."data_source_id")`,
    })
    .from(queryResults)
    .where(eq(queryResults.id, id))
  return row
}

/** Whether a result came from an execution that was started for this query. */
export async function wasMadeFor(db: Db, resultId: number, queryId: number): Promise<boolean> {
  const isIt = and(eq(executions.query_result_id, resultId), sql`${queryId} = any(${executions.query_ids})`)
  const rows = await db.select({ id: executions.id }).from(executions).where(isIt).limit(1)
  return rows.length > 0
}

export interface NewExecution {
  id: string
  data_source_id: number
  query: string
  query_hash: string
  user_id: number | null
  query_id: number | null
}

/**
 * Stores a new execution, or joins the one of the same text on the same source that is waiting or running.
 * @returns the execution's id, and whether it is new
 */
export async function startOrJoin(db: Db, execution: NewExecution): Promise<{ id: string; isNew: boolean }> {
  const userIds = execution.user_id === null ? [] : [execution.user_id]
  const queryIds = execution.query_id === null ? [] : [execution.query_id]
  // The running one may end between the two statements; then the next round starts a new one.
  for (;;) {
    const started = await db
      .insert(executions)
      .values({ ...execution, user_ids: userIds, query_ids: queryIds })
      .onConflictDoNothing()
      .returning({ id: executions.id })
    if (started[0]) return { id: started[0].id, isNew: true }
    const [joined] = await db
      .update(executions)
      .set({ user_ids: withMembers(executions.user_ids, userIds), query_ids: withMembers(executions.query_ids, queryIds) })
      .where(
        and(
          eq(executions.data_source_id, execution.data_source_id),
          eq(executions.query, execution.query),
          inArray(executions.status, [JobStatus.waiting, JobStatus.processing]),
        ),
      )
      .returning({ id: executions.id })
    if (joined) return { id: joined.id, isNew: false }
  }
}

const withMembers = (column: typeof executions.user_ids | typeof executions.query_ids, members: readonly number[]) =>
  members.reduce(
    (list, member) => sql`array_append(array_remove(${list}, ${member}::integer), ${member}::integer)`,
    sql`${column}`,
  )

export async function find(db: Db, id: string): Promise<ExecutionRow | undefined> {
  const [row] = await db.select().from(executions).where(eq(executions.id, id))
  return row
}

export async function isOver(db: Db, id: string): Promise<boolean> {
  const status = (await find(db, id))?.status
  return status !== JobStatus.waiting && status !== JobStatus.processing
}

/** An execution with the result it has led to, if it has. */
export async function findWithResult(db: Db, id: string) {
  const [row] = await db
    .select({ execution: executions, result: queryResults })
    .from(executions)
    .leftJoin(queryResults, eq(executions.query_result_id, queryResults.id))
    .where(eq(executions.id, id))
  return row
}

/** How many executions wait in front of this one. */
export async function countAhead(db: Db, execution: Pick<ExecutionRow, 'created_at'>): Promise<number> {
  const isAhead = and(eq(executions.status, JobStatus.waiting), lt(executions.created_at, execution.created_at))
  const [row] = await db.select({ count: count() }).from(executions).where(isAhead)
  return row?.count ?? 0
}

/** Takes a waiting execution for this worker, with what it runs on. @returns undefined when it waits no more */
export async function claim(db: Db, id: string) {
  const [row] = await db
    .update(executions)
    .set({ status: JobStatus.processing, started_at: sql`now()`, heartbeat_at: sql`now()` })
    .from(dataSources)
    .where(and(eq(executions.id, id), eq(executions.status, JobStatus.waiting), eq(executions.data_source_id, dataSources.id)))
    .returning({
      id: executions.id,
      data_source_id: executions.data_source_id,
      query_id: executions.query_id,
      query: executions.query,
      query_hash: executions.query_hash,
      created_at: executions.created_at,
      started_at: executions.started_at,
      email: sql<string | null>`(select email from users where users.id = "executions"."user_id")`,
      source: { type: dataSources.type, encrypted_options: dataSources.encrypted_options },
    })
  return row
}
export type ClaimedRow = NonNullable<Awaited<ReturnType<typeof claim>>>

/** Says that the worker is alive. @returns whether somebody has asked to stop */
export async function beat(db: Db, id: string): Promise<boolean> {
  const [row] = await db
    .update(executions)
    .set({ heartbeat_at: sql`now()` })
    .where(eq(executions.id, id))
    .returning({ is_cancelled: executions.is_cancelled })
  return row?.is_cancelled ?? true
}

/** The queries with this hash on this source, which may show a new result as their own. */
export function linkCandidates(db: Db, dataSourceId: number, hash: string) {
  return db
    .select({ id: queries.id, query: queries.query, options: queries.options })
    .from(queries)
    .where(and(eq(queries.query_hash, hash), eq(queries.data_source_id, dataSourceId), eq(queries.is_archived, false)))
}

/**
 * Stores the result of an execution, points queries to it and ends the execution, in one statement: all or nothing, and one
 * round trip while somebody waits.
 */
export async function finish(db: Db, id: string, result: typeof queryResults.$inferInsert, queryIds: readonly number[]) {
  const stored = db.$with('stored').as(db.insert(queryResults).values(result).returning({ id: queryResults.id }))
  const storedId = sql`(select "id" from "stored")`
  const linked = db.$with('linked').as(
    db
      .update(queries)
      .set({ latest_query_data_id: storedId })
      .where(inArray(queries.id, [...queryIds]))
      .returning({ id: queries.id }),
  )
  await db
    .with(stored, linked)
    .update(executions)
    .set({ status: JobStatus.done, query_result_id: storedId, finished_at: sql`now()` })
    .where(and(eq(executions.id, id), eq(executions.status, JobStatus.processing)))
}

/** Ends an execution as failed, if it is still in this state. @returns whether it was */
export async function fail(
  db: Db,
  id: string,
  from: JobStatus,
  error: { message: string; position: number | null },
): Promise<boolean> {
  const rows = await db
    .update(executions)
    .set({ status: JobStatus.failed, error: error.message, error_position: error.position, finished_at: sql`now()` })
    .where(and(eq(executions.id, id), eq(executions.status, from)))
    .returning({ id: executions.id })
  return rows.length > 0
}

export async function requestCancel(db: Db, id: string) {
  await db.update(executions).set({ is_cancelled: true }).where(eq(executions.id, id))
}

/** Fails running executions whose worker has been silent since `silentSince`. @returns their ids */
export async function failSilent(db: Db, silentSince: Date, message: string): Promise<string[]> {
  const rows = await db
    .update(executions)
    .set({ status: JobStatus.failed, error: message, finished_at: sql`now()` })
    .where(and(eq(executions.status, JobStatus.processing), lt(executions.heartbeat_at, silentSince)))
    .returning({ id: executions.id })
  return rows.map(({ id }) => id)
}

/** Waiting executions that were put in the queue before `queuedBefore`, marked as put there now. @returns their ids */
export async function takeForgotten(db: Db, queuedBefore: Date): Promise<string[]> {
  const isForgotten = and(
    eq(executions.status, JobStatus.waiting),
    lt(executions.created_at, queuedBefore),
    or(isNull(executions.heartbeat_at), lt(executions.heartbeat_at, queuedBefore)),
  )
  const rows = await db.update(executions).set({ heartbeat_at: sql`now()` }).where(isForgotten).returning({ id: executions.id })
  return rows.map(({ id }) => id)
}

export async function removeEnded(db: Db, endedBefore: Date) {
  await db.delete(executions).where(lt(executions.finished_at, endedBefore))
}

/** Removes results that no query shows, oldest first. @returns the names of their files */
export async function removeUnused(db: Db, retrievedBefore: Date, limit: number): Promise<string[]> {
  const unused = db
    .select({ id: queryResults.id })
    .from(queryResults)
    .where(
      and(
        lt(queryResults.retrieved_at, retrievedBefore),
        sql`not exists (select 1 from queries where queries.latest_query_data_id = "query_results"."id")`,
      ),
    )
    .orderBy(queryResults.retrieved_at)
    .limit(limit)
  const rows = await db.delete(queryResults).where(inArray(queryResults.id, unused)).returning({ file: queryResults.file })
  return rows.map(({ file }) => file)
}
