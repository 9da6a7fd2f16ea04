import { JobStatus } from '@sightline/contract/executions.ts'
import type { Share } from '@sightline/domain/permissions/can.ts'
import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { snapshotCached } from '../../platform/db/snapshot-cache.ts'
import { queries } from '../queries/tables.ts'
import { executions, queryResults, sourcesOfResult } from './tables.ts'

export type ExecutionRow = typeof executions.$inferSelect
export type ResultRow = typeof queryResults.$inferSelect

/** The newest stored results of a source with this hash: more than one, because texts with one hash may differ. */
export const resultsByHash = snapshotCached((db: Db, dataSourceId: number, hash: string): Promise<ResultRow[]> => {
  const isIt = [
    eq(queryResults.data_source_id, dataSourceId),
    eq(queryResults.query_hash, hash),
    eq(queryResults.is_lost, false),
  ]
  return db
    .select()
    .from(queryResults)
    .where(and(...isIt))
    .orderBy(desc(queryResults.retrieved_at))
    .limit(5)
})

/** Whether the rows of a result were read from its own data source alone. */
export const isDirect = ({ input_source_ids }: Pick<ResultRow, 'input_source_ids'>): boolean => input_source_ids?.length === 0

/** A stored result with, for each data source that its rows were read from, the groups that share it. */
export const findResult = snapshotCached(async (db: Db, id: number) => {
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
  // Nearly all results are direct: they are spared the planning of a statement for several sources.
  if (isDirect(result)) return { result, sources: [shares] }
  const [read] = await db.select({ sources: sourcesOfResult }).from(queryResults).where(isIt)
  return { result, sources: read?.sources ?? [] }
})
export type FoundResult = NonNullable<Awaited<ReturnType<typeof findResult>>>

/** Notes that the rows of a result can be read no more. */
export async function markLost(db: Db, id: number) {
  await db.update(queryResults).set({ is_lost: true }).where(eq(queryResults.id, id))
}

/** Whether a result came from an execution that was started for this query. */
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

/** An execution with the result it has led to, if it has. */
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

/** Removes a result, also from the queries that show it. @returns the name of its file; null when there is none */
export async function removeOne(db: Db, id: number): Promise<string | null> {
  await db.update(queries).set({ latest_query_data_id: null }).where(eq(queries.latest_query_data_id, id))
  const [row] = await db.delete(queryResults).where(eq(queryResults.id, id)).returning({ file: queryResults.file })
  return row?.file ?? null
}

/** Those of some files that belong to a stored result. */
export async function knownFiles(db: Db, files: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({ file: queryResults.file })
    .from(queryResults)
    .where(inArray(queryResults.file, [...files]))
  return new Set(rows.map(({ file }) => file))
}
