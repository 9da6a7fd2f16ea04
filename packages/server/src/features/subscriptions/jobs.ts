import type { Services } from '../../platform/context.ts'
import { defineJob, type JobDefinition } from '../../platform/queue/queue.ts'
import { attemptReport, enqueueDueReports, pollDueReports, sendReport } from './deliveries.ts'

/** Parallel reports; they mostly wait for queries. */
const CONCURRENCY = 2

export function subscriptionJobs(services: Services): JobDefinition[] {
  return [
    // Attempts and pauses are stored with the subscription, where users can see them, so the queue does not retry.
    defineJob({
      ...sendReport,
      concurrency: CONCURRENCY,
      retries: 0,
      run: ({ subscription_id }, signal) => attemptReport(services, subscription_id, signal),
    }),
    defineJob({ ...pollDueReports, concurrency: 1, retries: 0, run: () => enqueueDueReports(services) }),
  ]
}

/** Schedules the poll for due reports every minute, and one right away for reports missed while no worker ran. */
export async function scheduleSubscriptionJobs({ queue }: Services): Promise<void> {
  await queue.enqueue(pollDueReports, {})
  await queue.schedule(pollDueReports.name, '* * * * *')
}
