import type { QueryOptions, Schedule } from '@sightline/contract/queries.ts'
import { sql } from 'drizzle-orm'
import { boolean, customType, index, integer, jsonb, pgTable, serial, text, timestamp } from 'drizzle-orm/pg-core'
import { entityTimes } from '../../platform/db/columns.ts'
import { dataSources } from '../data-sources/tables.ts'
import { users } from '../users/tables.ts'

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

export const queries = pgTable(
  'queries',
  {
    id: serial().primaryKey(),
    name: text().notNull(),
    description: text(),
    query: text().notNull(),
    query_hash: text().notNull(),
    api_key: text().notNull().unique(),
    data_source_id: integer().references(() => dataSources.id, { onDelete: 'set null' }),
    /** No foreign key: results are removed on their own, and a query that pointed to one has none. */
    latest_query_data_id: integer(),
    user_id: integer()
      .notNull()
      .references(() => users.id),
    last_modified_by_id: integer().references(() => users.id),
    is_draft: boolean().notNull().default(true),
    is_archived: boolean().notNull().default(false),
    schedule: jsonb().$type<Schedule>(),
    /** Failed scheduled runs since the last one that worked. */
    schedule_failures: integer().notNull().default(0),
    /** When the schedule last started a run, or tried to. */
    scheduled_at: timestamp({ withTimezone: true }),
    options: jsonb().$type<QueryOptions>().notNull().default({}),
    tags: text().array().notNull().default(sql`'{}'::text[]`),
    /** Made with the sample data, and removed with it; a fork is not. */
    is_sample: boolean().notNull().default(false),
    version: integer().notNull().default(1),
    /** Words of id, name, description and text, without stemming; the database keeps it up to date. */
    search: tsvector().generatedAlwaysAs(
      sql`setweight(to_tsvector('simple', id::text), 'A') || setweight(to_tsvector('simple', name), 'B')
        || setweight(to_tsvector('simple', coalesce(description, '')), 'C') || setweight(to_tsvector('simple', left(query, 200000)), 'D')`,
    ),
    ...entityTimes,
  },
  (table) => [
    index('queries_data_source').on(table.data_source_id),
    index('queries_hash').on(table.query_hash, table.data_source_id),
    index('queries_user').on(table.user_id),
    index('queries_search').using('gin', table.search),
  ],
)

/** Scheduled runs that failed and of which the owner has not been told by mail yet. */
export const scheduleFailures = pgTable(
  'schedule_failures',
  {
    id: serial().primaryKey(),
    query_id: integer()
      .notNull()
      .references(() => queries.id, { onDelete: 'cascade' }),
    reason: text().notNull(),
    failed_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('schedule_failures_query').on(table.query_id)],
)
