import { index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { users } from './tables.ts'

/** Links that were handed out to one user each: to accept an invitation, to set a new password, to prove an email address. */
export const userLinks = pgTable(
  'user_links',
  {
    /** SHA-256 of the token: a read of this table opens no link. */
    id: text().primaryKey(),
    kind: text({ enum: ['invite', 'reset', 'verify'] }).notNull(),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Whom it was made for: it proves no other address. */
    email: text().notNull(),
    created_at: timestamp({ withTimezone: true }).notNull(),
    expires_at: timestamp({ withTimezone: true }).notNull(),
    /** When it was followed, or something newer took its place. */
    ended_at: timestamp({ withTimezone: true }),
  },
  (table) => [index('user_links_user').on(table.user_id, table.kind)],
)
export type LinkKind = (typeof userLinks.$inferSelect)['kind']
