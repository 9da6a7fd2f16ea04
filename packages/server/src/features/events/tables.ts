import { bigint, date, index, integer, jsonb, pgTable, primaryKey, serial, text, timestamp } from 'drizzle-orm/pg-core'
import { users } from '../users/tables.ts'

export const events = pgTable(
  'events',
  {
    id: serial().primaryKey(),
    user_id: integer().references(() => users.id, { onDelete: 'set null' }),
    action: text().notNull(),
    object_type: text().notNull(),
    object_id: text(),
    additional_properties: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index('events_created').on(table.created_at),
    // For the objects that a user viewed last.
    index('events_viewed').on(table.user_id, table.object_type, table.created_at.desc()),
  ],
)

/** The number of events per UTC day. Counting millions of events for the paginator would take seconds. */
export const eventDays = pgTable('event_days', {
  day: date().primaryKey(),
  count: bigint({ mode: 'number' }).notNull(),
})

/** Views of queries and dashboards per UTC day. */
export const eventViews = pgTable(
  'event_views',
  {
    object_type: text({ enum: ['query', 'dashboard'] }).notNull(),
    day: date().notNull(),
    object_id: integer().notNull(),
    views: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.object_type, table.day, table.object_id] })],
)
