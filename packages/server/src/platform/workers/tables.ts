import { sql } from 'drizzle-orm'
import { doublePrecision, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** The worker processes of the installation, as far as they have lately given signs of life: for those who watch over it. */
export const workers = pgTable('workers', {
  /** What `executions.worker` names. */
  id: text().primaryKey(),
  hostname: text().notNull(),
  pid: integer().notNull(),
  version: text().notNull(),
  /** Executions that it runs at a time. */
  slots: integer().notNull(),
  successful_jobs: integer().notNull().default(0),
  failed_jobs: integer().notNull().default(0),
  /** Seconds, of all executions together. */
  total_working_time: doublePrecision().notNull().default(0),
  started_at: timestamp({ withTimezone: true }).notNull(),
  heartbeat_at: timestamp({ withTimezone: true }).notNull(),
  /** When it last looked for queries that their schedule wants to run; null before the first look. */
  looked_at: timestamp({ withTimezone: true }),
  /** How many it found then, or found still under way. */
  outdated_count: integer().notNull().default(0),
  /** Which: the first of them, when there are very many. */
  outdated_query_ids: integer().array().notNull().default(sql`'{}'::integer[]`),
})
