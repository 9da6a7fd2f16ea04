import type { Cell } from '@sightline/contract/results.ts'
import { RecentlyUsed } from '@sightline/domain/recently-used.ts'
import type { Services } from '../../platform/context.ts'
import { perProcess } from '../../platform/process-memory.ts'
import * as store from './store.ts'
import type { ExecutionRow, ResultRow } from './tables.ts'
import { FROM_START, ProgressEvent, progressChannel, watchChannel } from './worker/progress.ts'

/** An execution that has ended, with its result if it has one. */
export interface End {
  execution: ExecutionRow
  result: ResultRow | null
}

/** Rows of the window that is sent with the end of a run. */
export const FIRST_WINDOW_ROWS = 100

const MAX_RECENT_ENDS = 100
/** Characters; larger first rows are read from the result's file. */
const MAX_FIRST_ROWS_LENGTH = 64 * 1024

/** The executions that this process ended last: callers that wait for them need not read back what was just written. */
const recent = perProcess(() => ({
  /** By id of the execution. */
  ends: new RecentlyUsed<string, End>(MAX_RECENT_ENDS),
  /** The whole first windows of their results, by file. */
  firstRows: new RecentlyUsed<string, Cell[][]>(MAX_RECENT_ENDS),
}))

/**
 * Remembers the end of an execution of this process.
 * @param rows the first rows of its result, possibly not all that fill a window
 */
export function rememberEnd(ctx: { memory: object }, end: End, rows: Cell[][]): void {
  const { ends, firstRows } = recent(ctx)
  const { execution, result } = end
  ends.set(execution.id, end)
  if (result === null || rows.length !== Math.min(result.row_count, FIRST_WINDOW_ROWS)) return
  if (textLength(rows) <= MAX_FIRST_ROWS_LENGTH) firstRows.set(result.file, rows)
}

function textLength(rows: Cell[][]): number {
  let length = 0
  for (const row of rows) for (const cell of row) length += typeof cell === 'string' ? cell.length : 8
  return length
}

/** The end of an execution, or its current state if it has not ended; undefined if there is no such execution. */
export const endOrState = (ctx: Pick<Services, 'db' | 'memory'>, id: string): End | Promise<End | undefined> =>
  recent(ctx).ends.peek(id) ?? store.findWithResult(ctx.db, id)

/** The first window of a result that this process has stored lately; null if it has to be read from this file. */
export const recentFirstRows = (ctx: { memory: object }, file: string): Cell[][] | null =>
  recent(ctx).firstRows.peek(file) ?? null

/** Milliseconds after which a run is asked for its first rows: the many short runs end before and need not send them. */
const WATCH_AFTER_MS = 20
/** Milliseconds from the first rows in which most runs end that send no others: their result then needs no further request. */
const END_AFTER_ROWS_MS = 10

/**
 * Waits until an execution ends. Listening starts with the call itself, so no later end is missed.
 * @param limit milliseconds to wait at most
 * @param signal ends the waiting early
 * @param until `first_rows` also ends it when a follower of the execution would get its first rows
 * @returns the execution in its state at that time; undefined if there is no such execution
 */
export function awaitEnd(
  services: Services,
  id: string,
  limit: number,
  signal: AbortSignal,
  until: 'end' | 'first_rows' = 'end',
): Promise<End | undefined> {
  const end = new Promise<End | undefined>((resolve) => {
    const watch = () =>
      services.events
        .publish(watchChannel(id), FROM_START)
        .catch((err) => services.log.warn({ err }, 'The first rows of a run could not be asked for.'))
    // Asks for the first rows, and once they are there, ends the wait.
    let rowsTimer = until === 'first_rows' ? setTimeout(watch, WATCH_AFTER_MS) : undefined
    const finish = () => {
      clearTimeout(rowsTimer)
      clearTimeout(timer)
      stop()
      signal.removeEventListener('abort', finish)
      // Within the event handler itself, so that the caller is answered before the worker tidies up.
      resolve(endOrState(services, id))
    }
    const timer = setTimeout(finish, limit)
    const stop = services.events.subscribe(progressChannel(id), (payload) => {
      const type = ProgressEvent.safeParse(payload).data?.type
      if (type === 'end') finish()
      if (type !== 'rows' || until === 'end') return
      clearTimeout(rowsTimer)
      rowsTimer = setTimeout(finish, END_AFTER_ROWS_MS)
    })
    signal.addEventListener('abort', finish)
    if (signal.aborted) finish()
  })
  // A caller that fails before it awaits this promise would leave its rejection unhandled.
  end.catch(() => {})
  return end
}
