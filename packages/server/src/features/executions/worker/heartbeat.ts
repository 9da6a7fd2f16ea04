import { hostname } from 'node:os'
import type { Services } from '../../../platform/context.ts'
import { loopTurned } from '../../../platform/health.ts'
import { VERSION } from '../../../platform/version.ts'
import * as store from './heartbeat.store.ts'
import { runsOf, stopRun } from './run.ts'
import { runCounts } from './run-counts.ts'

const HEARTBEAT_INTERVAL_MS = 2_000
/** Seconds without a heartbeat after which a worker loses its executions: five heartbeats. */
export const HEARTBEAT_TIMEOUT_S = 10
/** A heartbeat that takes longer is a sign of trouble with the database; less cannot make another worker seem lost. */
const SLOW_MS = (HEARTBEAT_TIMEOUT_S * 1000) / 2
/** Lost workers stay in the list for this long, so that operators can notice them. */
const LOST_WORKER_SECONDS = 3_600

/** The sign of life of this worker process. */
export interface Heartbeat {
  /**
   * Whether the database has taken its heartbeats for so long that other workers would have been heard. After an outage they may
   * only seem silent, because they had the same outage.
   */
  isSteady(): boolean
  /** Ends it and removes this worker from the list. Its executions and jobs must have ended before. */
  stop(): Promise<void>
}

/** Adds this process to the list of workers, and keeps its row up to date until it is stopped. */
export async function startHeartbeat(services: Services): Promise<Heartbeat> {
  const { db, worker, log } = services
  await sendHeartbeat(services)
  loopTurned(services, 'heartbeat')
  let troubleAt = performance.now()
  const beating = new Set<Promise<void>>()

  async function beat(): Promise<void> {
    const begun = performance.now()
    try {
      await sendHeartbeat(services)
      loopTurned(services, 'heartbeat')
      if (performance.now() - begun > SLOW_MS) troubleAt = performance.now()
    } catch (err) {
      troubleAt = performance.now()
      log.warn({ err }, 'The heartbeat of this worker could not be stored.')
    }
  }

  const timer = setInterval(() => {
    const one = beat().finally(() => beating.delete(one))
    beating.add(one)
  }, HEARTBEAT_INTERVAL_MS)

  return {
    isSteady: () => performance.now() - troubleAt >= HEARTBEAT_TIMEOUT_S * 1000,
    async stop() {
      clearInterval(timer)
      // A late one would add this worker to the list again.
      await Promise.all(beating)
      await store.unregister(db, worker)
    },
  }
}

/**
 * Stores the heartbeat and the counters of this worker. The reply names the executions that it holds: runs that are to be
 * cancelled are stopped, even if that message got lost, and so are those that another worker has taken over.
 */
export async function sendHeartbeat(services: Services): Promise<void> {
  const { db, worker, config } = services
  // Listed before the statement, because a later claim is not in its reply.
  const ids = runsOf(services)
  const row = {
    id: worker,
    hostname: hostname(),
    pid: process.pid,
    version: VERSION,
    slots: config.executionConcurrency,
    ...runCounts(services),
  }
  const held = new Map((await store.saveHeartbeat(db, row, LOST_WORKER_SECONDS)).map((one) => [one.id, one.is_cancelled]))
  for (const id of ids) {
    if (!held.has(id)) stopRun(services, id, 'lost')
    else if (held.get(id)) stopRun(services, id, 'cancelled')
  }
}
