import { z } from 'zod'
import type { Services } from '../../platform/context.ts'
import { defineJob, type JobDefinition } from '../../platform/queue/queue.ts'
import { vacuumAllTables } from './store.ts'

const vacuumDatabase = { name: 'tidy_database', input: z.unknown() }

/** The embedded database has no autovacuum daemon; PostgreSQL does. */
const isEmbedded = ({ config }: Services) => config.databaseUrl === null

export const cleanUpJobs = (services: Services): JobDefinition[] =>
  isEmbedded(services)
    ? [defineJob({ ...vacuumDatabase, concurrency: 1, retries: 0, run: () => vacuumAllTables(services.db) })]
    : []

/** Schedules the job at a quiet time. */
export async function scheduleCleanUpJobs(services: Services): Promise<void> {
  if (isEmbedded(services)) await services.queue.schedule(vacuumDatabase.name, '20 4 * * *')
}
