import type { Services } from '../../platform/context.ts'
import { defineJob, type JobDefinition } from '../../platform/queue/queue.ts'
import { cleanUpResults, executeQuery, reapExecutions } from './job-definitions.ts'
import { cleanUp, reap, reapAll } from './upkeep.ts'
import { execute } from './worker.ts'

export function executionJobs(services: Services): JobDefinition[] {
  return [
    defineJob({
      ...executeQuery,
      concurrency: services.config.executionConcurrency,
      retries: 0,
      run: ({ id }, signal) => execute(services, id, signal),
    }),
    defineJob({ ...reapExecutions, concurrency: 1, retries: 0, run: () => reap(services) }),
    defineJob({ ...cleanUpResults, concurrency: 1, retries: 0, run: () => cleanUp(services) }),
  ]
}

/** What a worker does once when it starts: cleans up after those before it, and sees to the regular rounds. */
export async function startExecutions(services: Services): Promise<void> {
  await (services.config.databaseUrl === null ? reapAll(services) : reap(services))
  await services.queue.schedule(reapExecutions.name, '* * * * *')
  await services.queue.schedule(cleanUpResults.name, '*/5 * * * *')
}
