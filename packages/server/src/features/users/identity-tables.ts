import { index, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { users } from './tables.ts'

/** As whom the users are known elsewhere. An email address can change hands there; what stands here does not. */
export const externalIdentities = pgTable(
  'external_identities',
  {
    provider: text({ enum: ['google', 'oidc', 'saml', 'ldap', 'remote_user'] }).notNull(),
    /** Which one of this kind says so: names of people are unique there and nowhere else. */
    issuer: text().notNull(),
    subject: text().notNull(),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    created_at: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.provider, table.issuer, table.subject] }),
    index('external_identities_user').on(table.user_id),
  ],
)
export type Provider = (typeof externalIdentities.$inferSelect)['provider']
