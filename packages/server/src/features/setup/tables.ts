import { boolean, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** The one-time set-up token: a single row, which is gone once the first admin exists. */
export const setupTokens = pgTable('setup_tokens', {
  /** Always true, so that there is one row at most. */
  id: boolean().primaryKey().default(true),
  token: text().notNull(),
  created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
})

/** What the secret key of this installation is known by: a single row, from which the key cannot be found out. */
export const secretKeyChecks = pgTable('secret_key_checks', {
  /** Always true, so that there is one row at most. */
  id: boolean().primaryKey().default(true),
  value: text().notNull(),
})
