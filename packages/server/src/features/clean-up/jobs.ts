import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Services } from '../../platform/context.ts'
import type { Db } from '../../platform/db/db.ts'
import { defineJob, type JobDefinition } from '../../platform/queue/queue.ts'

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

/**
 * Vacuums and analyzes all tables of the embedded database: frees the space of deleted rows and updates the planner's
 * statistics. One table at a time, since each is locked meanwhile.
 */
export async function vacuumAllTables(db: Db): Promise<void> {
  const tables = await db
    .select({ name: sql<string>`format('%I.%I', nspname, relname)` })
    .from(sql`pg_class join pg_namespace on pg_namespace.oid = relnamespace`)
    .where(sql`relkind = 'r' and nspname not in ('pg_catalog', 'information_schema')`)
    .orderBy(sql`1`)
  for (const { name } of tables) await db.execute(sql`vacuum analyze ${sql.raw(name)}`)
}
