import { integer, pgTable, serial, text } from 'drizzle-orm/pg-core'
import { entityTimes } from '../../platform/db/columns.ts'
import { users } from '../users/tables.ts'

export const querySnippets = pgTable('query_snippets', {
  id: serial().primaryKey(),
  trigger: text().notNull().unique(),
  /** '' if there is none. */
  description: text().notNull().default(''),
  snippet: text().notNull(),
  user_id: integer()
    .notNull()
    .references(() => users.id),
  ...entityTimes,
})
