import { sql } from 'drizzle-orm'
import { boolean, integer, jsonb, pgTable, serial, text } from 'drizzle-orm/pg-core'
import { entityTimes } from '../../platform/db/columns.ts'
import { users } from '../users/tables.ts'

export const dashboards = pgTable('dashboards', {
  id: serial().primaryKey(),
  slug: text().notNull().unique(),
  name: text().notNull(),
  user_id: integer()
    .notNull()
    .references(() => users.id),
  dashboard_filters_enabled: boolean().notNull().default(false),
  options: jsonb().$type<Record<string, unknown>>().notNull().default({}),
  is_archived: boolean().notNull().default(false),
  is_draft: boolean().notNull().default(true),
  is_sample: boolean().notNull().default(false),
  tags: text().array().notNull().default(sql`'{}'::text[]`),
  version: integer().notNull().default(1),
  ...entityTimes,
})
