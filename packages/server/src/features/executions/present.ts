import { type Job, JobStatus } from '@sightline/contract/executions.ts'
import type { ResultColumn, ResultInfo } from '@sightline/contract/results.ts'
import { AUTO_LIMIT_ROWS, hasAutoLimit } from '@sightline/domain/sql-text/statements.ts'
import type { Viewer } from '../../platform/context.ts'
import type { Column } from '../../platform/results/batch.ts'
import type { StoredResult } from '../../platform/results/results.ts'
import { wireTime } from '../../platform/wire-time.ts'
import type { ExecutionRow, ResultRow } from './tables.ts'

export function presentJob(row: ExecutionRow): Job {
  return {
    id: row.id,
    updated_at: row.status === JobStatus.processing && row.started_at ? row.started_at.getTime() / 1000 : 0,
    status: statusOf(row.status),
    error: row.error,
    error_position: row.error_position,
    result: row.query_result_id,
    query_result_id: row.query_result_id,
  }
}

const NEW_JOB = {
  updated_at: 0,
  status: JobStatus.waiting,
  error: '',
  error_position: null,
  result: null,
  query_result_id: null,
} as const

/** The job of an execution that was just stored. */
export const waitingJob = (id: string): Job => ({ id, ...NEW_JOB })

/** The job of a run that was answered by a stored result. It cannot be requested again. */
export function finishedJob(id: string, resultId: number): Job {
  return { id, ...NEW_JOB, status: JobStatus.done, result: resultId, query_result_id: resultId }
}

/**
 * The facts about a result, without its rows. Callers with a key or token do not learn which data source it comes from, nor
 * its type, which the names of column types would reveal.
 */
export function presentInfo({ kind }: Pick<Viewer, 'kind'>, row: ResultRow): ResultInfo {
  const isUser = kind === 'user'
  return {
    id: row.id,
    data_source_id: isUser ? row.data_source_id : null,
    columns: row.columns.map((column) => (isUser ? presentTypedColumn(column) : { ...presentColumn(column), source_type: '' })),
    row_count: row.row_count,
    size: row.size,
    runtime: row.runtime,
    timing: row.timing,
    retrieved_at: wireTime(row.retrieved_at),
    metadata: row.metadata,
    log: row.log,
    truncated: row.truncated,
    auto_limit: row.row_count >= AUTO_LIMIT_ROWS && hasAutoLimit(row.query),
  }
}

export function presentColumn({ name, type }: Column): ResultColumn {
  return { name, friendly_name: name, type }
}

export const presentTypedColumn = (column: Column) => ({ ...presentColumn(column), source_type: column.sourceType })

/** A result in the form that `ctx.results` reads. */
export const storedResult = (row: ResultRow): StoredResult => ({
  file: row.file,
  columns: row.columns,
  rowCount: row.row_count,
  size: row.size,
})

/** The API of Redash knows only these four statuses. */
function statusOf(status: number): Job['status'] {
  switch (status) {
    case JobStatus.waiting:
    case JobStatus.processing:
    case JobStatus.done:
      return status
    default:
      return JobStatus.failed
  }
}
