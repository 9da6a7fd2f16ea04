import type { Services } from '../../platform/context.ts'
import { defineJob, type JobDefinition } from '../../platform/queue/queue.ts'
import { installSample, sampleJob } from './sample/install.ts'

export function setupJobs(services: Services): JobDefinition[] {
  return [
    defineJob({
      ...sampleJob,
      concurrency: 1,
      retries: 3,
      async run({ user_id }, signal) {
        try {
          await installSample(services, user_id, signal)
        } catch (cause) {
          throw new Error('The sample data could not be installed completely.', { cause })
        }
      },
    }),
  ]
}
