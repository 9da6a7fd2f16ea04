import { JobStatus } from '@sightline/contract/executions.ts'
import type { ResultInfo } from '@sightline/contract/results.ts'
import type { Definition } from '@sightline/domain/parameters/definition.ts'
import { runValues } from '@sightline/domain/parameters/values.ts'
import type { Calendar } from '@sightline/domain/parameters/wall-clock.ts'
import type { Context } from '../../platform/context.ts'
import { AppError, ExecutionRefused } from '../../platform/http/errors.ts'
import { mustReadOfQuery, runQuery } from '../executions/service.ts'
import type { ResultRow } from '../executions/tables.ts'

/** For all queries of a file together; it says which ones had not finished. */
const TIMEOUT_MS = 60_000
/** Results of any age are good enough, as on the page. */
const ANY_AGE = -1

/** The result of a widget's query, or the sentence that stands in its place. */
export type WidgetResult = { row: ResultRow; info: ResultInfo } | { row: null; reason: string }

/** Returns a function that gets the results of one file within its time limit: stored ones, or those of new runs. */
export function resultsWithin(ctx: Context, calendar: Calendar, signal: AbortSignal) {
  const deadline = Date.now() + TIMEOUT_MS
  return async (queryId: number, definitions: readonly Definition[]): Promise<WidgetResult> => {
    const none = (reason: string): WidgetResult => ({ row: null, reason })
    try {
      const parameters = runValues(definitions, { now: ctx.now(), ...calendar })
      const wait = Math.max(deadline - Date.now(), 1)
      const answer = await runQuery(ctx, queryId, { parameters, max_age: ANY_AGE, wait }, signal)
      if (!('job' in answer)) throw new Error('A run that is waited for answers with a job.')
      const { job, window } = answer
      if (window === undefined) return none(job.status === JobStatus.failed ? failure(ctx, job.error) : STILL_RUNNING)
      const { row } = await mustReadOfQuery(ctx, { id: queryId, result: window.result.id }, parameters, signal)
      return { row, info: window.result }
    } catch (error) {
      if (error instanceof ExecutionRefused || error instanceof AppError) return none(failure(ctx, error.message))
      throw error
    }
  }
}

const STILL_RUNNING = 'The query was still running when this file was made.'

/** Visitors see no messages of the database. */
const failure = ({ viewer }: Context, message: string) => (viewer.kind === 'user' ? message : 'The query failed.')
