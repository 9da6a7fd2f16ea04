import type { AlertBacktest, AlertBacktestRequest, AlertPreview } from '@sightline/contract/alerts.ts'
import { evaluate } from '@sightline/domain/alerts/evaluate.ts'
import { backtest as backtestValues } from '@sightline/domain/alerts/state.ts'
import { warningsOf } from '@sightline/domain/alerts/warnings.ts'
import { scheduleStatus } from '@sightline/domain/schedule/due.ts'
import type { z } from 'zod'
import { authorize } from '../../platform/authorize.ts'
import type { Context } from '../../platform/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { wireTime, wireTimeOrNull } from '../../platform/wire-time.ts'
import { callerSeesInputs } from '../executions/results/service.ts'
import * as queries from '../queries/service.ts'
import type { ResultRow } from './checks.store.ts'
import * as checks from './checks.store.ts'
import * as store from './checks.store.ts'
import { sampler } from './result-values.ts'

type PreviewRequest = z.output<typeof AlertBacktestRequest>
type QueryRow = Awaited<ReturnType<typeof queries.mustSee>>

/** Results in a backtest; each is a file to read. */
const PAST_RESULTS = 100

/** Evaluates a condition on the latest result, and returns the next run and reasons why it may never fire. */
export async function preview(ctx: Context, { query_id, options }: PreviewRequest): Promise<AlertPreview> {
  const { row, result } = await mustRead(ctx, query_id)
  const { query } = row
  const value = result ? await sampler(ctx, result)(options) : null
  const found = result ? { columns: result.columns, row_count: result.row_count, value } : null
  const parameters = query.options.parameters ?? []
  return {
    result: result ? { id: result.id, retrieved_at: wireTime(result.retrieved_at), row_count: result.row_count } : null,
    value,
    state: evaluate(options, value),
    warnings: warningsOf({ query: { ...query, parameters }, condition: options, result: found }, ctx.now()),
    next_run: wireTimeOrNull(nextRunOf(row, ctx.now())),
  }
}

/** The events that an alert would have had for the stored results of its query. */
export async function backtest(ctx: Context, { query_id, options, rearm = null }: PreviewRequest): Promise<AlertBacktest> {
  const { query } = (await mustRead(ctx, query_id)).row
  const past = await visiblePastResults(ctx, query)
  const values = await Promise.all(past.map(async (row) => ({ at: row.retrieved_at, value: await valueIn(ctx, row, options) })))
  const { fired, events } = backtestValues(options, rearm, values)
  return {
    results: past.length,
    since: wireTimeOrNull(past[0]?.retrieved_at ?? null),
    fired,
    happenings: events.map(({ at, ...event }) => ({ ...event, retrieved_at: wireTime(at) })),
  }
}

const valueIn = (ctx: Context, row: ResultRow, options: PreviewRequest['options']) => sampler(ctx, row)(options)

/** The stored results that the caller may see; each may have been read from other data sources. */
async function visiblePastResults(ctx: Context, query: QueryRow['query']): Promise<ResultRow[]> {
  if (query.data_source_id === null) return []
  const past = await store.pastResults(ctx.db, query, query.data_source_id, PAST_RESULTS)
  const isVisible = await Promise.all(past.map((result) => callerSeesInputs(ctx, query.id, result)))
  return past.filter((_, index) => isVisible[index])
}

/** @throws AppError if the caller may not see the query or its latest result */
async function mustRead(ctx: Context, id: number): Promise<{ row: QueryRow; result: ResultRow | undefined }> {
  const row = await queries.mustSee(ctx, id)
  const { data_source_id, latest_query_data_id } = row.query
  authorize(ctx.viewer, 'result.view', { sources: [data_source_id === null ? [] : row.shares] })
  const result = latest_query_data_id === null ? undefined : await checks.findResult(ctx.db, latest_query_data_id)
  if (result && !(await callerSeesInputs(ctx, id, result))) throw new AppError('result_restricted')
  return { row, result }
}

function nextRunOf({ query, retrieved_at }: QueryRow, now: Date): Date | null {
  if (!query.schedule?.interval || query.schedule.disabled) return null
  const course = { schedule: query.schedule, lastRun: query.scheduled_at ?? retrieved_at, failures: query.schedule_failures }
  const at = scheduleStatus(course, now)
  return at.state === 'due' ? now : at.state === 'waiting' ? at.next : null
}
