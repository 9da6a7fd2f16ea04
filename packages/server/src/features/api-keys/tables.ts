import type { ApiKeyScope } from '@sightline/contract/api-key-scopes.ts'
import { date, index, integer, pgTable, serial, text, timestamp } from 'drizzle-orm/pg-core'
import { users } from '../users/tables.ts'

/** API keys with scopes, beside the personal key of each user. */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: serial().primaryKey(),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    /** SHA-256 of the key, so that read access to this table gives no access to anything else. */
    hash: text().notNull().unique(),
    /** The last characters of the key. */
    ending: text().notNull(),
    scopes: text().array().$type<ApiKeyScope[]>().notNull(),
    created_at: timestamp({ withTimezone: true }).notNull(),
    expires_at: timestamp({ withTimezone: true }),
    /** In UTC. A day, so that not every call is a write. */
    last_used_on: date(),
    revoked_at: timestamp({ withTimezone: true }),
  },
  (table) => [index('api_keys_user').on(table.user_id)],
)
