import { api } from '@sightline/contract/api.ts'
import { JobStatus, type RunReply } from '@sightline/contract/executions.ts'
import type { Cell, QueryResult } from '@sightline/contract/results.ts'
import { UNKNOWN_ERROR } from '@sightline/domain/execution-state.ts'
import type { Values } from '@sightline/domain/parameters/definition.ts'
import { call } from '../api/call.ts'
import { ApiError } from '../api/error.ts'
import type { SourceColumn } from '../ui/data-table/row-source.ts'
import { asRunError, followJob, RunError } from './follow-run.ts'
import { keyJobClient } from './job-client.ts'

/** How long the server may hold the reply to a run, milliseconds. */
const WAIT_MS = 500
const ANY_AGE = -1

/** A complete result in the browser: holders of an API key or dashboard token cannot load parts of one. */
export interface WholeResult {
  /** null if the reply did not contain it: the result cannot be downloaded then. */
  id: number | null
  columns: SourceColumn[]
  /** In column order. */
  rows: Cell[][]
  retrieved_at: string
}

/** A run of a saved query by a page that may have only a key. */
export interface SavedQueryRun {
  queryId: number
  parameters: Values
  /** Maximum age of a stored result, seconds; -1 for any age. */
  maxAge: number
  /** Whether the caller may read stored results by id, which a dashboard token may not. */
  readsStored: boolean
}

/**
 * Runs a saved query and loads its complete result.
 * @throws RunError; an AbortError if the signal aborts
 */
export async function runSavedQuery(run: SavedQueryRun, signal: AbortSignal): Promise<WholeResult> {
  try {
    const reply = await send(run, run.maxAge, signal)
    if ('query_result' in reply) return wholeResult(null, reply.query_result)
    const job = await followJob(reply.job, keyJobClient(run.queryId), () => {}, signal)
    if (job.status === JobStatus.failed) throw new RunError(job.error || UNKNOWN_ERROR)
    return (
      (run.readsStored ? await storedResult(run.queryId, job.query_result_id, signal) : null) ??
      (await resultOfLastRun(run, signal))
    )
  } catch (error) {
    throw signal.aborted ? error : asRunError(error)
  }
}

/** With `wait`, the server replies with the id of a stored result; without it, with the rows. */
function send({ queryId, parameters, readsStored }: SavedQueryRun, maxAge: number, signal: AbortSignal): Promise<RunReply> {
  const wait = readsStored ? WAIT_MS : undefined
  return call(api.executions.runQuery, { params: { id: queryId }, body: { parameters, max_age: maxAge, wait }, signal })
}

/** null if the run joined one of another query with the same text: its result cannot be read with this key. */
async function storedResult(queryId: number, resultId: number | null, signal: AbortSignal): Promise<WholeResult | null> {
  if (resultId === null) return null
  try {
    const params = { id: queryId, result: resultId, type: 'json' }
    const reply: { query_result: QueryResult } = await call(api.executions.resultFileOfQuery, { params, signal })
    return wholeResult(resultId, reply.query_result)
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}

async function resultOfLastRun(run: SavedQueryRun, signal: AbortSignal): Promise<WholeResult> {
  const reply = await send({ ...run, readsStored: false }, ANY_AGE, signal)
  if ('query_result' in reply) return wholeResult(null, reply.query_result)
  throw new RunError(UNKNOWN_ERROR)
}

/** Converts a result from a reply or its JSON file, whose rows are objects by column name. */
export function wholeResult(
  id: number | null,
  { data, retrieved_at }: Pick<QueryResult, 'data' | 'retrieved_at'>,
): WholeResult {
  const columns = data.columns.map(({ name, type }) => ({ name, type, source_type: '' }))
  const rows = data.rows.map((row) => columns.map(({ name }) => cellOf(row[name])))
  return { id, columns, rows, retrieved_at }
}

/** Nested values become JSON text. */
function cellOf(value: unknown): Cell {
  switch (typeof value) {
    case 'string':
    case 'number':
    case 'boolean':
      return value
    case 'undefined':
      return null
    default:
      return value === null ? null : JSON.stringify(value)
  }
}
