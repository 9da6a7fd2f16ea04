import { z } from 'zod'
import type { Services } from '../../platform/context.ts'
import { defineJob, type JobDefinition } from '../../platform/queue/queue.ts'
import { removeLeftovers } from './tidying.ts'

const tidyDatabase = { name: 'tidy_database', input: z.unknown() }

/** The embedded database has one process, this one; PostgreSQL tidies up by itself. */
const isEmbedded = ({ config }: Services) => config.databaseUrl === null

export const cleanUpJobs = (services: Services): JobDefinition[] =>
  isEmbedded(services)
    ? [defineJob({ ...tidyDatabase, concurrency: 1, retries: 0, run: () => removeLeftovers(services.db) })]
    : []

/** Plans the round for a time at which hardly anybody waits. */
export async function scheduleCleanUpJobs(services: Services): Promise<void> {
  if (isEmbedded(services)) await services.queue.schedule(tidyDatabase.name, '20 4 * * *')
}
