import { randomUUID } from 'node:crypto'
import type { AdhocRun, Job, SavedRun } from '@sightline/contract/executions.ts'
import type { ResultWindow } from '@sightline/contract/results.ts'
import { undeclaredValues } from '@sightline/domain/parameters/address.ts'
import type { Values } from '@sightline/domain/parameters/definition.ts'
import { can } from '@sightline/domain/permissions/can.ts'
import { isSameQuestion } from '@sightline/domain/query-hash.ts'
import type { Context, Viewer } from '../../platform/context.ts'
import type { StreamReply } from '../../platform/http/app.ts'
import { AppError, ExecutionRefused } from '../../platform/http/errors.ts'
import { CANCELLED } from '../../runners/runner.ts'
import * as dataSources from '../data-sources/service.ts'
import { noteEvent } from '../events/recorder.ts'
import { recordOf } from '../queries/present.ts'
import { hashOf, textToRun } from '../queries/run-text.ts'
import * as queries from '../queries/service.ts'
import { cancelChannel } from './channels.ts'
import { tellFailure } from './ending.ts'
import { FIRST_WINDOW_ROWS, freshRows } from './fresh-rows.ts'
import { intact } from './intact.ts'
import { jsonAnswer } from './json.ts'
import { noteRun } from './noted-runs.ts'
import { askerFor, filledQuery, filledText } from './parameters.ts'
import { finishedJob, presentInfo, presentJob, storedResult, waitingJob } from './present.ts'
import { readerFor } from './query-reader.ts'
import { readingsOf, Unreadable } from './query-readings.ts'
import * as queue from './queue.store.ts'
import { awaitEnd, startOrJoin } from './start.ts'
import * as store from './store.ts'
import { currentState } from './upkeep.ts'

const NO_PERMISSION = 'You do not have permission to run queries with this data source.'
const UNSAFE = 'This query contains potentially unsafe parameters and cannot be executed'
const firstWindowAsked = {
  offset: 0,
  limit: FIRST_WINDOW_ROWS,
  sort: [],
  search: '',
  searchColumns: null,
  filters: [],
  isCountedLater: false,
}

/**
 * What a run answers: a stored result as JSON; or a job. Whoever sends `wait` gets a job in either case, finished when the
 * result was stored already, and with it, once it is done, the first rows.
 */
export type RunAnswer = StreamReply | { job: Job; window?: ResultWindow }

/** Runs text that is not saved, for those with full access to the data source. */
export async function runText(ctx: Context, sent: AdhocRun, address: Values, signal: AbortSignal): Promise<RunAnswer> {
  if (!sent.data_source_id) throw new ExecutionRefused(401, 'Please select data source to run this query.')
  const source = await dataSources.findRunnable(ctx, sent.data_source_id)
  if (!source) throw new AppError('not_found')
  if (!can(ctx.viewer, 'source.use', source.row)) throw new ExecutionRefused(403, NO_PERMISSION)
  refusePaused(source)
  const text = filledText(sent.query, sent.parameters ?? undeclaredValues(address))
  return answer(ctx, signal, {
    source,
    text: textToRun(text, source.runner, sent.apply_auto_limit ?? false),
    queryId: typeof sent.query_id === 'number' ? await visibleId(ctx, sent.query_id) : null,
    maxAge: sent.max_age ?? ANY_AGE,
    wait: sent.wait ?? null,
  })
}

/** Runs a saved query. Those who may not write SQL may run it while it is safe. */
export async function runQuery(ctx: Context, id: number, sent: SavedRun, signal: AbortSignal): Promise<RunAnswer> {
  const { row, source } = await mustRun(ctx, id)
  const text = await filledQuery(ctx, askerFor(ctx.viewer, signal), row, sent?.parameters ?? {})
  const autoLimit = sent?.apply_auto_limit ?? row.query.options.apply_auto_limit ?? false
  return answer(ctx, signal, {
    source,
    text: textToRun(text, source.runner, autoLimit),
    queryId: id,
    maxAge: sent?.max_age ?? ANY_AGE,
    wait: sent?.wait ?? null,
  })
}

/** Runs a saved query now, with values from the address, for those with full access to its data source. */
export async function refresh(ctx: Context, id: number, address: Values, signal: AbortSignal): Promise<RunAnswer> {
  const { row, source } = await mustRun(ctx, id)
  if (!can(ctx.viewer, 'query.refresh', recordOf(row))) throw new ExecutionRefused(403, NO_PERMISSION)
  const text = filledText(row.query.query, undeclaredValues(address), row.query.options.parameters)
  const autoLimit = row.query.options.apply_auto_limit ?? false
  return answer(ctx, signal, { source, text: textToRun(text, source.runner, autoLimit), queryId: id, maxAge: 0, wait: null })
}

export async function job(ctx: Context, id: string): Promise<{ job: Job }> {
  return { job: presentJob(await mustSee(ctx, id)) }
}

/** Ends an execution for everybody it was handed to: at once while it waits, else by asking its worker. */
export async function cancel(ctx: Context, id: string): Promise<null> {
  const execution = await mustSee(ctx, id)
  if (!can(ctx.viewer, 'execution.cancel', execution)) throw new AppError('job_not_yours')
  const failed = await queue.failWaiting(ctx.db, id, CANCELLED)
  if (failed) await tellFailure(ctx, failed)
  else {
    await queue.requestCancel(ctx.db, id)
    await ctx.events.publish(cancelChannel(id), null)
  }
  return null
}

/** @throws AppError when there is no such execution, or it is none of the caller's query */
export async function mustSee(ctx: Context, id: string): Promise<store.ExecutionRow> {
  const execution = await currentState(ctx, id)
  if (!execution) throw new AppError('job_not_found')
  if (!can(ctx.viewer, 'execution.view', execution)) throw new AppError('forbidden')
  return execution
}

const ANY_AGE = -1

/** A run that has passed its checks. */
interface Run {
  source: dataSources.RunnableSource
  /** As the source gets it, but for the annotation. */
  text: string
  queryId: number | null
  /** Seconds; below 0 for any age, 0 for none. */
  maxAge: number
  /** Milliseconds; null for callers who know nothing of waiting. */
  wait: number | null
}

async function answer(ctx: Context, signal: AbortSignal, run: Run): Promise<RunAnswer> {
  if (run.text.trim() === '') throw new ExecutionRefused(400, 'The query text is empty.')
  if (run.source.runner.readsQueries) await refuseUnreadable(ctx, signal, run)
  const hash = hashOf(run.text)
  const stored = run.maxAge === 0 ? null : await intact(ctx, await youngEnough(ctx, run, hash), run.wait === null)
  const about = { object_type: 'data_source', object_id: run.source.row.id, query_id: run.queryId }
  noteEvent(ctx, { ...about, action: 'execute_query', cache: stored ? 'hit' : 'miss' })
  if (stored && run.wait === null) {
    const body = await jsonAnswer(ctx, stored, ctx.viewer.kind === 'user' ? 'full' : 'data')
    return { contentType: 'application/json; charset=utf-8', body }
  }
  if (stored) return { job: finishedJob(randomUUID(), stored.id), ...(await firstWindow(ctx, stored)) }
  return start(ctx, signal, run)
}

async function start(ctx: Context, signal: AbortSignal, { source, text, queryId, wait }: Run): Promise<RunAnswer> {
  const userId = ctx.viewer.kind === 'user' ? ctx.viewer.id : null
  const { id, isNew } = await startOrJoin(ctx, { source, text, queryId, userId, scheduled: false })
  try {
    // What is new has not been taken by a worker yet; what was joined may have ended before anybody listened.
    const enough = new AbortController()
    const end = wait ? awaitEnd(ctx, id, wait, AbortSignal.any([signal, enough.signal])) : null
    if (end && !isNew && (await store.isOver(ctx.db, id))) enough.abort()
    if (isNew && !end) return { job: waitingJob(id) }
    const row = await (end ?? store.findWithResult(ctx.db, id))
    if (!row) throw new AppError('job_not_found')
    const job = presentJob(row.execution)
    return row.result && wait !== null ? { job, ...(await firstWindow(ctx, row.result)) } : { job }
  } finally {
    if (isNew) noteRun(ctx, { id, source, text, queryId })
  }
}

/** The newest stored result of the same question that is not too old. */
async function youngEnough(ctx: Context, { source, text, maxAge }: Run, hash: string): Promise<store.ResultRow | null> {
  const results = await store.resultsByHash(ctx.db, source.row.id, hash)
  const newest = results.find((result) => isSameQuestion(result.query, text, source.runner.dialect))
  if (!newest) return null
  const age = (ctx.now().getTime() - newest.retrieved_at.getTime()) / 1000
  return maxAge < 0 || age <= maxAge ? newest : null
}

/** The first rows, for people; the holders of a key get a result as a whole, without the facts about it. */
async function firstWindow(ctx: Context, row: store.ResultRow): Promise<{ window?: ResultWindow }> {
  if (ctx.viewer.kind !== 'user') return {}
  const fresh = freshRows(row.file)
  const rows = fresh ?? (await ctx.results.window(storedResult(row), firstWindowAsked)).rows
  return { window: { result: presentInfo(row), offset: 0, total: row.row_count, rows } }
}

/** A query that the caller may run now, and its source. The refusals are the wire's, in its order. */
async function mustRun(ctx: Context, id: number) {
  const row = await queries.mustFind(ctx, id)
  const source = row.query.data_source_id === null ? null : await dataSources.findRunnable(ctx, row.query.data_source_id)
  if (!source) throw new ExecutionRefused(401, 'Target data source not available.')
  const record = recordOf(row)
  const isOldEmbed = ctx.config.allowsTextInEmbeds && ctx.viewer.kind === 'key' && can(ctx.viewer, 'query.view', record)
  if (!isOldEmbed && !can(ctx.viewer, 'query.run', record)) throw new ExecutionRefused(403, refusal(ctx.viewer, record.is_safe))
  refusePaused(source)
  return { row, source }
}

/**
 * The worker looks again when it runs the text. This look is for those who would be handed what others have asked: a stored result,
 * or a run that has begun.
 */
async function refuseUnreadable(ctx: Context, signal: AbortSignal, { text, queryId }: Run): Promise<void> {
  const reader = await readerFor(ctx, ctx.viewer, queryId)
  try {
    await readingsOf(ctx, reader, { text, query_id: queryId }, signal)
  } catch (error) {
    if (error instanceof Unreadable) throw new ExecutionRefused(error.status, error.message)
    throw error
  }
}

function refusal(viewer: Viewer, isSafe: boolean): string {
  if (isSafe) return NO_PERMISSION
  return viewer.kind === 'user'
    ? `${UNSAFE} with read-only access to this data source.`
    : `${UNSAFE} on a shared dashboard or an embedded visualization.`
}

function refusePaused({ row }: dataSources.RunnableSource): void {
  if (!row.paused) return
  const reason = row.pause_reason ? ` (${row.pause_reason})` : ''
  throw new ExecutionRefused(400, `${row.name} is paused${reason}. Please try later.`)
}

/** The query that unsaved text is said to belong to, as far as the caller may see it; it is only recorded. */
async function visibleId(ctx: Context, id: number): Promise<number | null> {
  const row = await queries.findVisible(ctx, id)
  return row?.query.id ?? null
}
