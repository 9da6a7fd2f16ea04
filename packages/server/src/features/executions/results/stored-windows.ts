import { Readable } from 'node:stream'
import type { StoredRuns } from '@sightline/contract/executions.ts'
import type { ResultWindow } from '@sightline/contract/results.ts'
import { userOf } from '../../../platform/authorize.ts'
import type { Context } from '../../../platform/context.ts'
import type { StreamReply } from '../../../platform/http/app.ts'
import { AppError, ExecutionRefused } from '../../../platform/http/errors.ts'
import { CachedResponse } from '../../../platform/results/response-cache.ts'
import { FIRST_WINDOW_ROWS } from '../await-end.ts'
import { presentInfo, storedResult } from '../present.ts'
import { recordRunEvent, savedRun, storedResultFor } from '../run-checks.ts'
import type { ResultRow } from '../tables.ts'
import { cachedBody, isCached } from './service.ts'

/**
 * A result of at most this many cells is sent whole, so that no second request is needed; a year of days in a few columns fits.
 */
const WHOLE_CELLS = 5000
/** Name of the first rows of a result in the cache. */
const FIRST_ROWS = 'first'

type StoredRun = StoredRuns['runs'][number]

interface StoredWindow {
  row: ResultRow
  /** The window as JSON. */
  window: Buffer
}

/**
 * The first rows of the stored results of several runs, with which a page of many widgets begins, in one call. Each result is
 * encoded once, and the response is compressed once for all callers with the same runs.
 * @returns null for a run without a stored result and for a refused run; running it tells the client why
 * @throws AppError for holders of keys, who run each query
 */
export function storedWindows(ctx: Context, { runs }: StoredRuns, signal: AbortSignal): Promise<StreamReply> {
  return respondWithWindows(ctx, runs, '', signal)
}

/** The same for saved queries without parameters; the response also has their ids, in the order of the windows. */
export function storedWindowsByQuery(ctx: Context, queryIds: readonly number[], signal: AbortSignal): Promise<StreamReply> {
  const runs = queryIds.map((query_id) => ({ query_id, parameters: {} }))
  return respondWithWindows(ctx, runs, `"query_ids":${JSON.stringify(queryIds)},`, signal)
}

/** @param lead JSON members before the windows */
async function respondWithWindows(
  ctx: Context,
  runs: readonly StoredRun[],
  lead: string,
  signal: AbortSignal,
): Promise<StreamReply> {
  userOf(ctx)
  const found = await Promise.all(runs.map((run) => windowFor(ctx, run, signal)))
  const name = `stored ${lead}${found.map((one) => one?.row.id ?? '').join(',')}`
  const body = await ctx.results.answers.get(name, () => Readable.from([joinWindows(found, lead)]))
  return { contentType: 'application/json; charset=utf-8', body }
}

async function windowFor(ctx: Context, { query_id, parameters }: StoredRun, signal: AbortSignal): Promise<StoredWindow | null> {
  try {
    const run = await savedRun(ctx, query_id, { parameters }, signal)
    const row = await storedResultFor(ctx, signal, run, (found) => isWhole(found) && isCached(ctx, found, FIRST_ROWS))
    if (row === null) return null
    const answer = await cachedBody(ctx, row, FIRST_ROWS, () => Readable.from(text(ctx, row)))
    // A window that is too large for the cache is left to a request of its own.
    if (!(answer instanceof CachedResponse)) {
      answer.destroy()
      return null
    }
    recordRunEvent(ctx, run, true)
    return { row, window: answer.bytes }
  } catch (error) {
    if (error instanceof ExecutionRefused || error instanceof AppError) return null
    throw error
  }
}

const isWhole = ({ row_count, columns }: ResultRow) =>
  row_count <= FIRST_WINDOW_ROWS || row_count * columns.length <= WHOLE_CELLS

async function* text(ctx: Context, row: ResultRow): AsyncGenerator<Buffer> {
  const limit = isWhole(row) ? Math.max(row.row_count, 1) : FIRST_WINDOW_ROWS
  const request = { offset: 0, limit, sort: [], search: '', searchColumns: null, filters: [], isCountedLater: false }
  const { rows } = await ctx.results.window(storedResult(row), request)
  const window: ResultWindow = { result: presentInfo(ctx.viewer, row), offset: 0, total: row.row_count, rows }
  yield Buffer.from(JSON.stringify(window))
}

/** The response body, joined from windows that are JSON already. */
function joinWindows(found: readonly (StoredWindow | null)[], lead: string): Buffer {
  const pieces = found.flatMap((one, index) => [Buffer.from(index === 0 ? '' : ','), one?.window ?? Buffer.from('null')])
  return Buffer.concat([Buffer.from(`{${lead}"windows":[`), ...pieces, Buffer.from(']}')])
}
