import type { Services } from '../../platform/context.ts'
import { defineJob, type JobDefinition } from '../../platform/queue/queue.ts'
import { attemptReport, enqueueDueReports } from './deliveries.ts'
import { pollDueReports, sendReport } from './queue.ts'

/** Reports wait for queries most of the time. */
const CONCURRENCY = 2

export function subscriptionJobs(services: Services): JobDefinition[] {
  return [
    // Tries and pauses stand with the subscription, where people can see them.
    defineJob({
      ...sendReport,
      concurrency: CONCURRENCY,
      retries: 0,
      run: ({ subscription_id }, signal) => attemptReport(services, subscription_id, signal),
    }),
    defineJob({ ...pollDueReports, concurrency: 1, retries: 0, run: () => enqueueDueReports(services) }),
  ]
}

/** Plans the regular rounds, and a first one for now: what came due while nobody worked is sent then. */
export async function scheduleSubscriptionJobs({ queue }: Services): Promise<void> {
  await queue.enqueue(pollDueReports, {})
  await queue.schedule(pollDueReports.name, '* * * * *')
}
