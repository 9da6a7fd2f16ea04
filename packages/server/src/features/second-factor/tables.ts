import { date, index, integer, pgTable, primaryKey, serial, text, timestamp } from 'drizzle-orm/pg-core'
import { bytea } from '../../platform/db/columns.ts'
import { users } from '../users/tables.ts'

/** The authenticator app of a user: a secret for codes that change with time (RFC 6238). */
export const authenticatorApps = pgTable('authenticator_apps', {
  id: serial().primaryKey(),
  user_id: integer()
    .notNull()
    .unique()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** The secret as JSON, encrypted with AES-256-GCM. */
  encrypted_options: text().notNull(),
  /** The time step of the last accepted code; codes up to it are not accepted again. */
  last_step: integer().notNull(),
  created_at: timestamp({ withTimezone: true }).notNull(),
})

/** Unused recovery codes. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256; the codes are random. */
    hash: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.hash] })],
)

/** Passkeys: credentials of WebAuthn. Only the public key is known here. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: serial().primaryKey(),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    /** Base64url, as the browser spells it. */
    credential_id: text().notNull().unique(),
    public_key: bytea().notNull(),
    /** Signatures so far; a smaller number shows a copied authenticator. 0 for authenticators that do not count. */
    counter: integer().notNull(),
    transports: text().array().notNull(),
    created_at: timestamp({ withTimezone: true }).notNull(),
    last_used_on: date(),
  },
  (table) => [index('passkeys_user').on(table.user_id)],
)

/** Used SAML assertions, and set-ups of second factors: each may be sent once. */
export const usedAssertions = pgTable('used_assertions', {
  id: text().primaryKey(),
  expires_at: timestamp({ withTimezone: true }).notNull(),
})
