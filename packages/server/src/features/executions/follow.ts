import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { type JobEvent, JobStatus } from '@sightline/contract/executions.ts'
import type { Context } from '../../platform/context.ts'
import type { StreamReply } from '../../platform/http/app.ts'
import { News, newsChannel, watchChannel } from './channels.ts'
import { presentJob } from './present.ts'
import * as store from './store.ts'

/** A state goes out at least this often, which also keeps proxies from closing the stream. */
const LOOK_MS = 15_000
/** How often somebody in the queue is told their place in it. */
const QUEUE_LOOK_MS = 1_000

/**
 * Waits for the end of an execution, for up to `limit` milliseconds, and reads it then. Listening starts with the call, so no
 * end is missed that comes after it.
 * @param signal ends the waiting early
 */
export function awaitEnd(
  ctx: Context,
  id: string,
  limit: number,
  signal: AbortSignal,
): ReturnType<typeof store.findWithResult> {
  return new Promise((resolve) => {
    const read = () => {
      clearTimeout(timer)
      stop()
      signal.removeEventListener('abort', read)
      // At once, in the very message: whoever waits comes before the worker's own tidying up.
      resolve(store.findWithResult(ctx.db, id))
    }
    const timer = setTimeout(read, limit)
    const stop = ctx.events.subscribe(newsChannel(id), (payload) => {
      if (News.safeParse(payload).data?.type === 'end') read()
    })
    signal.addEventListener('abort', read)
    if (signal.aborted) read()
  })
}

/**
 * The live events of an execution as Server-Sent Events, each with its JSON as data: first where it stands now, then what
 * happens, at last its end, after which the stream ends.
 */
export function followJob(ctx: Context, id: string, signal: AbortSignal): StreamReply {
  return {
    contentType: 'text/event-stream; charset=utf-8',
    headers: { 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' },
    body: Readable.from(spelled(happenings(ctx, id, signal)), { objectMode: false }),
  }
}

async function* spelled(events: AsyncIterable<JobEvent>): AsyncGenerator<string> {
  for await (const event of events) yield `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`
}

async function* happenings(ctx: Context, id: string, signal: AbortSignal): AsyncGenerator<JobEvent> {
  const mailbox = openMailbox(ctx, id)
  let rows = 0
  let isWatched = false
  try {
    while (!signal.aborted) {
      const execution = await store.find(ctx.db, id)
      if (!execution) return
      const ahead = execution.status === JobStatus.waiting ? await store.countAhead(ctx.db, execution) : 0
      yield stateOf(execution, rows, ahead, ctx.now())
      if (execution.status === JobStatus.done || execution.status === JobStatus.failed) {
        yield { type: 'end', job: presentJob(execution) }
        return
      }
      const isRunning = execution.status === JobStatus.processing
      // The worker does not know who follows; told so, it says again what it has said before.
      if (isRunning && !isWatched) await ctx.events.publish(watchChannel(id), null)
      isWatched ||= isRunning
      for await (const news of mailbox.until(Date.now() + (isRunning ? LOOK_MS : QUEUE_LOOK_MS), signal)) {
        if (news.type === 'rows') yield { type: 'rows', columns: news.columns, rows: news.rows }
        else {
          rows = news.rows
          yield stateOf(execution, rows, ahead, ctx.now())
        }
      }
    }
  } finally {
    mailbox.close()
  }
}

function stateOf(execution: store.ExecutionRow, rows: number, ahead: number, now: Date): JobEvent {
  const since = execution.started_at ?? execution.created_at
  const until = execution.finished_at ?? now
  return { type: 'state', job: presentJob(execution), elapsed: Math.max(0, until.getTime() - since.getTime()), rows, ahead }
}

type Update = Exclude<News, { type: 'end' }>

/** Holds the newest news of each kind for a reader that may be slower than the worker. */
function openMailbox(ctx: Context, id: string) {
  const held = new Map<Update['type'], Update>()
  let isOver = false
  let wake = () => {}
  const stop = ctx.events.subscribe(newsChannel(id), (payload) => {
    const news = News.safeParse(payload).data
    if (news?.type === 'end') isOver = true
    else if (news) held.set(news.type, news)
    wake()
  })
  return {
    close: stop,
    /** What comes until the given time, in milliseconds since the epoch; ends early when the execution has ended. */
    async *until(time: number, signal: AbortSignal): AsyncGenerator<Update> {
      while (!isOver && !signal.aborted) {
        const [news] = held.values()
        if (news) {
          held.delete(news.type)
          yield news
          continue
        }
        if (Date.now() >= time) return
        const rest = new AbortController()
        wake = () => rest.abort()
        await delay(time - Date.now(), undefined, { signal: AbortSignal.any([rest.signal, signal]) }).catch(() => undefined)
        wake = () => {}
      }
    },
  }
}
