import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/** Kinds of background jobs that this installation knows. */
export const backgroundQueues = pgTable('background_queues', {
  name: text().primaryKey(),
  /** When jobs of this kind are added by themselves: five fields, in UTC; null for those that are only sent. */
  cron: text(),
  next_at: timestamp({ withTimezone: true }),
})

/** Background jobs that have not ended. */
export const backgroundJobs = pgTable(
  'background_jobs',
  {
    id: uuid().primaryKey().defaultRandom(),
    name: text().notNull(),
    input: jsonb().notNull(),
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** Not before this time: later than `created_at` for a retry. */
    run_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** How often it was started. */
    attempts: integer().notNull().default(0),
    /** The worker that runs it, and since when; null while it waits. */
    worker: text(),
    started_at: timestamp({ withTimezone: true }),
  },
  (table) => [index('background_jobs_waiting').on(table.name, table.run_at).where(sql`${table.started_at} is null`)],
)
