import { z } from 'zod'
import type { Services } from '../../platform/context.ts'
import { defineJob, type JobDefinition } from '../../platform/queue/queue.ts'
import { removeOld } from './service.ts'

const removeOldEntries = { name: 'remove_old_audit_entries', input: z.unknown() }

export function auditJobs(services: Services): JobDefinition[] {
  return [defineJob({ ...removeOldEntries, concurrency: 1, retries: 0, run: () => removeOld(services) })]
}

/** Schedules the hourly removal of old entries. */
export async function scheduleAuditJobs({ queue }: Services): Promise<void> {
  await queue.schedule(removeOldEntries.name, '10 * * * *')
}
