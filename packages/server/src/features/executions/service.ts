import { randomUUID } from 'node:crypto'
import type { AdhocRun, Job, SavedRun } from '@sightline/contract/executions.ts'
import type { ResultWindow } from '@sightline/contract/results.ts'
import { addressValues, undeclaredValues } from '@sightline/domain/parameters/address.ts'
import { typeOf, type Values } from '@sightline/domain/parameters/definition.ts'
import { can } from '@sightline/domain/permissions/can.ts'
import { textLanguage } from '@sightline/domain/query-dialect.ts'
import type { Context } from '../../platform/context.ts'
import { isConnectionTrouble } from '../../platform/db/retry-on-disconnect.ts'
import type { StreamReply } from '../../platform/http/app.ts'
import { AppError, ExecutionRefused } from '../../platform/http/errors.ts'
import { CANCELLED } from '../../runners/runner.ts'
import * as dataSources from '../data-sources/service.ts'
import { recordOf } from '../queries/present.ts'
import { textToRun } from '../queries/run-text.ts'
import * as queries from '../queries/service.ts'
import { auditRun } from './audit-runs.ts'
import { cancelChannel } from './channels.ts'
import { FIRST_WINDOW_ROWS, freshRows } from './fresh-rows.ts'
import { mayViewJob } from './job-access.ts'
import { jsonAnswer } from './json.ts'
import { filledText } from './parameters.ts'
import { finishedJob, presentInfo, presentJob, storedResult, waitingJob } from './present.ts'
import * as queue from './queue.store.ts'
import { awaitEnd, keyOf, startOrJoin } from './queue.ts'
import { callerSeesInputs } from './results/access.ts'
import { isKept, JSON_OF_ALL } from './results/integrity.ts'
import { ANY_AGE, mustRun, NO_PERMISSION, type Run, recordRunEvent, refusePaused, savedRun, storedFor } from './run-checks.ts'
import * as store from './store.ts'
import { publishFailure } from './worker/finish.ts'
import { currentState } from './worker/recovery.ts'

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
  const queryId = typeof sent.query_id === 'number' ? await visibleId(ctx, sent.query_id) : null
  const source = await dataSources.findRunnable(ctx, sent.data_source_id, sent.dialect ?? (await dialectOf(ctx, queryId)))
  if (!source) throw new AppError('not_found')
  if (!can(ctx.viewer, 'source.use', source.row)) throw new ExecutionRefused(403, NO_PERMISSION)
  refusePaused(source)
  const template = { text: sent.query, definitions: sent.parameter_definitions ?? [], language: textLanguage(source.runner) }
  const text = filledText(template, sent.parameters ?? undeclaredValues(address))
  return answer(ctx, signal, {
    source,
    text: textToRun(text, source.runner, sent.apply_auto_limit ?? false),
    queryId,
    maxAge: sent.max_age ?? ANY_AGE,
    wait: sent.wait ?? null,
  })
}

/** Runs a saved query. Those who may not write SQL may run it while it is safe. */
export async function runQuery(ctx: Context, id: number, sent: SavedRun, signal: AbortSignal): Promise<RunAnswer> {
  return answer(ctx, signal, await savedRun(ctx, id, sent, signal))
}

/** Runs a saved query now, with values from the address, for those with full access to its data source. */
export async function refresh(ctx: Context, id: number, address: Values, signal: AbortSignal): Promise<RunAnswer> {
  const { row, source } = await mustRun(ctx, id)
  if (!can(ctx.viewer, 'query.refresh', recordOf(row))) throw new ExecutionRefused(403, NO_PERMISSION)
  const definitions = row.query.options.parameters ?? []
  const values = {
    ...undeclaredValues(address),
    ...addressValues(
      definitions.filter((definition) => typeOf(definition) === 'query'),
      address,
    ),
  }
  const text = filledText({ text: row.query.query, definitions, language: textLanguage(source.runner) }, values)
  const autoLimit = row.query.options.apply_auto_limit ?? false
  return answer(ctx, signal, { source, text: textToRun(text, source.runner, autoLimit), queryId: id, maxAge: 0, wait: null })
}

export async function job(ctx: Context, id: string, signal: AbortSignal): Promise<{ job: Job }> {
  return { job: presentJob(await mustSee(ctx, id, signal)) }
}

/** Ends an execution for everybody it was handed to: at once while it waits, else by asking its worker. */
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

/** @throws AppError `job_not_found` when there is no such execution, or none that a user may see; `forbidden` for the holder of a key */
export async function mustSee(ctx: Context, id: string, signal: AbortSignal): Promise<store.ExecutionRow> {
  const execution = await currentState(ctx, id)
  if (!execution) throw new AppError('job_not_found')
  if (await mayViewJob(ctx, execution, signal)) return execution
  throw new AppError(ctx.viewer.kind === 'user' ? 'job_not_found' : 'forbidden')
}

async function answer(ctx: Context, signal: AbortSignal, run: Run): Promise<RunAnswer> {
  const stored = await storedFor(ctx, signal, run, (row) => run.wait === null && isKept(ctx, row, JSON_OF_ALL))
  recordRunEvent(ctx, run, stored !== null)
  if (stored && run.wait === null) {
    const body = await jsonAnswer(ctx, stored, ctx.viewer.kind === 'user' ? 'full' : 'data')
    return { contentType: 'application/json; charset=utf-8', body }
  }
  if (stored) return { job: finishedJob(randomUUID(), stored.id), ...(await firstWindow(ctx, stored)) }
  return start(ctx, signal, run)
}

async function start(ctx: Context, signal: AbortSignal, { source, text, queryId, wait }: Run): Promise<RunAnswer> {
  const userId = ctx.viewer.kind === 'user' ? ctx.viewer.id : null
  const { id, isNew } = await startOrJoin(ctx, { source, text, queryId, userId, scheduled: false, key: keyOf(ctx) })
  try {
    // What is new has not been taken by a worker yet; what was joined may have ended before anybody listened.
    const enough = new AbortController()
    const end = wait ? awaitEnd(ctx, id, wait, AbortSignal.any([signal, enough.signal])) : null
    if (end && !isNew && (await store.isOver(ctx.db, id))) enough.abort()
    if (isNew && !end) return { job: waitingJob(id) }
    const row = await (end ?? store.findWithResult(ctx.db, id))
    if (!row) throw new AppError('job_not_found')
    if (row.result && !(await callerSeesInputs(ctx, queryId, row.result))) throw new AppError('result_restricted')
    const job = presentJob(row.execution)
    return row.result && wait !== null ? { job, ...(await firstWindow(ctx, row.result)) } : { job }
  } catch (error) {
    if (!isConnectionTrouble(error)) throw error
    // It runs, whatever became of the connection: its job tells how it ends.
    return { job: waitingJob(id) }
  } finally {
    if (isNew) auditRun(ctx, { id, source, text, queryId })
  }
}

/** The first rows, for people; the holders of a key get a result as a whole, without the facts about it. */
async function firstWindow(ctx: Context, row: store.ResultRow): Promise<{ window?: ResultWindow }> {
  if (ctx.viewer.kind !== 'user') return {}
  const fresh = freshRows(row.file)
  const rows = fresh ?? (await ctx.results.window(storedResult(row), firstWindowAsked)).rows
  return { window: { result: presentInfo(row), offset: 0, total: row.row_count, rows } }
}

/** The query that unsaved text is said to belong to, as far as the caller may see it; it is only recorded. */
/** The dialect that a saved query has chosen. */
async function dialectOf(ctx: Context, id: number | null): Promise<string | null> {
  const row = id === null ? undefined : await queries.find(ctx, id)
  return row?.query.options.dialect ?? null
}

async function visibleId(ctx: Context, id: number): Promise<number | null> {
  const row = await queries.findVisible(ctx, id)
  return row?.query.id ?? null
}
