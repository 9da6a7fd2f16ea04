import { z } from 'zod'
import type { Services } from '../../platform/context.ts'
import { defineJob, type JobDefinition } from '../../platform/queue/queue.ts'
import { removeOld } from './service.ts'

const removeOldEvents = { name: 'remove_old_events', input: z.unknown() }

export function eventJobs(services: Services): JobDefinition[] {
  return [defineJob({ ...removeOldEvents, concurrency: 1, retries: 0, run: () => removeOld(services) })]
}

/** Schedules the regular removal of old events. */
export async function scheduleEventJobs({ queue }: Services): Promise<void> {
  await queue.schedule(removeOldEvents.name, '40 3 * * *')
}
