import { randomUUID } from 'node:crypto'
import { callerName } from '../../platform/caller-name.ts'
import type { Context, Services } from '../../platform/context.ts'
import type { Db } from '../../platform/db/db.ts'
import { retryOnDisconnect } from '../../platform/db/retry-on-disconnect.ts'
import { AppError } from '../../platform/http/errors.ts'
import { callerNetwork } from '../../platform/networks.ts'
import type { RunnableSource } from '../data-sources/service.ts'
import { hashOf } from '../queries/run-text.ts'
import { ONE, ProgressEvent, progressChannel, WAKE } from './channels.ts'
import { type KeyCaller, RETRY_AFTER_SECONDS, WAITING_PER_ADDRESS, WAITING_PER_KEY } from './key-limits.ts'
import * as queue from './queue.store.ts'
import { type End, recentEnd } from './recent-ends.ts'
import { tryReserveSlot } from './slots.ts'
import * as store from './store.ts'

/** A run that has passed its checks. */
export interface NewRun {
  source: Pick<RunnableSource, 'row'>
  /** As the source gets it, but for the annotation. */
  text: string
  /** The query it is started for; null for text that is not saved. */
  queryId: number | null
  /** Who asks; null for a key-based caller. */
  userId: number | null
  /** Started by the query's schedule, and not by a person. */
  scheduled: boolean
  /** Who asks by a key; null for users and schedules. */
  key: KeyCaller | null
}

export interface Started {
  id: string
  /** False when the same text on the same source was waiting or running already: then this is its execution. */
  isNew: boolean
}

/** How long the database may be away while an execution is stored, milliseconds: less than a claimed one may go without a heartbeat. */
const START_PATIENCE_MS = 5_000

/**
 * Starts an execution, or joins the one of the same text on the same source, and sees that a worker takes it. Not for transactions.
 * @throws AppError `too_many_runs` when too many of this key are waiting already
 */
export async function startOrJoin(services: Services, run: NewRun): Promise<Started> {
  const { source } = run
  // What finds a free slot here needs no queue. A limited source or key is left to those who count its slots.
  const isLimited = source.row.concurrency !== null || run.key !== null
  const slot = isLimited || run.scheduled ? null : tryReserveSlot(services.worker)
  try {
    const execution = newExecution(run)
    const worker = slot ? services.worker : null
    // The execution keeps its id, so one that was stored although the answer got lost is found, and not started twice.
    const store = () => add(services.db, execution, worker)
    const { id, started, isNew } = await retryOnDisconnect(store, { patience: START_PATIENCE_MS })
    if (started && slot) slot.begin({ ...started, source: source.row, worker: services.worker })
    else slot?.release()
    if (isNew && !slot) wake(services, ONE)
    return { id, isNew }
  } catch (error) {
    slot?.release()
    throw error
  }
}

/**
 * The same without waking anybody, to be part of a transaction. After its commit, `wakeWorkers` for what is new: until then no
 * worker can see it.
 */
export async function addOrJoin(db: Db, run: NewRun): Promise<Started> {
  const { id, isNew } = await add(db, newExecution(run), null)
  return { id, isNew }
}

function add(db: Db, execution: queue.NewExecution, worker: string | null): ReturnType<typeof queue.startOrJoin> {
  const { key } = execution
  if (key === null) return queue.startOrJoin(db, execution, worker)
  return db.transaction(async (tx) => {
    await queue.lockKey(tx, key)
    const { all, here } = await queue.waitingOfKey(tx, key)
    const isFull = all >= WAITING_PER_KEY || here >= WAITING_PER_ADDRESS
    if (isFull && !(await queue.isUnderWay(tx, execution)))
      throw new AppError('too_many_runs', { retry_after: RETRY_AFTER_SECONDS })
    return queue.startOrJoin(tx, execution, worker)
  })
}

/** Who calls by a key; null for users. */
export function keyOf({ viewer, origin }: Pick<Context, 'viewer' | 'origin'>): KeyCaller | null {
  const name = viewer.kind === 'user' ? null : callerName(viewer)
  return name === null ? null : { name, address: callerNetwork(origin?.ip ?? '') }
}

const newExecution = ({ source, text, queryId, userId, scheduled, key }: NewRun): queue.NewExecution => ({
  id: randomUUID(),
  data_source_id: source.row.id,
  query: text,
  query_hash: hashOf(text),
  user_id: userId,
  query_id: queryId,
  scheduled,
  key,
})

/** Makes workers with free slots look for work, in whichever process. Those of this one look at once. */
export function wakeWorkers(services: Services): void {
  wake(services, null)
}

function wake(services: Services, payload: typeof ONE | null): void {
  services.events
    .publish(WAKE, payload)
    // They look by themselves every few seconds.
    .catch((err) => services.log.warn({ err }, 'Workers could not be woken.'))
}

/**
 * Waits for the end of an execution, for up to `limit` milliseconds. Listening starts with the call, so no end is missed that
 * comes after it.
 * @param signal ends the waiting early
 * @returns the execution as it stands then, with its result if it has one; undefined when there is no such execution
 */
export function awaitEnd(services: Services, id: string, limit: number, signal: AbortSignal): Promise<End | undefined> {
  const end = new Promise<End | undefined>((resolve) => {
    const read = () => {
      clearTimeout(timer)
      stop()
      signal.removeEventListener('abort', read)
      // At once, in the very message: whoever waits comes before the worker's own tidying up.
      resolve(recentEnd(id) ?? store.findWithResult(services.db, id))
    }
    const timer = setTimeout(read, limit)
    const stop = services.events.subscribe(progressChannel(id), (payload) => {
      if (ProgressEvent.safeParse(payload).data?.type === 'end') read()
    })
    signal.addEventListener('abort', read)
    if (signal.aborted) read()
  })
  // A caller that fails before it waits for this leaves nobody to hear that this failed as well.
  end.catch(() => {})
  return end
}
