import { JobStatus } from '@sightline/contract/executions.ts'
import type { ResultWindow } from '@sightline/contract/results.ts'
import type { Values } from '@sightline/domain/parameters/definition.ts'
import type { Context } from '../../platform/context.ts'
import { AppError, ExecutionRefused } from '../../platform/http/errors.ts'
import { mustRead } from '../executions/results/service.ts'
import { runQuery } from '../executions/service.ts'
import type { ResultRow } from '../executions/tables.ts'

/** Seconds; newer results are sent without running the query. */
const MAX_AGE = 3600
/** For all queries of a report together; the report says which ones had not finished. */
const TIMEOUT_MS = 4 * 60_000

const STILL_RUNNING = 'The query was still running when this report was sent.'

/** The result of a query with its first rows, or a sentence that says why there is none. */
export type ReportRun = { window: ResultWindow; row: ResultRow } | { remark: string }

/** Runs a query for a report, unless it has a result that is young enough. */
export type RunForReport = (queryId: number, parameters: Values) => Promise<ReportRun>

/** Returns a function that runs the queries of one report within its time limit. @param ctx the subscriber as the caller */
export function reportRuns(ctx: Context, signal: AbortSignal): RunForReport {
  const deadline = Date.now() + TIMEOUT_MS
  return (queryId, parameters) =>
    refusalAsRemark(async () => {
      const wait = Math.max(deadline - Date.now(), 1)
      const answer = await runQuery(ctx, queryId, { parameters, max_age: MAX_AGE, wait }, signal)
      if (!('job' in answer)) throw new Error('A run that is waited for answers with a job.')
      const { job, window } = answer
      if (window === undefined) return { remark: job.status === JobStatus.failed ? job.error : STILL_RUNNING }
      return { window, row: await mustRead(ctx, window.result.id) }
    })
}

/** Turns a refusal into its sentence: one query that may not run does not end the report. */
export async function refusalAsRemark<Part>(make: () => Promise<Part>): Promise<Part | { remark: string }> {
  try {
    return await make()
  } catch (error) {
    if (error instanceof ExecutionRefused || error instanceof AppError) return { remark: error.message }
    throw error
  }
}
