import type { Services } from '../../platform/context.ts'
import { defineJob, type JobDefinition } from '../../platform/queue/queue.ts'
import { removeEvents } from './checks.store.ts'
import { checkPendingResults } from './checks.ts'
import { enqueueDueDeliveries, sendDelivery } from './deliveries.ts'
import { deliverAlert, recoverAlerts, removeOldEvents } from './queue.ts'

/** Slow services must not hold up the others. */
const CONCURRENCY = 8
const DAY_MS = 86_400_000
/** How long the history of alerts goes back. */
const KEPT_DAYS = 365

export function alertJobs(services: Services): JobDefinition[] {
  return [
    // Tries and pauses stand in the table of messages, where people can see them.
    defineJob({
      ...deliverAlert,
      concurrency: CONCURRENCY,
      retries: 0,
      run: ({ delivery_id }, signal) => sendDelivery(services, delivery_id, signal),
    }),
    defineJob({ ...recoverAlerts, concurrency: 1, retries: 0, run: () => lookAfter(services) }),
    defineJob({
      ...removeOldEvents,
      concurrency: 1,
      retries: 0,
      run: () => removeEvents(services.db, new Date(services.now().getTime() - KEPT_DAYS * DAY_MS)),
    }),
  ]
}

/**
 * Plans the regular rounds, and a first one for now: what a process has left undone is found within a minute, or by the next worker
 * that starts, and so is what is to be tried again.
 */
export async function scheduleAlertJobs({ queue }: Services): Promise<void> {
  await queue.enqueue(recoverAlerts, {})
  await queue.schedule(recoverAlerts.name, '* * * * *')
  await queue.schedule(removeOldEvents.name, '50 3 * * *')
}

async function lookAfter(services: Services): Promise<void> {
  await checkPendingResults(services)
  await enqueueDueDeliveries(services)
}
