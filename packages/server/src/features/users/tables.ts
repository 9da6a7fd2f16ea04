import { sql } from 'drizzle-orm'
import { boolean, integer, jsonb, pgTable, serial, text, timestamp } from 'drizzle-orm/pg-core'
import { entityTimes } from '../../platform/db/columns.ts'

export const organizations = pgTable('organizations', {
  id: serial().primaryKey(),
  name: text().notNull(),
  slug: text().notNull().unique(),
  /** Organization settings that differ from their defaults. */
  settings: jsonb().$type<Record<string, unknown>>().notNull().default({}),
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

export const users = pgTable('users', {
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
  ...entityTimes,
})

/** The permissions of all groups of the user at hand, to be selected beside the user. */
export const grantedPermissions = sql<string[]>`array(
  select distinct granted from ${groups}, unnest(${groups.permissions}) as granted where ${groups.id} = any(${users.group_ids})
)`
