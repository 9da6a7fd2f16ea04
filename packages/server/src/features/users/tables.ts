import type { PictureType } from '@sightline/contract/users.ts'
import { sql } from 'drizzle-orm'
import { boolean, customType, index, integer, jsonb, pgTable, serial, text, timestamp } from 'drizzle-orm/pg-core'
import { entityTimes } from '../../platform/db/columns.ts'

export const organizations = pgTable('organizations', {
  id: serial().primaryKey(),
  name: text().notNull(),
  slug: text().notNull().unique(),
  /** Organization settings that differ from their defaults. */
  settings: jsonb().$type<Record<string, unknown>>().notNull().default({}),
  /** When all stored options of data sources and destinations had been bound to their rows: since then no other form is read. */
  options_bound_at: timestamp({ withTimezone: true }),
  ...entityTimes,
})

export const groups = pgTable('groups', {
  id: serial().primaryKey(),
  name: text().notNull(),
  type: text({ enum: ['builtin', 'regular'] })
    .notNull()
    .default('regular'),
  permissions: text().array().notNull(),
  created_at: entityTimes.created_at,
})

export const users = pgTable(
  'users',
  {
    id: serial().primaryKey(),
    name: text().notNull(),
    /** Lower case. */
    email: text().notNull().unique(),
    /** argon2id; null for users who sign in elsewhere, or have not accepted their invitation. */
    password_hash: text(),
    api_key: text().notNull().unique(),
    group_ids: integer().array().notNull().default(sql`'{}'::integer[]`),
    profile_image_url: text(),
    is_invitation_pending: boolean().notNull().default(false),
    is_email_verified: boolean().notNull().default(false),
    disabled_at: timestamp({ withTimezone: true }),
    active_at: timestamp({ withTimezone: true }),
    /** What a search looks into: kept, as making it of each name anew takes most of the time of a search. */
    search_text: text().generatedAlwaysAs(sql`lower(name) || chr(10) || email`),
    ...entityTimes,
  },
  (table) => [
    // The list of users, newest first.
    index('users_created').on(table.created_at, table.id),
    // The same by name.
    index('users_name').on(sql`lower(${table.name})`, table.id),
    // The members of a group.
    index('users_groups').using('gin', table.group_ids),
  ],
)

const bytea = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' })

/** Uploaded pictures of users, here so that every process has them. */
export const avatars = pgTable('user_pictures', {
  user_id: integer()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** The beginning of the SHA-256 of the bytes, as the picture's address has it. */
  hash: text().notNull(),
  type: text().$type<PictureType>().notNull(),
  bytes: bytea().notNull(),
})

/** The permissions of all groups of the user at hand, to be selected beside the user. */
export const grantedPermissions = sql<string[]>`array(
  select distinct granted from ${groups}, unnest(${groups.permissions}) as granted where ${groups.id} = any(${users.group_ids})
)`
