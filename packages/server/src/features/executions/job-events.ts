import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { type JobEvent, JobStatus } from '@sightline/contract/executions.ts'
import { callerName } from '../../platform/caller-name.ts'
import { createConcurrencyLimit } from '../../platform/concurrency-limit.ts'
import type { Context } from '../../platform/context.ts'
import type { StreamReply } from '../../platform/http/app.ts'
import { AppError } from '../../platform/http/errors.ts'
import { callerNetwork } from '../../platform/networks.ts'
import { perProcess } from '../../platform/process-memory.ts'
import { explain, maySeeDatabase } from './explain.ts'
import { presentJob } from './present.ts'
import { countAhead } from './store.ts'
import type { ExecutionRow } from './tables.ts'
import { EXPLAIN_AFTER_MS, FROM_START, ProgressEvent, progressChannel, watchChannel } from './worker/progress.ts'
import { currentState } from './worker/recovery.ts'

/** The state is sent at least this often, which also keeps proxies from closing the stream. */
const POLL_INTERVAL_MS = 5_000
/** How often a waiting caller receives its position in the queue. */
const QUEUE_POLL_INTERVAL_MS = 1_000

/** Event streams that may be open at a time in one process: of a user, of a key, and of a key from one IP address. */
const STREAMS_PER_USER = 100
const STREAMS_PER_KEY = 300
export const STREAMS_PER_ADDRESS = 30

const openStreams = perProcess(createConcurrencyLimit)

interface Following {
  maySee(): Promise<boolean>
  /** Ends the stream. */
  signal: AbortSignal
}

/**
 * The live events of an execution as Server-Sent Events with JSON data: first its current state, then what happens, and last
 * its end, which closes the stream. It also ends when the caller may no longer see the execution.
 * @param following `maySee` asks whether the caller may see it by now
 * @throws AppError `too_many_streams`; the caller can poll the job instead
 */
export function followJob(ctx: Context, id: string, following: Following): StreamReply {
  const close = openStream(ctx)
  const { signal } = following
  const body = Readable.from(serverSentEvents(jobEvents(ctx, id, following)), { objectMode: false })
  // The body may never be read if the caller disconnects early, so it may never close by itself.
  signal.addEventListener('abort', close, { once: true })
  body.once('close', close)
  return {
    contentType: 'text/event-stream; charset=utf-8',
    headers: { 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' },
    body,
  }
}

/** Counts an open stream of the caller. @returns a function to call when the stream closes */
function openStream(ctx: Context): () => void {
  const { viewer, origin } = ctx
  const streams = openStreams(ctx)
  const name = callerName(viewer) ?? ''
  const isKey = viewer.kind !== 'user'
  const ofCaller = streams.open(name, isKey ? STREAMS_PER_KEY : STREAMS_PER_USER)
  const ofAddress = isKey && ofCaller ? streams.open(`${name} ${callerNetwork(origin?.ip ?? '')}`, STREAMS_PER_ADDRESS) : null
  if (ofCaller === null || (isKey && ofAddress === null)) {
    ofCaller?.()
    throw new AppError('too_many_streams')
  }
  return () => {
    ofCaller()
    ofAddress?.()
  }
}

async function* serverSentEvents(events: AsyncIterable<JobEvent>): AsyncGenerator<string> {
  for await (const event of events) yield `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`
}

async function* jobEvents(ctx: Context, id: string, { maySee, signal }: Following): AsyncGenerator<JobEvent> {
  const mailbox = openMailbox(ctx, id)
  let rows = 0
  let database: string | null = null
  let isWatched = false
  try {
    while (!signal.aborted) {
      const execution = await currentState(ctx, id)
      if (!execution || !(await maySee())) return
      const state = await stateOf(ctx, execution, rows, database)
      yield state
      if (execution.finished_at !== null) {
        yield { type: 'end', job: presentJob(execution) }
        return
      }
      const isRunning = execution.status === JobStatus.processing
      if (!isRunning) database = null
      // Workers publish nothing until a follower announces itself; then they report the progress and, for longer runs, the wait
      // state.
      else await ctx.events.publish(watchChannel(id), isWatched ? null : FROM_START)
      isWatched = isRunning
      for await (const event of mailbox.until(Date.now() + pause(isRunning, state.elapsed), signal)) {
        if (event.type === 'rows') yield { type: 'rows', columns: event.columns, rows: event.rows }
        else {
          if (event.type === 'progress') rows = event.rows
          else database = (await maySeeDatabase(ctx, execution)) ? event.text : null
          const explanation = state.explanation && { ...state.explanation, database }
          yield { ...state, elapsed: elapsedOf(execution, ctx.now()), rows, explanation }
        }
      }
    }
  } finally {
    mailbox.close()
  }
}

/** Milliseconds until the next poll. The first poll of a longer run comes as soon as the run is worth explaining. */
function pause(isRunning: boolean, elapsed: number): number {
  if (isRunning) return elapsed < EXPLAIN_AFTER_MS ? EXPLAIN_AFTER_MS - elapsed : POLL_INTERVAL_MS
  return elapsed < EXPLAIN_AFTER_MS ? QUEUE_POLL_INTERVAL_MS : 2 * QUEUE_POLL_INTERVAL_MS
}

type State = Extract<JobEvent, { type: 'state' }>

async function stateOf(ctx: Context, execution: ExecutionRow, rows: number, database: string | null): Promise<State> {
  const elapsed = elapsedOf(execution, ctx.now())
  const isWorthExplaining = execution.finished_at === null && elapsed >= EXPLAIN_AFTER_MS
  const explanation = isWorthExplaining ? await explain(ctx, execution, database) : null
  const isWaiting = execution.status === JobStatus.waiting
  const ahead = isWaiting ? (explanation?.ahead ?? (await countAhead(ctx.db, execution, null))) : 0
  return { type: 'state', job: presentJob(execution), elapsed, rows, ahead, explanation }
}

function elapsedOf(execution: ExecutionRow, now: Date): number {
  const since = execution.started_at ?? execution.created_at
  const until = execution.finished_at ?? now
  return Math.max(0, until.getTime() - since.getTime())
}

type Update = Exclude<ProgressEvent, { type: 'end' | 'moved' }>

/** Holds the newest event of each type for a follower that may be slower than the worker. */
function openMailbox(ctx: Context, id: string) {
  const held = new Map<Update['type'], Update>()
  let hasMoved = false
  let wake = () => {}
  const stop = ctx.events.subscribe(progressChannel(id), (payload) => {
    const event = ProgressEvent.safeParse(payload).data
    if (event?.type === 'end' || event?.type === 'moved') hasMoved = true
    else if (event) held.set(event.type, event)
    wake()
  })
  return {
    close: stop,
    /** Yields events until a time in milliseconds since the epoch; returns early when the execution changes its state. */
    async *until(time: number, signal: AbortSignal): AsyncGenerator<Update> {
      while (!hasMoved && !signal.aborted) {
        const [event] = held.values()
        if (event) {
          held.delete(event.type)
          yield event
          continue
        }
        if (Date.now() >= time) return
        const rest = new AbortController()
        wake = () => rest.abort()
        await delay(time - Date.now(), undefined, { signal: AbortSignal.any([rest.signal, signal]) }).catch(() => undefined)
        wake = () => {}
      }
      hasMoved = false
    },
  }
}
