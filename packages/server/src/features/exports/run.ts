import { JobStatus } from '@sightline/contract/executions.ts'
import type { ResultInfo } from '@sightline/contract/results.ts'
import { i18n } from '@sightline/domain/language/i18n.ts'
import type { Values } from '@sightline/domain/parameters/definition.ts'
import type { Context } from '../../platform/context.ts'
import { AppError, ExecutionRefused, shownMessage } from '../../platform/http/errors.ts'
import { mustReadOfQuery, runQuery } from '../executions/service.ts'
import type { ResultRow } from '../executions/tables.ts'

/** For all queries of a file together; it says which ones had not finished. */
const TIMEOUT_MS = 60_000
/** Results of any age are good enough, as on the page. */
const ANY_AGE = -1

/** The result of a widget's query, or the sentence that stands in its place. */
export type WidgetResult = { row: ResultRow; info: ResultInfo } | { row: null; reason: string }

/** Where the results of one file come from. */
export interface FileRuns {
  /** The moment that the file is of: values such as "today" are those of this moment. */
  now: Date
  resultOf(queryId: number, parameters: Values): Promise<WidgetResult>
}

/** Gets the results of one file within its time limit: stored ones, or those of new runs. */
export function runsWithin(ctx: Context, signal: AbortSignal): FileRuns {
  const deadline = Date.now() + TIMEOUT_MS
  const resultOf: FileRuns['resultOf'] = async (queryId, parameters) => {
    const none = (reason: string): WidgetResult => ({ row: null, reason })
    try {
      const wait = Math.max(deadline - Date.now(), 1)
      const answer = await runQuery(ctx, queryId, { parameters, max_age: ANY_AGE, wait }, signal)
      if (!('job' in answer)) throw new Error('A run that is waited for answers with a job.')
      const { job, window } = answer
      if (window === undefined)
        return none(
          job.status === JobStatus.failed
            ? failure(ctx, job.error)
            : i18n._('The query was still running when this file was made.'),
        )
      const { row } = await mustReadOfQuery(ctx, { id: queryId, result: window.result.id }, parameters, signal)
      return { row, info: window.result }
    } catch (error) {
      if (error instanceof ExecutionRefused || error instanceof AppError) return none(failure(ctx, shownMessage(error)))
      throw error
    }
  }
  return { now: ctx.now(), resultOf }
}

/** Visitors see no messages of the database. */
const failure = ({ viewer }: Context, message: string) => (viewer.kind === 'user' ? message : i18n._('The query failed.'))
