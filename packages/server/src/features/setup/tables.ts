import { boolean, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** The one-time set-up token, in a single row that is removed once the first admin exists. */
export const setupTokens = pgTable('setup_tokens', {
  /** Always true, so that there is at most one row. */
  id: boolean().primaryKey().default(true),
  token: text().notNull(),
  created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
})

/** A check value of this installation's secret key, in a single row. The key cannot be derived from it. */
export const secretKeyChecks = pgTable('secret_key_checks', {
  /** Always true, so that there is at most one row. */
  id: boolean().primaryKey().default(true),
  value: text().notNull(),
})
