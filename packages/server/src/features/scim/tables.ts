import { integer, pgTable, serial, text, timestamp } from 'drizzle-orm/pg-core'
import { groups, users } from '../users/tables.ts'

/** Tokens of identity providers. */
export const scimTokens = pgTable('scim_tokens', {
  id: serial().primaryKey(),
  /** SHA-256 of the secret, so that read access to this table opens nothing. */
  hash: text().notNull().unique(),
  name: text().notNull(),
  created_at: timestamp({ withTimezone: true }).notNull(),
  /** Name of the admin, kept if the account is deleted. */
  created_by: text().notNull(),
  last_used_at: timestamp({ withTimezone: true }),
})

/** Attributes of a user that an identity provider has set; users without a row are known by their email address. */
export const scimUsers = pgTable('scim_users', {
  user_id: integer()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  user_name: text().notNull(),
  external_id: text(),
  given_name: text(),
  family_name: text(),
  /** Set once the provider has deleted the user: hidden from it until it creates the user again. */
  removed_at: timestamp({ withTimezone: true }),
})

/** Attributes of a group that an identity provider has set. */
export const scimGroups = pgTable('scim_groups', {
  group_id: integer()
    .primaryKey()
    .references(() => groups.id, { onDelete: 'cascade' }),
  external_id: text(),
})
