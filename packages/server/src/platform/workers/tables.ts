import { sql } from 'drizzle-orm'
import { doublePrecision, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/**
 * The worker processes of the installation. Executions and background jobs refer to them: work of a worker that has no row or sends
 * no heartbeat is taken over. Silent ones stay for a while, for operators.
 */
export const workers = pgTable('workers', {
  /** The value of `executions.worker` and `background_jobs.worker`. */
  id: text().primaryKey(),
  hostname: text().notNull(),
  pid: integer().notNull(),
  version: text().notNull(),
  /** Number of executions that it runs at a time. */
  slots: integer().notNull(),
  successful_jobs: integer().notNull().default(0),
  failed_jobs: integer().notNull().default(0),
  /** Seconds, of all executions together. */
  total_working_time: doublePrecision().notNull().default(0),
  started_at: timestamp({ withTimezone: true }).notNull(),
  heartbeat_at: timestamp({ withTimezone: true }).notNull(),
  /** When it last polled for due queries; null before the first poll. */
  looked_at: timestamp({ withTimezone: true }),
  /** How many queries were due then or still running. */
  outdated_count: integer().notNull().default(0),
  /** Their ids, or the first of them if there are very many. */
  outdated_query_ids: integer().array().notNull().default(sql`'{}'::integer[]`),
})
