import { z } from 'zod'
import type { Services } from '../../platform/context.ts'
import { defineJob, type JobDefinition } from '../../platform/queue/queue.ts'
import { cleanUp, removeOrphans } from './results/retention.ts'
import { removeEndedSchedules, type Scheduler, startScheduler } from './schedules/due-runs.ts'
import { sendFailureMails } from './schedules/outcome.ts'
import type { Heartbeat } from './worker/heartbeat.ts'
import { startWorkerPool, type WorkerPool } from './worker/pool.ts'
import { recoverAll } from './worker/recovery.ts'

/** With the growing pauses of the queue these take about five minutes; the next hour's mail sends the rest. */
const MAIL_RETRIES = 5

const cleanUpResults = { name: 'clean_up_results', input: z.unknown() }
const removeOrphanFiles = { name: 'remove_orphan_files', input: z.unknown() }
const removeEnded = { name: 'remove_ended_schedules', input: z.unknown() }
const mailFailures = { name: 'mail_schedule_failures', input: z.unknown() }

export function executionJobs(services: Services): JobDefinition[] {
  return [
    defineJob({ ...cleanUpResults, concurrency: 1, retries: 0, run: () => cleanUp(services) }),
    defineJob({ ...removeOrphanFiles, concurrency: 1, retries: 0, run: () => removeOrphans(services) }),
    defineJob({ ...removeEnded, concurrency: 1, retries: 0, run: () => removeEndedSchedules(services) }),
    defineJob({ ...mailFailures, concurrency: 1, retries: MAIL_RETRIES, run: () => sendFailureMails(services) }),
  ]
}

/**
 * Starts to run executions: recovers what earlier processes left behind and schedules the clean-up jobs.
 * @param heartbeat of this worker
 */
export async function startExecutions(services: Services, heartbeat: Heartbeat): Promise<WorkerPool> {
  if (services.config.databaseUrl === null) await recoverAll(services)
  await services.queue.schedule(cleanUpResults.name, '*/5 * * * *')
  await services.queue.schedule(removeOrphanFiles.name, '25 * * * *')
  return startWorkerPool(services, heartbeat)
}

/** Schedules the hourly jobs of scheduled queries and starts to poll for due ones. */
export async function startSchedules(services: Services): Promise<Scheduler> {
  await services.queue.schedule(removeEnded.name, '0 * * * *')
  await services.queue.schedule(mailFailures.name, '0 * * * *')
  return startScheduler(services)
}
