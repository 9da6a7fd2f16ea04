import type { Services } from '../../platform/context.ts'
import { defineJob, type JobDefinition } from '../../platform/queue/queue.ts'
import { cleanUpResults, removeOrphanFiles } from './job-definitions.ts'
import { startWorkerPool, type WorkerPool } from './worker/pool.ts'
import { cleanUp, recoverAll, removeOrphans } from './worker/recovery.ts'

export function executionJobs(services: Services): JobDefinition[] {
  return [
    defineJob({ ...cleanUpResults, concurrency: 1, retries: 0, run: () => cleanUp(services) }),
    defineJob({ ...removeOrphanFiles, concurrency: 1, retries: 0, run: () => removeOrphans(services) }),
  ]
}

/** What a worker does when it starts: sees to what those before it left behind, plans the regular rounds, and takes executions. */
export async function startExecutions(services: Services): Promise<WorkerPool> {
  if (services.config.databaseUrl === null) await recoverAll(services)
  await services.queue.schedule(cleanUpResults.name, '*/5 * * * *')
  await services.queue.schedule(removeOrphanFiles.name, '25 * * * *')
  return startWorkerPool(services)
}
