import type { SchemaTable } from '@sightline/contract/data-sources.ts'
import { boolean, integer, jsonb, pgTable, primaryKey, serial, text, timestamp } from 'drizzle-orm/pg-core'
import { entityTimes } from '../../platform/db/columns.ts'
import { groups } from '../users/tables.ts'

export const dataSources = pgTable('data_sources', {
  id: serial().primaryKey(),
  name: text().notNull().unique(),
  type: text().notNull(),
  /** AES-256-GCM of the options as JSON: secrets and all. */
  encrypted_options: text().notNull(),
  paused: boolean().notNull().default(false),
  pause_reason: text(),
  /** How many executions of it run at once, over all workers; null for as many as the workers take. */
  concurrency: integer(),
  is_sample: boolean().notNull().default(false),
  schema: jsonb().$type<SchemaTable[]>(),
  schema_fetched_at: timestamp({ withTimezone: true }),
  ...entityTimes,
})

export const dataSourceGroups = pgTable(
  'data_source_groups',
  {
    data_source_id: integer()
      .notNull()
      .references(() => dataSources.id, { onDelete: 'cascade' }),
    group_id: integer()
      .notNull()
      .references(() => groups.id, { onDelete: 'cascade' }),
    view_only: boolean().notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.data_source_id, table.group_id] })],
)
