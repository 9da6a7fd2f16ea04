import { randomUUID } from 'node:crypto'
import type { AdhocRun, Job, SavedRun } from '@sightline/contract/executions.ts'
import type { ResultWindow } from '@sightline/contract/results.ts'
import { i18n } from '@sightline/domain/language/i18n.ts'
import { passesTexts, typeOf, type Values } from '@sightline/domain/parameters/definition.ts'
import { rawUrlValues, undeclaredUrlValues } from '@sightline/domain/parameters/url-values.ts'
import { can } from '@sightline/domain/permissions/can.ts'
import { textLanguage } from '@sightline/domain/query-dialect.ts'
import type { Context } from '../../platform/context.ts'
import { isConnectionTrouble } from '../../platform/db/retry-on-disconnect.ts'
import type { StreamReply } from '../../platform/http/app.ts'
import { AppError, ExecutionRefused } from '../../platform/http/errors.ts'
import { CANCELLED } from '../../runners/runner.ts'
import * as dataSources from '../data-sources/service.ts'
import { recordOf } from '../queries/present.ts'
import * as queries from '../queries/service.ts'
import { textToRun } from '../queries/service.ts'
import { awaitEnd, FIRST_WINDOW_ROWS, recentFirstRows } from './await-end.ts'
import { filledText } from './parameters.ts'
import { finishedJob, presentInfo, presentJob, storedResult, waitingJob } from './present.ts'
import { resolveReferences, UnreadableQuery } from './query-references.ts'
import * as queue from './queue.store.ts'
import { keyCallerOf, startOrJoin } from './queue.ts'
import { jsonAnswer } from './results/downloads.ts'
import { callerSeesInputs, FULL_JSON, isCached, readerFor } from './results/service.ts'
import {
  ANY_AGE,
  auditRun,
  mustRun,
  noPermission,
  type Run,
  recordRunEvent,
  refusePaused,
  savedRun,
  storedResultFor,
} from './run-checks.ts'
import * as store from './store.ts'
import type { ExecutionRow, ResultRow } from './tables.ts'
import { publishFailure } from './worker/finish.ts'
import { cancelChannel } from './worker/progress.ts'
import { currentState } from './worker/recovery.ts'

// Exported for other features, in addition to results/service.ts.
export {
  type ChartDrawing,
  type ChartImage,
  drawVisualization,
  type ImageData,
  renderChartImage,
  sharedValuesOf,
  type ValuePlaces,
  type VisualizationSpec,
} from './results/chart-images.ts'
export { latestRows } from './results/latest-rows.ts'
export { mustReadOfQuery } from './results/of-query.ts'
export { removeResult } from './results/retention.ts'
export { storedWindowsByQuery } from './results/stored-windows.ts'
export { tableTotals } from './results/table-totals.ts'
export { columnEndsIn, distinctValues, firstTableRows, tableViewOf } from './results/table-view.ts'
export { textSourceValues } from './results/text-values.ts'
export { onRunEnd } from './worker/finish.ts'

// The path of a run: this file and run-checks.ts check it and look for a stored result; queue.ts stores an execution, which a
// slot of worker/pool.ts runs at once or claims later; worker/run.ts has it run by an executor process (worker/task.ts);
// worker/finish.ts stores the result and publishes the end, for which `awaitEnd` holds the response.

const FIRST_WINDOW = {
  offset: 0,
  limit: FIRST_WINDOW_ROWS,
  sort: [],
  search: '',
  searchColumns: null,
  filters: [],
  isCountedLater: false,
}

/**
 * The response to a run: a stored result as JSON, or a job. A client that sends `wait` always gets a job, which is already
 * finished if the result was stored, and with the first rows once it is done.
 */
export type RunResponse = StreamReply | { job: Job; window?: ResultWindow }

/** Runs text that is not saved, for callers with full access to the data source. */
export async function runText(ctx: Context, sent: AdhocRun, address: Values, signal: AbortSignal): Promise<RunResponse> {
  if (!sent.data_source_id) throw new ExecutionRefused(401, i18n._('Please select data source to run this query.'))
  const queryId = typeof sent.query_id === 'number' ? await visibleId(ctx, sent.query_id) : null
  const source = await dataSources.findRunnable(ctx, sent.data_source_id, sent.dialect ?? (await dialectOf(ctx, queryId)))
  if (!source) throw new AppError('not_found')
  if (!can(ctx.viewer, 'source.use', source.row)) throw new ExecutionRefused(403, noPermission())
  refusePaused(source)
  const template = { text: sent.query, definitions: sent.parameter_definitions ?? [], language: textLanguage(source.runner) }
  const parameters = sent.parameters ?? undeclaredUrlValues(address)
  const text = filledText(template, parameters)
  return respond(ctx, signal, {
    source,
    text: textToRun(text, source.runner, sent.apply_auto_limit ?? false),
    bindsTexts: passesTexts(template.definitions),
    parameters,
    queryId,
    maxAge: sent.max_age ?? ANY_AGE,
    wait: sent.wait ?? null,
    waitUntil: sent.wait_until,
  })
}

/** Runs a saved query. Callers who may not write SQL may run it if it is safe. */
export async function runQuery(ctx: Context, id: number, sent: SavedRun, signal: AbortSignal): Promise<RunResponse> {
  return respond(ctx, signal, await savedRun(ctx, id, sent, signal))
}

/** Runs a saved query now, with values from the URL, for callers with full access to its data source. */
export async function refresh(ctx: Context, id: number, address: Values, signal: AbortSignal): Promise<RunResponse> {
  const { row, source } = await mustRun(ctx, id)
  if (!can(ctx.viewer, 'query.refresh', recordOf(row))) throw new ExecutionRefused(403, noPermission())
  const definitions = row.query.options.parameters ?? []
  const values = {
    ...undeclaredUrlValues(address),
    ...rawUrlValues(
      definitions.filter((definition) => typeOf(definition) === 'query'),
      address,
    ),
  }
  const text = filledText({ text: row.query.query, definitions, language: textLanguage(source.runner) }, values)
  const autoLimit = row.query.options.apply_auto_limit ?? false
  return respond(ctx, signal, {
    source,
    text: textToRun(text, source.runner, autoLimit),
    bindsTexts: passesTexts(definitions),
    parameters: values,
    queryId: id,
    maxAge: 0,
    wait: null,
  })
}

export async function job(ctx: Context, id: string, signal: AbortSignal): Promise<{ job: Job }> {
  return { job: presentJob(await mustSee(ctx, id, signal)) }
}

/** Cancels an execution for everyone who shares it: at once while it waits, otherwise through its worker. */
export async function cancel(ctx: Context, id: string, signal: AbortSignal): Promise<null> {
  const execution = await mustSee(ctx, id, signal)
  if (!can(ctx.viewer, 'execution.cancel', execution)) throw new AppError('job_not_yours')
  const failed = await queue.failWaiting(ctx.db, id, CANCELLED)
  if (failed) await publishFailure(ctx, failed)
  else {
    await queue.requestCancel(ctx.db, id)
    await ctx.events.publish(cancelChannel(id), null)
  }
  return null
}

/**
 * @throws AppError `job_not_found` if there is no such execution or the user may not see it; `forbidden` for the holder of a
 * key
 */
export async function mustSee(ctx: Context, id: string, signal: AbortSignal): Promise<ExecutionRow> {
  const execution = await currentState(ctx, id)
  if (!execution) throw new AppError('job_not_found')
  if (await mayViewJob(ctx, execution, signal)) return execution
  throw new AppError(ctx.viewer.kind === 'user' ? 'job_not_found' : 'forbidden')
}

/** The same as an answer: false if there is no such job, and for a caller who may not see it. */
export async function maySee(ctx: Context, id: string, signal: AbortSignal): Promise<boolean> {
  const execution = ctx.viewer.kind === 'nobody' ? null : await currentState(ctx, id)
  return execution != null && mayViewJob(ctx, execution, signal)
}

async function respond(ctx: Context, signal: AbortSignal, run: Run): Promise<RunResponse> {
  const stored = await storedResultFor(ctx, signal, run, (row) => run.wait === null && isCached(ctx, row, FULL_JSON))
  recordRunEvent(ctx, run, stored !== null)
  if (stored && run.wait === null) {
    const body = await jsonAnswer(ctx, stored, ctx.viewer.kind === 'user' ? 'full' : 'data')
    return { contentType: 'application/json; charset=utf-8', body }
  }
  if (stored) return { job: finishedJob(randomUUID(), stored.id), window: await firstWindow(ctx, stored) }
  return start(ctx, signal, run)
}

async function start(ctx: Context, signal: AbortSignal, run: Run): Promise<RunResponse> {
  const { queryId, wait, waitUntil } = run
  const userId = ctx.viewer.kind === 'user' ? ctx.viewer.id : null
  const { id, isNew } = await startOrJoin(ctx, { ...run, userId, scheduled: false, key: keyCallerOf(ctx) })
  try {
    // A new execution has not ended before the subscription begins, but a joined one may have.
    const hasEnded = new AbortController()
    const end = wait ? awaitEnd(ctx, id, wait, AbortSignal.any([signal, hasEnded.signal]), waitUntil) : null
    if (end && !isNew && (await store.isOver(ctx.db, id))) hasEnded.abort()
    if (isNew && !end) return { job: waitingJob(id) }
    const row = await (end ?? store.findWithResult(ctx.db, id))
    if (!row) throw new AppError('job_not_found')
    if (row.result && !(await callerSeesInputs(ctx, queryId, row.result))) throw new AppError('result_restricted')
    const job = presentJob(row.execution)
    return row.result && wait !== null ? { job, ...(await windowAfterRun(ctx, row.result)) } : { job }
  } catch (error) {
    if (!isConnectionTrouble(error)) throw error
    // The execution is stored and runs; the client can follow its job.
    return { job: waitingJob(id) }
  } finally {
    if (isNew) auditRun(ctx, id, run)
  }
}

/** The first rows after a run. If they cannot be read now, the run has succeeded all the same: the client asks for them, and gets the reason. */
async function windowAfterRun(ctx: Context, row: ResultRow): Promise<{ window?: ResultWindow }> {
  try {
    return { window: await firstWindow(ctx, row) }
  } catch (err) {
    ctx.log.warn({ err, result_id: row.id }, 'The first rows of a result could not be read.')
    return {}
  }
}

async function firstWindow(ctx: Context, row: ResultRow): Promise<ResultWindow> {
  const rows = recentFirstRows(ctx, row.file) ?? (await ctx.results.window(storedResult(row), FIRST_WINDOW)).rows
  return { result: presentInfo(ctx.viewer, row), offset: 0, total: row.row_count, rows }
}

/** The dialect of a saved query; null for its source's default. */
async function dialectOf(ctx: Context, id: number | null): Promise<string | null> {
  const row = id === null ? undefined : await queries.find(ctx, id)
  return row?.query.options.dialect ?? null
}

/** The query that unsaved text belongs to, if the caller may see it; it is only recorded. */
async function visibleId(ctx: Context, id: number): Promise<number | null> {
  const row = await queries.findVisible(ctx, id)
  return row?.query.id ?? null
}

/**
 * Whether a caller may see a job, whose first rows and error reveal what is in the data source. Callers with access to everything
 * it reads may, so that colleagues can follow a running query. The user who started it gets the reason if it may not read a query.
 */
async function mayViewJob(ctx: Context, execution: ExecutionRow, signal: AbortSignal): Promise<boolean> {
  const { viewer } = ctx
  // Admins need no check of the data source.
  if (viewer.kind === 'user' && can(viewer, 'execution.view', { ...execution, shares: null })) return true
  const source = await dataSources.findRunnable(ctx, execution.data_source_id)
  if (!can(viewer, 'execution.view', { ...execution, shares: source?.row.shares ?? null })) return false
  if (!source?.runner.readsQueries || (viewer.kind === 'user' && execution.user_ids.includes(viewer.id))) return true
  for (const queryId of readableAs(ctx, execution)) if (await mayReadInputs(ctx, execution, queryId, signal)) return true
  return false
}

/** The queries on whose behalf the caller may read an execution: with a key or a public URL, those that it opens. */
function readableAs({ viewer }: Context, { query_id, query_ids }: ExecutionRow): (number | null)[] {
  if (viewer.kind === 'key') return [viewer.queryId]
  return viewer.kind === 'token' ? viewer.queryIds.filter((id) => query_ids.includes(id)) : [query_id]
}

/** Checks what a finished run has read by its result, and any other run by its text. */
async function mayReadInputs(
  ctx: Context,
  { query: text, query_result_id }: ExecutionRow,
  queryId: number | null,
  signal: AbortSignal,
): Promise<boolean> {
  const found = query_result_id === null ? undefined : await store.findResult(ctx.db, query_result_id)
  if (found) return callerSeesInputs(ctx, queryId, found.result)
  try {
    await resolveReferences(ctx, await readerFor(ctx, ctx.viewer, queryId), { text, query_id: queryId }, signal)
    return true
  } catch (error) {
    if (error instanceof UnreadableQuery) return false
    throw error
  }
}
