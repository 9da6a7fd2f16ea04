import type { WidgetOptions } from '@sightline/contract/widgets.ts'
import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, serial, text, timestamp } from 'drizzle-orm/pg-core'
import { entityTimes } from '../../platform/db/columns.ts'
import { users } from '../users/tables.ts'
import { visualizations } from '../visualizations/tables.ts'

export const dashboards = pgTable(
  'dashboards',
  {
    id: serial().primaryKey(),
    slug: text().notNull().unique(),
    name: text().notNull(),
    user_id: integer()
      .notNull()
      .references(() => users.id),
    dashboard_filters_enabled: boolean().notNull().default(false),
    /** Older API clients store the order of the widgets here; nothing reads it. */
    layout: jsonb().$type<unknown[]>().notNull().default([]),
    options: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    is_archived: boolean().notNull().default(false),
    is_draft: boolean().notNull().default(true),
    is_sample: boolean().notNull().default(false),
    /** The token of its public URL; null while it is not shared. */
    api_key: text().unique(),
    tags: text().array().notNull().default(sql`'{}'::text[]`),
    version: integer().notNull().default(1),
    /** The user who last changed it or its widgets, and when; null if nobody has since it was created. */
    modified_by_id: integer().references(() => users.id, { onDelete: 'set null' }),
    modified_at: timestamp({ withTimezone: true }),
    /** Searched text. It is stored because computing it for each row takes most of the time of a search. */
    search_text: text().generatedAlwaysAs(sql`lower(name)`),
    ...entityTimes,
  },
  (table) => [
    // For the list of dashboards, newest first.
    index('dashboards_created').on(table.created_at, table.id),
    // For the list by name.
    index('dashboards_name').on(sql`lower(${table.name})`, table.id),
  ],
)

/** Visualizations and textboxes on dashboards. */
export const widgets = pgTable(
  'widgets',
  {
    id: serial().primaryKey(),
    dashboard_id: integer()
      .notNull()
      .references(() => dashboards.id, { onDelete: 'cascade' }),
    /** Null for a textbox. */
    visualization_id: integer().references(() => visualizations.id, { onDelete: 'cascade' }),
    /** Markdown. */
    text: text().notNull().default(''),
    width: integer().notNull().default(1),
    options: jsonb().$type<WidgetOptions>().notNull().default({}),
    ...entityTimes,
  },
  (table) => [index('widgets_dashboard').on(table.dashboard_id), index('widgets_visualization').on(table.visualization_id)],
)
