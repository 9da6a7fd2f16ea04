import type { Services } from '../../platform/context.ts'
import { defineJob, type JobDefinition } from '../../platform/queue/queue.ts'
import { mailReset, mailResetTo } from './passwords.ts'

export function sessionJobs(services: Services): JobDefinition[] {
  return [defineJob({ ...mailReset, concurrency: 2, retries: 0, run: (input) => mailResetTo(services, input) })]
}
