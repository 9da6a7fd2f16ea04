import { JobStatus } from '@sightline/contract/executions.ts'
import type { Share } from '@sightline/domain/permissions/can.ts'
import { and, count, desc, eq, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { dataSources } from '../data-sources/tables.ts'
import { queries } from '../queries/tables.ts'
import { users } from '../users/tables.ts'
import { runningBySource } from './queue.store.ts'
import type { ExecutionRow } from './store.ts'
import { executions, queryResults } from './tables.ts'

const MOST_HOLDERS = 5
/** Results that tell how long a text usually takes. */
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
 * How many executions wait in front of this one for the same.
 * @param dataSourceId of the full source that it waits for; null when it waits for a worker, for which those of full sources do
 *   not stand in line
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

/** Running executions, the longest first. @param dataSourceId null for those of all sources */
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
    .limit(MOST_HOLDERS)
}

/** Seconds that a text has usually taken on a source; null when it has no stored result. */
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
