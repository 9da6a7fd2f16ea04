import type { QueryOptions, Schedule } from '@sightline/contract/queries.ts'
import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, serial, text } from 'drizzle-orm/pg-core'
import { entityTimes } from '../../platform/db/columns.ts'
import { dataSources } from '../data-sources/tables.ts'
import { users } from '../users/tables.ts'

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
    options: jsonb().$type<QueryOptions>().notNull().default({}),
    tags: text().array().notNull().default(sql`'{}'::text[]`),
    /** Made with the sample data, and removed with it; a fork is not. */
    is_sample: boolean().notNull().default(false),
    version: integer().notNull().default(1),
    ...entityTimes,
  },
  (table) => [
    index('queries_data_source').on(table.data_source_id),
    index('queries_hash').on(table.query_hash, table.data_source_id),
    index('queries_user').on(table.user_id),
  ],
)
