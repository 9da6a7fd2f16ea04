import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** Attempts to sign in that have not led in yet, by budget: an account tried from a network, by a known browser, or from everywhere. */
export const signInAttempts = pgTable('sign_in_attempts', {
  /** SHA-256 of the budget; what was typed as the account counts whether or not there is one. */
  account: text().primaryKey(),
  failures: integer().notNull(),
  since: timestamp({ withTimezone: true }).notNull(),
})

/** What identity providers have said once and must not be heard a second time. */
export const usedAssertions = pgTable('used_assertions', {
  id: text().primaryKey(),
  expires_at: timestamp({ withTimezone: true }).notNull(),
})
