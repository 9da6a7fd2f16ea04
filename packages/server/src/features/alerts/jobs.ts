import type { Services } from '../../platform/context.ts'
import { defineJob, type JobDefinition } from '../../platform/queue/queue.ts'
import { onRunEnd } from '../executions/service.ts'
import { checkPendingResults, checkResult, removeOldEvents } from './checks.ts'
import { deliverAlert, enqueueDueDeliveries, recoverAlerts, removeOldAlertEvents, sendDelivery } from './deliveries.ts'
import { checkRecovered, markFailing } from './failing.ts'

/** Parallel deliveries, so that slow services do not delay the others. */
const CONCURRENCY = 8

export function alertJobs(services: Services): JobDefinition[] {
  return [
    // Attempts and pauses are stored with the delivery, where users can see them, so the queue does not retry.
    defineJob({
      ...deliverAlert,
      concurrency: CONCURRENCY,
      retries: 0,
      run: ({ delivery_id }, signal) => sendDelivery(services, delivery_id, signal),
    }),
    defineJob({ ...recoverAlerts, concurrency: 1, retries: 0, run: () => recover(services) }),
    defineJob({
      ...removeOldAlertEvents,
      concurrency: 1,
      retries: 0,
      run: () => removeOldEvents(services),
    }),
  ]
}

/**
 * Has new results checked at once, and schedules the recovery round every minute. One runs right away, so that unfinished work and
 * retries are picked up as soon as a worker starts.
 */
export async function scheduleAlertJobs(services: Services): Promise<void> {
  const { queue } = services
  onRunEnd(services, { result: checkResult, failure: markFailing })
  await queue.enqueue(recoverAlerts, {})
  await queue.schedule(recoverAlerts.name, '* * * * *')
  await queue.schedule(removeOldAlertEvents.name, '50 3 * * *')
}

async function recover(services: Services): Promise<void> {
  await markFailing(services)
  await checkRecovered(services)
  await checkPendingResults(services)
  await enqueueDueDeliveries(services)
}
