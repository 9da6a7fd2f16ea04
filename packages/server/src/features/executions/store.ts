import { JobStatus } from '@sightline/contract/executions.ts'
import type { Share } from '@sightline/domain/permissions/can.ts'
import { and, count, desc, eq, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { readTogether } from '../../platform/db/read-together.ts'
import { snapshotCached } from '../../platform/db/snapshot-cache.ts'
import { dataSourceGroups, dataSources } from '../data-sources/tables.ts'
import { queries } from '../queries/tables.ts'
import { users } from '../users/tables.ts'
import { type ExecutionRow, executions, queryResults, type ResultRow, sourcesOfResult } from './tables.ts'

/** Results of one query text that are looked at; several, because different texts may share a hash. */
const NEWEST = 5

async function newestResults(db: Db, hashes: readonly string[], dataSourceId: number) {
  const rows = await db
    .select()
    .from(queryResults)
    .where(
      sql`${queryResults.id} in (
        select newest.id from unnest(${sql.param([...hashes])}::text[]) as asked(hash)
        cross join lateral (
          select result.id from ${queryResults} result
          where result.data_source_id = ${dataSourceId} and result.query_hash = asked.hash and not result.is_lost
          order by result.retrieved_at desc limit ${NEWEST}
        ) newest)`,
    )
    .orderBy(desc(queryResults.retrieved_at))
  return Map.groupBy(rows, ({ query_hash }) => query_hash)
}

const resultsOf = snapshotCached(readTogether(newestResults), [queryResults])

/** The newest stored results of a source with this hash of the query text. */
export const resultsByHash = async (db: Db, dataSourceId: number, hash: string): Promise<readonly ResultRow[]> =>
  (await resultsOf(db, hash, dataSourceId)) ?? []

/** Whether the rows of a result were read from its own data source alone. */
export const isDirect = ({ input_source_ids }: Pick<ResultRow, 'input_source_ids'>): boolean => input_source_ids?.length === 0

/** A stored result and, for each data source that its rows were read from, the groups that share it. */
export const findResult = snapshotCached(
  async (db: Db, id: number) => {
    const isIt = eq(queryResults.id, id)
    const [row] = await db
      .select({
        result: queryResults,
        shares: sql<Share[]>`(
        select coalesce(json_agg(json_build_object('group_id', share.group_id, 'view_only', share.view_only)), '[]'::json)
        from data_source_groups share where share.data_source_id = "query_results"."data_source_id")`,
      })
      .from(queryResults)
      .where(isIt)
    if (!row) return undefined
    const { result, shares } = row
    // Nearly all results are direct; for these the query over several sources is skipped.
    if (isDirect(result)) return { result, sources: [shares] }
    const [read] = await db.select({ sources: sourcesOfResult }).from(queryResults).where(isIt)
    return { result, sources: read?.sources ?? [] }
  },
  [queryResults, dataSources, dataSourceGroups],
)
export type FoundResult = NonNullable<Awaited<ReturnType<typeof findResult>>>

/** Marks a result whose rows can no longer be read. */
export async function markLost(db: Db, id: number) {
  await db.update(queryResults).set({ is_lost: true }).where(eq(queryResults.id, id))
}

/** Whether a result comes from an execution that was started for this query. */
export async function wasMadeFor(db: Db, resultId: number, queryId: number): Promise<boolean> {
  const isIt = and(eq(executions.query_result_id, resultId), sql`${queryId} = any(${executions.query_ids})`)
  const rows = await db.select({ id: executions.id }).from(executions).where(isIt).limit(1)
  return rows.length > 0
}

export async function find(db: Db, id: string): Promise<ExecutionRow | undefined> {
  const [row] = await db.select().from(executions).where(eq(executions.id, id))
  return row
}

export async function isOver(db: Db, id: string): Promise<boolean> {
  const status = (await find(db, id))?.status
  return status !== JobStatus.waiting && status !== JobStatus.processing
}

/** An execution with its result, if it has one; undefined if there is no such execution. */
export async function findWithResult(db: Db, id: string) {
  const [row] = await db
    .select({ execution: executions, result: queryResults })
    .from(executions)
    .leftJoin(queryResults, eq(executions.query_result_id, queryResults.id))
    .where(eq(executions.id, id))
  return row
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

/** Removes a result, also from the queries that show it. @returns the name of its file; null if there is no such result */
export async function removeOne(db: Db, id: number): Promise<string | null> {
  await db.update(queries).set({ latest_query_data_id: null }).where(eq(queries.latest_query_data_id, id))
  const [row] = await db.delete(queryResults).where(eq(queryResults.id, id)).returning({ file: queryResults.file })
  return row?.file ?? null
}

/** Returns those of the files that belong to a stored result. */
export async function knownFiles(db: Db, files: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({ file: queryResults.file })
    .from(queryResults)
    .where(inArray(queryResults.file, [...files]))
  return new Set(rows.map(({ file }) => file))
}

/** Order of the queue: users before schedules and keys, then first come, first served. */
export const inOrder = [desc(executions.is_awaited), executions.created_at, executions.id]

/** Counts the running executions of each data source. */
export const runningBySource = (db: Db) =>
  db
    .select({ data_source_id: executions.data_source_id, count: count().as('running_count') })
    .from(executions)
    .where(eq(executions.status, JobStatus.processing))
    .groupBy(executions.data_source_id)
    .as('running')

const MAX_HOLDERS = 5
/** Results whose median is the usual runtime of a query text. */
const LAST_RESULTS = 20

const shares = sql<Share[]>`(
  select coalesce(json_agg(json_build_object('group_id', share.group_id, 'view_only', share.view_only)), '[]'::json)
  from data_source_groups share where share.data_source_id = "executions"."data_source_id")`

/** The data source of an execution, and how many of its executions are running. */
export async function sourceOf(db: Db, id: string) {
  const running = runningBySource(db)
  const [row] = await db
    .select({
      name: dataSources.name,
      concurrency: dataSources.concurrency,
      running: sql<number>`coalesce(${running.count}, 0)::integer`,
      shares,
    })
    .from(executions)
    .innerJoin(dataSources, eq(dataSources.id, executions.data_source_id))
    .leftJoin(running, eq(running.data_source_id, executions.data_source_id))
    .where(eq(executions.id, id))
  return row
}

/**
 * Counts the executions that are ahead of this one in the queue.
 * @param dataSourceId the full source that it waits for; null if it waits for a worker, then executions of full sources are not
 * ahead
 */
export async function countAhead(
  db: Db,
  { id, is_awaited, created_at }: ExecutionRow,
  dataSourceId: number | null,
): Promise<number> {
  const running = runningBySource(db)
  const waitsForWorker = or(isNull(dataSources.concurrency), lt(sql`coalesce(${running.count}, 0)`, dataSources.concurrency))
  const isBefore = sql`(not ${executions.is_awaited}, ${executions.created_at}, ${executions.id})
    < (not ${is_awaited}::boolean, ${created_at.toISOString()}::timestamptz, ${id}::uuid)`
  const [row] = await db
    .select({ count: count() })
    .from(executions)
    .innerJoin(dataSources, eq(dataSources.id, executions.data_source_id))
    .leftJoin(running, eq(running.data_source_id, executions.data_source_id))
    .where(
      and(
        eq(executions.status, JobStatus.waiting),
        isBefore,
        dataSourceId === null ? waitsForWorker : eq(executions.data_source_id, dataSourceId),
      ),
    )
  return row?.count ?? 0
}

/** Running executions, longest first. @param dataSourceId null for those of all sources */
export function holders(db: Db, dataSourceId: number | null) {
  const isOfSource: SQL | undefined = dataSourceId === null ? undefined : eq(executions.data_source_id, dataSourceId)
  return db
    .select({
      user: users.name,
      query: { id: queries.id, name: queries.name, user_id: queries.user_id },
      scheduled: executions.scheduled,
      started_at: executions.started_at,
      shares,
    })
    .from(executions)
    .leftJoin(users, eq(users.id, executions.user_id))
    .leftJoin(queries, eq(queries.id, executions.query_id))
    .where(and(eq(executions.status, JobStatus.processing), isOfSource))
    .orderBy(executions.started_at)
    .limit(MAX_HOLDERS)
}

/** Median seconds of the last runs of a text on a source; null if it has no stored result. */
export async function usualRuntime(
  db: Db,
  { data_source_id, query_hash }: Pick<ExecutionRow, 'data_source_id' | 'query_hash'>,
): Promise<number | null> {
  const last = db
    .select({ runtime: queryResults.runtime })
    .from(queryResults)
    .where(and(eq(queryResults.data_source_id, data_source_id), eq(queryResults.query_hash, query_hash)))
    .orderBy(desc(queryResults.retrieved_at))
    .limit(LAST_RESULTS)
    .as('last')
  const [row] = await db
    .select({ median: sql<number | null>`percentile_cont(0.5) within group (order by ${last.runtime})` })
    .from(last)
  return row?.median ?? null
}
