import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** Failed sign-in attempts by budget: an account per network, per known device, or in total. */
export const signInAttempts = pgTable('sign_in_attempts', {
  /** SHA-256 of the budget. It contains the typed account, whether or not it exists. */
  account: text().primaryKey(),
  failures: integer().notNull(),
  since: timestamp({ withTimezone: true }).notNull(),
})
