import { api } from '@sightline/contract/api.ts'
import { JobStatus, type RunReply } from '@sightline/contract/executions.ts'
import type { QueryResult } from '@sightline/contract/results.ts'
import { UNKNOWN_ERROR } from '@sightline/domain/execution-state.ts'
import type { Values } from '@sightline/domain/parameters/definition.ts'
import { call } from '../api/call.ts'
import { ApiError } from '../api/error.ts'
import { followJob } from './follow-job.ts'
import { keyDoors } from './job-events.ts'
import { asRunError, RunError } from './run-to-end.ts'
import { type WholeResult, wholeResult } from './whole-result.ts'

/** How long the server holds the answer to a run, milliseconds. */
const WAIT_MS = 500
const ANY_AGE = -1

/** A run of a saved query for a page that may have nothing but a key. */
export interface WholeRun {
  queryId: number
  parameters: Values
  /** Seconds, how old a stored result may be; -1 for any age. */
  maxAge: number
  /** Whether the caller may read stored results by their id: the token of a dashboard may not. */
  readsStored: boolean
}

/**
 * Runs a saved query and loads its result as a whole.
 * @throws RunError; an AbortError when the signal stopped it
 */
export async function runWhole(run: WholeRun, signal: AbortSignal): Promise<WholeResult> {
  try {
    const reply = await send(run, run.maxAge, signal)
    if ('query_result' in reply) return wholeResult(null, reply.query_result)
    const job = await followJob(reply.job, keyDoors(run.queryId), () => {}, signal)
    if (job.status === JobStatus.failed) throw new RunError(job.error || UNKNOWN_ERROR)
    return (run.readsStored ? await stored(run.queryId, job.query_result_id, signal) : null) ?? (await fromRun(run, signal))
  } catch (error) {
    throw signal.aborted ? error : asRunError(error)
  }
}

/** Whoever asks the server to wait is told the id of a stored result, and otherwise its rows. */
function send({ queryId, parameters, readsStored }: WholeRun, maxAge: number, signal: AbortSignal): Promise<RunReply> {
  const wait = readsStored ? WAIT_MS : undefined
  return call(api.executions.runQuery, { params: { id: queryId }, body: { parameters, max_age: maxAge, wait }, signal })
}

/** null for a result that another query has led to, with the same text: by its id it is not this key's to read. */
async function stored(queryId: number, resultId: number | null, signal: AbortSignal): Promise<WholeResult | null> {
  if (resultId === null) return null
  try {
    const params = { id: queryId, result: resultId, type: 'json' }
    const answer: { query_result: QueryResult } = await call(api.executions.resultFileOfQuery, { params, signal })
    return wholeResult(resultId, answer.query_result)
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}

/** The rows of what has just been run, or was run before. */
async function fromRun(run: WholeRun, signal: AbortSignal): Promise<WholeResult> {
  const reply = await send({ ...run, readsStored: false }, ANY_AGE, signal)
  if ('query_result' in reply) return wholeResult(null, reply.query_result)
  throw new RunError(UNKNOWN_ERROR)
}
