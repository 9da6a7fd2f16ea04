import { JobStatus } from '@sightline/contract/executions.ts'
import type { runStates } from '@sightline/contract/query-history.ts'
import type { Values } from '@sightline/domain/parameters/definition.ts'
import { and, count, desc, eq, getTableColumns, ilike, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { containing } from '../../platform/db/like.ts'
import type { ListRequest } from '../../platform/paging.ts'
import { dataSources, isSharedWith, sharesOf } from '../data-sources/tables.ts'
import { executionJoins, executions, queryResults, sourcesOfResult } from '../executions/tables.ts'
import { queries } from './tables.ts'

export interface RunFilters {
  /** A part of the text; '' for any. */
  term: string
  dataSourceId: number | null
  status: (typeof runStates)[number] | null
}

const statusesOf: Record<(typeof runStates)[number], number[]> = {
  running: [JobStatus.waiting, JobStatus.processing],
  done: [JobStatus.done],
  failed: [JobStatus.failed],
}

/** A page of the runs that a user has started, or joined from another query, newest first; not those of schedules. */
export async function ownRuns(
  db: Db,
  { userId, groupIds }: { userId: number; groupIds: readonly number[] },
  filters: RunFilters,
  { page, pageSize }: Pick<ListRequest, 'page' | 'pageSize'>,
) {
  const isListed = and(isOwn(db, userId), matches(filters, groupIds))
  const [total] = await db.select({ count: count() }).from(executions).where(isListed)
  const join = ownJoins(db, userId).as('own_join')
  const isStarted = isStartedBy(userId)
  const queryId = sql`case when ${isStarted} then ${executions.query_id} else ${join.query_id} end`
  const parameters = sql<Values | null>`case when ${isStarted} then ${executions.parameters} else ${join.parameters} end`
  const isVisible = and(eq(queries.id, queryId), isSharedWith(sql`"queries"."data_source_id"`, groupIds))
  const { id, name } = dataSources
  const rows = await db
    .select({
      execution: getTableColumns(executions),
      parameters: parameters.mapWith(executions.parameters),
      source: { id, name, shares: sharesOf(dataSources.id) },
      query: { id: queries.id, name: queries.name, options: queries.options },
      result: {
        id: queryResults.id,
        row_count: queryResults.row_count,
        runtime: queryResults.runtime,
        is_lost: queryResults.is_lost,
      },
      sources: sourcesOfResult,
    })
    .from(executions)
    .innerJoin(dataSources, eq(dataSources.id, executions.data_source_id))
    .leftJoin(join, eq(join.execution_id, executions.id))
    .leftJoin(queries, isVisible)
    .leftJoin(queryResults, eq(queryResults.id, executions.query_result_id))
    .where(isListed)
    .orderBy(desc(executions.created_at), desc(executions.id))
    .limit(pageSize)
    .offset((page - 1) * pageSize)
  return { count: total?.count ?? 0, rows }
}

function isOwn(db: Db, userId: number): SQL | undefined {
  const joins = ownJoins(db, userId).as('own_joins')
  return or(isStartedBy(userId), inArray(executions.id, db.select({ id: joins.execution_id }).from(joins)))
}

const isStartedBy = (userId: number): SQL | undefined => and(eq(executions.user_id, userId), eq(executions.scheduled, false))

/** The executions of other queries that a user has joined, each with the query that the user ran last. */
function ownJoins(db: Db, userId: number) {
  const { execution_id, query_id, parameters, created_at } = executionJoins
  return db
    .selectDistinctOn([execution_id], { execution_id, query_id, parameters })
    .from(executionJoins)
    .where(and(eq(executionJoins.user_id, userId), eq(executionJoins.scheduled, false)))
    .orderBy(execution_id, desc(created_at))
}

/** Texts are searched only on data sources that the user may see: otherwise a search would tell which words a text contains. */
const matches = ({ term, dataSourceId, status }: RunFilters, groupIds: readonly number[]): SQL | undefined =>
  and(
    term === ''
      ? undefined
      : and(isSharedWith(sql`"executions"."data_source_id"`, groupIds), ilike(executions.query, containing(term))),
    dataSourceId === null ? undefined : eq(executions.data_source_id, dataSourceId),
    status === null ? undefined : inArray(executions.status, statusesOf[status]),
  )
