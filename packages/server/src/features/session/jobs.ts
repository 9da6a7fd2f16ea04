import type { Services } from '../../platform/context.ts'
import { defineJob, type JobDefinition } from '../../platform/queue/queue.ts'
import { passwordResetJob, sendPasswordReset } from './passwords.ts'

export function sessionJobs(services: Services): JobDefinition[] {
  return [defineJob({ ...passwordResetJob, concurrency: 2, retries: 0, run: (input) => sendPasswordReset(services, input) })]
}
