import { type Explanation, JobStatus, type SlotHolder } from '@sightline/contract/executions.ts'
import { can } from '@sightline/domain/permissions/can.ts'
import type { Context } from '../../platform/context.ts'
import { wireTime } from '../../platform/wire-time.ts'
import * as store from './store.ts'
import type { ExecutionRow } from './tables.ts'
import { ProgressEvent, progressChannel, watchChannel } from './worker/progress.ts'

/** How long a single request waits for the wait state of the database, in milliseconds. */
const WAIT_STATE_LIMIT_MS = 1_500

const noExplanation: Explanation = {
  waits_for: null,
  ahead: 0,
  source: null,
  slots: null,
  holders: [],
  usual_runtime: null,
  database: null,
}

/**
 * Explains why an execution is not done yet, as far as our own tables show.
 * @param database the database's own wait state, if known
 */
export async function explain(ctx: Context, execution: ExecutionRow, database: string | null = null): Promise<Explanation> {
  switch (execution.status) {
    case JobStatus.waiting:
      return explainWaiting(ctx, execution)
    case JobStatus.processing:
      return { ...noExplanation, usual_runtime: await store.usualRuntime(ctx.db, execution), database }
    default:
      return noExplanation
  }
}

/**
 * Explains an execution for a single request: asks the worker for the wait state of the database and gives it a moment to
 * answer.
 */
export async function explainOnce(ctx: Context, execution: ExecutionRow, signal: AbortSignal): Promise<Explanation> {
  const isAsked = execution.status === JobStatus.processing && (await maySeeDatabase(ctx, execution))
  return explain(ctx, execution, isAsked ? await requestWaitState(ctx, execution.id, signal) : null)
}

/**
 * Whether the caller may read the wait state of the database, which names its users and hosts. Users with full access to the
 * data source could query it anyway.
 */
export async function maySeeDatabase(ctx: Context, execution: ExecutionRow): Promise<boolean> {
  const source = await store.sourceOf(ctx.db, execution.id)
  return source !== undefined && can(ctx.viewer, 'source.use', source)
}

async function explainWaiting(ctx: Context, execution: ExecutionRow): Promise<Explanation> {
  const source = await store.sourceOf(ctx.db, execution.id)
  if (!source) return noExplanation
  const isFull = source.concurrency !== null && source.running >= source.concurrency
  const among = isFull ? execution.data_source_id : null
  const [ahead, holders, usual] = [
    await store.countAhead(ctx.db, execution, among),
    await store.holders(ctx.db, among),
    await store.usualRuntime(ctx.db, execution),
  ]
  return {
    waits_for: isFull ? 'source' : 'worker',
    ahead,
    source: can(ctx.viewer, 'source.view', source) ? source.name : null,
    slots: isFull ? source.concurrency : null,
    holders: holders.map((holder) => presentHolder(ctx, holder)),
    usual_runtime: usual,
    database: null,
  }
}

function presentHolder(ctx: Context, holder: Awaited<ReturnType<typeof store.holders>>[number]): SlotHolder {
  const { query, shares } = holder
  const now = ctx.now()
  const since = holder.started_at ?? now
  const isVisible = query !== null && can(ctx.viewer, 'query.view', { ...query, is_safe: false, editor_ids: [], shares })
  return {
    user: ctx.viewer.kind === 'user' ? holder.user : null,
    query: isVisible ? { id: query.id, name: query.name } : null,
    scheduled: holder.scheduled,
    since: wireTime(since),
    elapsed: Math.max(0, now.getTime() - since.getTime()),
  }
}

function requestWaitState(ctx: Context, id: string, signal: AbortSignal): Promise<string | null> {
  return new Promise((resolve) => {
    const end = (text: string | null) => {
      clearTimeout(timer)
      stop()
      signal.removeEventListener('abort', giveUp)
      resolve(text)
    }
    const giveUp = () => end(null)
    const timer = setTimeout(giveUp, WAIT_STATE_LIMIT_MS)
    const stop = ctx.events.subscribe(progressChannel(id), (payload) => {
      const event = ProgressEvent.safeParse(payload).data
      if (event?.type === 'database') end(event.text)
      else if (event?.type === 'end') end(null)
    })
    signal.addEventListener('abort', giveUp)
    ctx.events.publish(watchChannel(id), null).catch(giveUp)
  })
}
