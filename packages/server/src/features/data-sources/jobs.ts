import { z } from 'zod'
import type { Services } from '../../platform/context.ts'
import { defineJob, type JobDefinition } from '../../platform/queue/queue.ts'
import { refreshDue } from './schema.ts'

const refreshSchemas = { name: 'refresh_schemas', input: z.unknown() }

export function dataSourceJobs(services: Services): JobDefinition[] {
  return [defineJob({ ...refreshSchemas, concurrency: 1, retries: 0, run: () => refreshDue(services) })]
}

/** Schedules the hourly refresh of schemas that are a day old. */
export async function scheduleDataSourceJobs({ queue }: Services): Promise<void> {
  await queue.schedule(refreshSchemas.name, '50 * * * *')
}
