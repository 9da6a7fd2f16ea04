import { randomUUID } from 'node:crypto'
import type { Services } from '../../platform/context.ts'
import type { Db } from '../../platform/db/db.ts'
import type { RunnableSource } from '../data-sources/service.ts'
import { hashOf } from '../queries/run-text.ts'
import { News, newsChannel, ONE, WAKE } from './channels.ts'
import * as queue from './queue.store.ts'
import { type End, recentEnd } from './recent-ends.ts'
import { takeSlot } from './slots.ts'
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
}

export interface Started {
  id: string
  /** False when the same text on the same source was waiting or running already: then this is its execution. */
  isNew: boolean
}

/** Starts an execution, or joins the one of the same text on the same source, and sees that a worker takes it. Not for transactions. */
export async function startOrJoin(services: Services, run: NewRun): Promise<Started> {
  const { source } = run
  // What finds a free slot here needs no queue. A limited source is left to those who count its slots.
  const slot = source.row.concurrency === null && !run.scheduled ? takeSlot(services.worker) : null
  try {
    const { id, started } = await queue.startOrJoin(services.db, newExecution(run), slot ? services.worker : null)
    if (started && slot) slot.begin({ ...started, source: source.row, worker: services.worker })
    else slot?.release()
    if (started && !slot) wake(services, ONE)
    return { id, isNew: started !== null }
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
  const { id, started } = await queue.startOrJoin(db, newExecution(run), null)
  return { id, isNew: started !== null }
}

const newExecution = ({ source, text, queryId, userId, scheduled }: NewRun): queue.NewExecution => ({
  id: randomUUID(),
  data_source_id: source.row.id,
  query: text,
  query_hash: hashOf(text),
  user_id: userId,
  query_id: queryId,
  scheduled,
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
  return new Promise((resolve) => {
    const read = () => {
      clearTimeout(timer)
      stop()
      signal.removeEventListener('abort', read)
      // At once, in the very message: whoever waits comes before the worker's own tidying up.
      resolve(recentEnd(id) ?? store.findWithResult(services.db, id))
    }
    const timer = setTimeout(read, limit)
    const stop = services.events.subscribe(newsChannel(id), (payload) => {
      if (News.safeParse(payload).data?.type === 'end') read()
    })
    signal.addEventListener('abort', read)
    if (signal.aborted) read()
  })
}
