import { JobStatus } from '@sightline/contract/executions.ts'
import type { ResultInfo } from '@sightline/contract/results.ts'
import { i18n } from '@sightline/domain/language/i18n.ts'
import type { Values } from '@sightline/domain/parameters/definition.ts'
import type { Context } from '../../platform/context.ts'
import { AppError, ExecutionRefused, shownMessage } from '../../platform/http/errors.ts'
import { mustRead } from '../executions/results/service.ts'
import { runQuery } from '../executions/service.ts'
import type { ResultRow } from '../executions/tables.ts'
import type { FileRuns } from '../exports/service.ts'

/** Seconds; newer results are sent without running the query. */
const MAX_AGE = 3600
/** For all queries of a report together; the report says which ones had not finished. */
const TIMEOUT_MS = 4 * 60_000

const stillRunning = () => i18n._('The query was still running when this report was sent.')

/** The result of a query, or a sentence that says why there is none. */
export type ReportRun = ReportedResult | { remark: string }

/** The result of a query. */
export interface ReportedResult {
  row: ResultRow
  info: ResultInfo
}

/** The runs of one report. */
export interface ReportRuns {
  /** The moment that the report is of: values such as "today" are those of this moment. */
  now: Date
  /** Runs a query, unless it has a result that is young enough. The same query and values have one result in a report. */
  run(queryId: number, parameters: Values): Promise<ReportRun>
}

/** Runs the queries of one report within its time limit. @param ctx the subscriber as the caller */
export function reportRuns(ctx: Context, signal: AbortSignal): ReportRuns {
  const deadline = Date.now() + TIMEOUT_MS
  const started = new Map<string, Promise<ReportRun>>()
  const runOnce = (queryId: number, parameters: Values) =>
    refusalAsRemark(async () => {
      const wait = Math.max(deadline - Date.now(), 1)
      const answer = await runQuery(ctx, queryId, { parameters, max_age: MAX_AGE, wait }, signal)
      if (!('job' in answer)) throw new Error('A run that is waited for answers with a job.')
      const { job, window } = answer
      if (window === undefined) return { remark: job.status === JobStatus.failed ? job.error : stillRunning() }
      return { info: window.result, row: await mustRead(ctx, window.result.id) }
    })
  return {
    now: ctx.now(),
    run(queryId, parameters) {
      const key = JSON.stringify([queryId, parameters])
      const run = started.get(key) ?? runOnce(queryId, parameters)
      started.set(key, run)
      return run
    },
  }
}

/** Turns a refusal into its sentence: one query that may not run does not end the report. */
export async function refusalAsRemark<Part>(make: () => Promise<Part>): Promise<Part | { remark: string }> {
  try {
    return await make()
  } catch (error) {
    if (error instanceof ExecutionRefused || error instanceof AppError) return { remark: shownMessage(error) }
    throw error
  }
}

/** The runs of a report for what it shows of a dashboard, and for the file that it carries. */
export const fileRuns = ({ now, run }: ReportRuns): FileRuns => ({
  now,
  async resultOf(queryId, parameters) {
    const outcome = await run(queryId, parameters)
    return 'remark' in outcome ? { row: null, reason: outcome.remark } : outcome
  },
})
