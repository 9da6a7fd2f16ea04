import { boolean, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** The one-time set-up token: a single row, which is gone once the first admin exists. */
export const setupTokens = pgTable('setup_tokens', {
  /** Always true, so that there is one row at most. */
  id: boolean().primaryKey().default(true),
  token: text().notNull(),
  created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
})
