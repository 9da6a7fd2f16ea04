import { JobStatus } from '@sightline/contract/executions.ts'
import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '../../../platform/db/db.ts'
import { preparedOnce } from '../../../platform/db/prepared-once.ts'
import { alertChecks, alerts } from '../../alerts/tables.ts'
import { queries } from '../../queries/tables.ts'
import { type ExecutionRow, executions, queryResults, type ResultRow } from '../tables.ts'
import type { Claim } from './claim.store.ts'

/** The queries with this hash on this source, which may show a new result as their own. */
export const linkCandidates = (db: Db, dataSourceId: number, hash: string) =>
  linkStatement(db).execute({ data_source_id: dataSourceId, hash })

const linkStatement = preparedOnce((db) => {
  const { placeholder } = sql
  const isOnSource = eq(queries.data_source_id, placeholder('data_source_id'))
  return db
    .select({ id: queries.id, query: queries.query, options: queries.options })
    .from(queries)
    .where(and(eq(queries.query_hash, placeholder('hash')), isOnSource, eq(queries.is_archived, false)))
    .prepare('link_candidates')
})

export type NewResult = Omit<ResultRow, 'id' | 'retrieved_at' | 'is_lost'>

export interface FinishedExecution {
  execution: ExecutionRow
  result: ResultRow
  /** Number of alerts of the queries, which have to check the result. */
  alerts: number
}

/**
 * Ends an execution, stores its result, links queries to it and records which alerts have to check it, in one statement: all or
 * nothing, and one round trip while a user waits.
 * @returns both rows as stored; undefined if the worker no longer held the execution, then nothing was stored. If it is
 * repeated because the confirmation got lost, it returns what was stored then
 */
export async function storeFinished(
  db: Db,
  { id, worker }: Claim,
  result: NewResult,
  queryIds: readonly number[],
): Promise<FinishedExecution | undefined> {
  const statements = finishStatements(db)
  const statement = queryIds.length === 0 ? statements.alone : statements.linking
  try {
    const [row] = await statement.execute({ ...result, execution_id: id, worker, query_ids: queryIds })
    return row
  } catch (error) {
    if (isMissingId(error)) return storedBefore(db, id, result.file)
    throw error
  }
}

// A variant without queries spares the database the planning of the links.
const finishStatements = preparedOnce((db) => {
  const param = sql.placeholder
  const isClaimed = and(
    eq(executions.id, param('execution_id')),
    eq(executions.status, JobStatus.processing),
    eq(executions.worker, param('worker')),
  )
  const ended = db.$with('ended').as(
    db
      .update(executions)
      .set({
        status: JobStatus.done,
        query_result_id: sql`nextval(pg_get_serial_sequence('query_results', 'id'))`,
        finished_at: sql`now()`,
      })
      .where(isClaimed)
      .returning(),
  )
  const stored = db.$with('stored').as(
    db
      .insert(queryResults)
      .values({
        // Without an ended execution the id is null, so nothing is stored at all.
        id: sql`(select ${ended.query_result_id} from ${ended})`,
        data_source_id: param('data_source_id'),
        input_source_ids: sql`${param('input_source_ids')}::integer[]`,
        time_zone: param('time_zone'),
        query_hash: param('query_hash'),
        query: param('query'),
        file: param('file'),
        columns: param('columns'),
        row_count: param('row_count'),
        size: param('size'),
        runtime: param('runtime'),
        timing: param('timing'),
        metadata: param('metadata'),
        log: param('log'),
        truncated: param('truncated'),
      } satisfies Record<keyof NewResult | 'id', unknown>)
      .returning(),
  )
  const linked = db.$with('linked').as(
    db
      .update(queries)
      .set({ latest_query_data_id: sql`${ended.query_result_id}`, refresh_failure: null })
      .from(ended)
      .where(sql`${queries.id} = any(${param('query_ids')}::integer[])`)
      .returning({ id: queries.id }),
  )
  const watching = db.$with('watching').as(
    db
      .insert(alertChecks)
      .select(
        db
          .select({ alert_id: alerts.id, query_result_id: sql<number>`${ended.query_result_id}`.as('query_result_id') })
          .from(alerts)
          .innerJoin(linked, eq(linked.id, alerts.query_id))
          .innerJoin(ended, sql`true`),
      )
      .returning({ alert_id: alertChecks.alert_id }),
  )
  const both = { execution: ended._.selectedFields, result: stored._.selectedFields }
  const isItsResult = eq(stored.id, ended.query_result_id)
  return {
    alone: db
      .with(ended, stored)
      .select({ ...both, alerts: sql<number>`0` })
      .from(ended)
      .innerJoin(stored, isItsResult)
      .prepare('finish_execution'),
    linking: db
      .with(ended, stored, linked, watching)
      .select({ ...both, alerts: sql<number>`(select count(*)::integer from ${watching})` })
      .from(ended)
      .innerJoin(stored, isItsResult)
      .prepare('finish_execution_of_queries'),
  }
})

const NOT_NULL_VIOLATION = '23502'

function isMissingId(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : null
  return cause instanceof Error && 'code' in cause && cause.code === NOT_NULL_VIOLATION
}

async function storedBefore(db: Db, id: string, file: string) {
  const [row] = await db
    .select({
      execution: executions,
      result: queryResults,
      alerts: sql<number>`(select count(*)::integer from ${alertChecks} where ${eq(alertChecks.query_result_id, queryResults.id)})`,
    })
    .from(executions)
    .innerJoin(queryResults, eq(queryResults.id, executions.query_result_id))
    .where(and(eq(executions.id, id), eq(queryResults.file, file)))
  return row
}
