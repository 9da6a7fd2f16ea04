import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/** Kinds of background jobs that this installation knows. */
export const backgroundQueues = pgTable('background_queues', {
  name: text().primaryKey(),
  /** Schedule of this kind of job: five fields, in UTC; null for jobs that are only enqueued by code. */
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
    /** The span that enqueued it, as in the header of that name; null if no traces are recorded. */
    traceparent: text(),
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** Earliest time to run the job: later than `created_at` for a retry. */
    run_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** Number of starts. */
    attempts: integer().notNull().default(0),
    /** The worker that runs the job, and the time of its start; null while the job waits. */
    worker: text(),
    started_at: timestamp({ withTimezone: true }),
  },
  (table) => [index('background_jobs_waiting').on(table.name, table.run_at).where(sql`${table.started_at} is null`)],
)
