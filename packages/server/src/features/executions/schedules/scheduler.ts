import type { Services } from '../../../platform/context.ts'
import { recordPoll } from '../worker/registry.store.ts'
import { startDue } from './due-runs.ts'
import * as store from './store.ts'

/** The shortest interval of a schedule is a minute; polling twice as often meets it in time. */
const POLL_INTERVAL_MS = 30_000
/** Ids of outdated queries that are recorded; beyond this only their number is. */
const MAX_RECORDED_IDS = 1_000

/** Polls for due queries in this process until it is stopped. */
export interface Scheduler {
  /** Ends the polling, after the query that is just being started. */
  stop(): Promise<void>
}

/** Starts to poll for due queries: now, and then every half minute. */
export function startScheduler(services: Services): Scheduler {
  const stopping = new AbortController()
  let polling: Promise<void> | null = null
  const poll = () => {
    // With thousands of due queries one poll may take longer than the interval.
    polling ??= pollDueSchedules(services, stopping.signal)
      .catch((err) => services.log.error({ err }, 'Scheduled queries could not be polled.'))
      .finally(() => {
        polling = null
      })
  }
  const timer = setInterval(poll, POLL_INTERVAL_MS)
  poll()
  return {
    async stop() {
      clearInterval(timer)
      stopping.abort()
      await polling
    },
  }
}

/** Starts the queries that are due, and records for operators which were due or are still running. */
export async function pollDueSchedules(services: Services, signal: AbortSignal): Promise<void> {
  const polledAt = services.now()
  const due = await startDue(services, signal)
  const ids = [...new Set([...due, ...(await store.underWay(services.db))])]
  await recordPoll(services.db, services.worker, polledAt, { count: ids.length, ids: ids.slice(0, MAX_RECORDED_IDS) })
}
