import { randomUUID } from 'node:crypto'
import type { Values } from '@sightline/domain/parameters/definition.ts'
import { callerName } from '../../platform/caller-name.ts'
import type { Context, Services } from '../../platform/context.ts'
import type { Db } from '../../platform/db/db.ts'
import { retryOnDisconnect } from '../../platform/db/retry-on-disconnect.ts'
import { AppError } from '../../platform/http/errors.ts'
import { callerNetwork } from '../../platform/networks.ts'
import { perProcess } from '../../platform/process-memory.ts'
import type { RunnableSource } from '../data-sources/service.ts'
import { hashOf } from '../queries/service.ts'
import { keptValues } from './kept-values.ts'
import * as queue from './queue.store.ts'

/** Executions of one key that may wait at a time. A page with many charts requests all of them at once. */
export const WAITING_PER_KEY = 200
/** How many of these may come from one IP address. */
export const WAITING_PER_ADDRESS = 50
/** Seconds after which a refused caller may try again. */
export const RETRY_AFTER_SECONDS = 30

/** A run that has passed its checks. */
export interface NewRun {
  source: Pick<RunnableSource, 'row'>
  /** Query text as the source gets it, without the annotation. */
  text: string
  /** Whether the string literals of the text are passed as bound parameters, if the source supports that. */
  bindsTexts: boolean
  /** The parameter values that the text contains, for the history of the query. */
  parameters: Values
  /** The query that is run; null for text that is not saved. */
  queryId: number | null
  /** The user who runs it; null for a caller with a key. */
  userId: number | null
  /** Whether the query's schedule starts it. */
  scheduled: boolean
  /** The caller with a key; null for users and schedules. */
  key: queue.KeyCaller | null
}

export interface StartResult {
  id: string
  /** False if the same text was already waiting or running on the same source; then `id` is that execution's. */
  isNew: boolean
}

/** A slot of this process's worker pool, reserved for an execution that is about to be stored. Call one of its methods, once. */
export interface Slot {
  /** Runs the stored execution in this slot. */
  run(claimed: queue.ClaimedRow): void
  release(): void
}

/** The worker pool of this process, if it has one. */
const ownPool = perProcess((): { reserve: (() => Slot | null) | null } => ({ reserve: null }))

/**
 * Lets executions that are started in the worker's own process begin at once, without a trip through the queue.
 * @param reserve returns null while no slot is free
 * @returns a function that ends this
 */
export function registerSlotProvider(services: Services, reserve: () => Slot | null): () => void {
  const pool = ownPool(services)
  pool.reserve = reserve
  return () => {
    pool.reserve = null
  }
}

/**
 * How long starting is retried while the database is unreachable, in milliseconds; shorter than the time after which a claim that
 * nobody works on is taken over.
 */
const START_PATIENCE_MS = 5_000

/**
 * Starts an execution, or joins the one that is waiting or running with the same text on the same source. It runs in this
 * process if a slot is free here; otherwise it waits in the table of executions until a worker claims it. Not for use in a
 * transaction.
 * @throws AppError `too_many_runs` if too many executions of this key are waiting
 */
export async function startOrJoin(services: Services, run: NewRun): Promise<StartResult> {
  const { source } = run
  // Slots of a limited source or key are counted when an execution is claimed, so those always go through the queue.
  const isLimited = source.row.concurrency !== null || run.key !== null
  const slot = isLimited || run.scheduled ? null : (ownPool(services).reserve?.() ?? null)
  try {
    const execution = newExecution(run, services.tracing.current())
    const worker = slot ? services.worker : null
    // The id stays the same for all attempts, so an execution whose confirmation got lost is found and not started twice.
    const store = () => add(services.db, execution, worker)
    const { id, started, isNew } = await retryOnDisconnect(store, { patience: START_PATIENCE_MS })
    services.tracing.annotate({ 'sightline.execution.id': id })
    if (started && slot) slot.run({ ...started, source: source.row, worker: services.worker })
    else slot?.release()
    if (isNew && !slot) wake(services, ONE)
    return { id, isNew }
  } catch (error) {
    slot?.release()
    throw error
  }
}

/** Does the same within a transaction, but wakes no worker: call `wakeWorkers` for new executions after the commit. */
export async function addOrJoin(db: Db, run: NewRun): Promise<StartResult> {
  const { id, isNew } = await add(db, newExecution(run, null), null)
  return { id, isNew }
}

/** @param worker runs the execution from now on; null leaves it waiting */
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

/** The caller of a request with a key; null for users. */
export function keyCallerOf({ viewer, origin }: Pick<Context, 'viewer' | 'origin'>): queue.KeyCaller | null {
  const name = viewer.kind === 'user' ? null : callerName(viewer)
  return name === null ? null : { name, address: callerNetwork(origin?.ip ?? '') }
}

/** @param traceparent the span that starts it */
const newExecution = (
  { source, text, bindsTexts, parameters, queryId, userId, scheduled, key }: NewRun,
  traceparent: string | null,
): queue.NewExecution => ({
  id: randomUUID(),
  data_source_id: source.row.id,
  query: text,
  binds_texts: bindsTexts,
  parameters: keptValues(parameters),
  query_hash: hashOf(text),
  user_id: userId,
  query_id: queryId,
  scheduled,
  key,
  traceparent,
})

/** Channel on which workers hear that executions may be waiting. */
export const WAKE = 'executions:wake'
/** Payload for exactly one new execution, so that a worker does not look for a second one. */
export const ONE = 'one'

/** Makes all workers with free slots look for waiting executions, in this and in other processes. */
export function wakeWorkers(services: Services): void {
  wake(services, null)
}

function wake(services: Services, payload: typeof ONE | null): void {
  services.events
    .publish(WAKE, payload)
    // Workers also poll every few seconds.
    .catch((err) => services.log.warn({ err }, 'Workers could not be woken.'))
}
