import { index, integer, jsonb, pgTable, serial, text, timestamp } from 'drizzle-orm/pg-core'
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
    // What somebody looked at last.
    index('events_viewed').on(table.user_id, table.object_type, table.created_at.desc()),
  ],
)
