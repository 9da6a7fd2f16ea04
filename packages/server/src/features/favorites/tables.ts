import { integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { users } from '../users/tables.ts'

export const favorites = pgTable(
  'favorites',
  {
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    object_type: text({ enum: ['query', 'dashboard'] }).notNull(),
    object_id: integer().notNull(),
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.object_type, table.object_id] })],
)
