import type { AdhocRun, SavedRun } from '@sightline/contract/executions.ts'
import { i18n } from '@sightline/domain/language/i18n.ts'
import { passesTexts, type Values } from '@sightline/domain/parameters/definition.ts'
import { can } from '@sightline/domain/permissions/can.ts'
import { isSameQueryText } from '@sightline/domain/query-hash.ts'
import { beginningOf } from '@sightline/domain/shortened.ts'
import type { Context, Viewer } from '../../platform/context.ts'
import { AppError, ExecutionRefused } from '../../platform/http/errors.ts'
import * as audit from '../audit/service.ts'
import * as dataSources from '../data-sources/service.ts'
import { recordEvent } from '../events/service.ts'
import { recordOf } from '../queries/present.ts'
import * as queries from '../queries/service.ts'
import { filledQuery } from './parameters.ts'
import { resolveReferences, UnreadableQuery } from './query-references.ts'
import { callerSeesInputs, intactOrNull, readerFor } from './results/service.ts'
import * as store from './store.ts'
import type { ResultRow } from './tables.ts'

const archived = () => i18n._('This query is archived. Its API key can read the last result but cannot run the query.')
export const noPermission = (): string => i18n._('You do not have permission to run queries with this data source.')
/** Maximum age for stored results of any age. */
export const ANY_AGE = -1

/** A run that has passed its checks. */
export interface Run {
  source: dataSources.RunnableSource
  /** Query text as the source gets it, without the annotation. */
  text: string
  bindsTexts: boolean
  /** The parameter values that the text contains. */
  parameters: Values
  queryId: number | null
  /** Maximum age of a stored result in seconds; negative for any age, 0 for none. */
  maxAge: number
  /** Milliseconds to wait for the end; null for clients that do not know about waiting. */
  wait: number | null
  /** As in the request; the end by default. */
  waitUntil?: AdhocRun['wait_until']
}

/** A saved query as the caller may run it now, with values filled in. Refusals and their order are those of Redash. */
export async function savedRun(ctx: Context, id: number, sent: SavedRun, signal: AbortSignal): Promise<Run> {
  const runnable = await mustRun(ctx, id)
  return {
    source: runnable.source,
    text: await savedText(ctx, runnable, sent, signal),
    bindsTexts: passesTexts(runnable.row.query.options.parameters),
    parameters: sent?.parameters ?? {},
    queryId: id,
    maxAge: maxAgeFor(ctx, sent?.max_age ?? ANY_AGE),
    wait: sent?.wait ?? null,
    waitUntil: sent?.wait_until,
  }
}

/** The text of a saved query as its source gets it, with values filled in. @throws AppError and ExecutionRefused like `filledQuery` */
async function savedText(ctx: Context, { row, source }: RunnableQuery, sent: SavedRun, signal: AbortSignal): Promise<string> {
  const text = await filledQuery(ctx, row, source, sent?.parameters ?? {}, signal)
  return queries.textToRun(text, source.runner, sent?.apply_auto_limit ?? row.query.options.apply_auto_limit ?? false)
}

/**
 * Whether a result is what the caller's run of a saved query with these values returns: the caller may run it, and it was read
 * with the same text from the same source. It does not matter which query and which user it was stored for.
 */
export async function isResultOfRun(
  ctx: Context,
  queryId: number,
  sent: SavedRun,
  result: ResultRow,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    const runnable = await mayRun(ctx, queryId)
    if (runnable.source.row.id !== result.data_source_id) return false
    const text = await savedText(ctx, runnable, sent, signal)
    return queries.hashOf(text) === result.query_hash && isSameQueryText(result.query, text, runnable.source.runner.dialect)
  } catch (error) {
    if (error instanceof ExecutionRefused || error instanceof AppError) return false
    throw error
  }
}

/** Visitors of a public dashboard cannot force a run while a stored result is younger than the configured age. */
function maxAgeFor({ viewer, config }: Context, sent: number): number {
  return viewer.kind === 'token' && sent >= 0 ? Math.max(sent, config.publicMaxAge) : sent
}

/**
 * The stored result that answers a run and that the caller may see; null if the query has to be run.
 * @param isAtHand whether the response for a result is cached, so that its file may be missing
 */
export async function storedResultFor(
  ctx: Context,
  signal: AbortSignal,
  run: Run,
  isAtHand: (row: ResultRow) => boolean,
): Promise<ResultRow | null> {
  if (run.text.trim() === '') throw new ExecutionRefused(400, i18n._('The query text is empty.'))
  if (run.source.runner.readsQueries) await refuseUnreadable(ctx, signal, run)
  if (run.maxAge === 0) return null
  const row = await recentResult(ctx, run)
  if (row === null || !(await callerSeesInputs(ctx, run.queryId, row))) return null
  return isAtHand(row) ? row : intactOrNull(ctx, row)
}

/** Characters of the query text in the event. */
const MAX_EVENT_CHARACTERS = 1000

/** Records a run in the events, whether a stored result answered it or not. */
export function recordRunEvent(ctx: Context, { source, text, queryId }: Run, isStored: boolean): void {
  const query = beginningOf(text, MAX_EVENT_CHARACTERS).toWellFormed()
  const about = { object_type: 'data_source', object_id: source.row.id, query_id: queryId, query }
  recordEvent(ctx, { ...about, action: 'execute_query', cache: isStored ? 'hit' : 'miss' })
}

/** Characters of the query text in the audit log: enough to recognise it, as whole texts are stored with their queries. */
const MAX_AUDIT_CHARACTERS = 1000

/**
 * Records in the audit log who has started a run. The response does not wait for that, and a failure to write the log stops no
 * query.
 */
export function auditRun(ctx: Context, id: string, { source, text, queryId }: Run): void {
  const { row } = source
  const about = {
    data_source_id: row.id,
    data_source_name: row.name,
    job: id,
    text: beginningOf(text, MAX_AUDIT_CHARACTERS).toWellFormed(),
  }
  // In a later turn, because the embedded database works on this thread and would delay the response.
  setImmediate(() => {
    audit
      .recordAction(ctx, 'query.run', { object_id: queryId, details: about })
      .catch((err) => ctx.log.error({ err, execution_id: id }, 'A run could not be written into the audit log.'))
  })
}

/** The newest stored result of the same query text, read in the same time zone, that is not too old. */
async function recentResult(ctx: Context, { source, text, maxAge }: Run): Promise<ResultRow | null> {
  const [results, timeZone] = await Promise.all([
    store.resultsByHash(ctx.db, source.row.id, queries.hashOf(text)),
    dataSources.sessionTimeZone(ctx, source.row),
  ])
  const newest = results.find(
    (result) => result.time_zone === timeZone && isSameQueryText(result.query, text, source.runner.dialect),
  )
  if (!newest) return null
  const age = (ctx.now().getTime() - newest.retrieved_at.getTime()) / 1000
  return maxAge < 0 || age <= maxAge ? newest : null
}

interface RunnableQuery {
  row: queries.QueryRow
  source: dataSources.RunnableSource
}

/** A query that the caller may run now, and its source. Refusals and their order are those of Redash. */
export async function mustRun(ctx: Context, id: number): Promise<RunnableQuery> {
  const runnable = await mayRun(ctx, id)
  refusePaused(runnable.source)
  return runnable
}

/** The same for a source that may be paused: its stored results can still be read. */
async function mayRun(ctx: Context, id: number): Promise<RunnableQuery> {
  const row = await queries.mustFind(ctx, id)
  const { data_source_id, options } = row.query
  const source = data_source_id === null ? null : await dataSources.findRunnable(ctx, data_source_id, options.dialect)
  if (!source) throw new ExecutionRefused(401, i18n._('Target data source not available.'))
  if (row.query.is_archived && ctx.viewer.kind !== 'user') throw new ExecutionRefused(403, archived())
  const record = recordOf(row)
  const isOldEmbed = ctx.config.allowsTextInEmbeds && ctx.viewer.kind === 'key' && can(ctx.viewer, 'query.view', record)
  if (!isOldEmbed && !can(ctx.viewer, 'query.run', record)) throw new ExecutionRefused(403, refusal(ctx.viewer, record.is_safe))
  return { row, source }
}

/**
 * Checks that the caller may read all queries that the text references. The worker checks again when it runs the text; this
 * check is for callers who would get a stored result or join a run.
 */
async function refuseUnreadable(ctx: Context, signal: AbortSignal, { text, queryId }: Run): Promise<void> {
  const reader = await readerFor(ctx, ctx.viewer, queryId)
  try {
    await resolveReferences(ctx, reader, { text, query_id: queryId }, signal)
  } catch (error) {
    if (error instanceof UnreadableQuery) throw new ExecutionRefused(error.status, error.message)
    throw error
  }
}

function refusal(viewer: Viewer, isSafe: boolean): string {
  if (isSafe) return noPermission()
  return viewer.kind === 'user'
    ? i18n._(
        'This query contains potentially unsafe parameters and cannot be executed with read-only access to this data source.',
      )
    : i18n._(
        'This query contains potentially unsafe parameters and cannot be executed on a shared dashboard or an embedded visualization.',
      )
}

export function refusePaused({ row }: dataSources.RunnableSource): void {
  if (!row.paused) return
  const { name, pause_reason: reason } = row
  throw new ExecutionRefused(
    400,
    reason
      ? i18n._('{name} is paused ({reason}). Please try later.', { name, reason })
      : i18n._('{name} is paused. Please try later.', { name }),
  )
}
