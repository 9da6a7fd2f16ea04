import type { Language } from '@sightline/contract/languages.ts'
import type { WeekStart } from '@sightline/contract/settings.ts'
import type { PictureType } from '@sightline/contract/users.ts'
import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, primaryKey, serial, text, timestamp } from 'drizzle-orm/pg-core'
import { bytea, entityTimes } from '../../platform/db/columns.ts'

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
    /** argon2id; null for users of external logins and pending users. */
    password_hash: text(),
    api_key: text().notNull().unique(),
    group_ids: integer().array().notNull().default(sql`'{}'::integer[]`),
    profile_image_url: text(),
    is_invitation_pending: boolean().notNull().default(false),
    is_email_verified: boolean().notNull().default(false),
    /** A user for a program: no password, no external identity, no mail; its personal key is not accepted. */
    is_service_account: boolean().notNull().default(false),
    /** The time zone in which the user sees times: an IANA name, `browser`, or null for the setting of the organization. */
    time_zone: text(),
    /** The first day of the user's week: an English weekday, `browser`, or null for the setting of the organization. */
    week_start: text().$type<WeekStart>(),
    /** The language of the user's pages; null for that of the browser. */
    language: text().$type<Language>(),
    /** Whether the user gets an email when someone mentions them in a comment. */
    mails_mentions: boolean().notNull().default(true),
    disabled_at: timestamp({ withTimezone: true }),
    active_at: timestamp({ withTimezone: true }),
    /** Searched text. It is stored because computing it for each row takes most of the time of a search. */
    search_text: text().generatedAlwaysAs(sql`lower(name) || chr(10) || email`),
    ...entityTimes,
  },
  (table) => [
    // For the list of users, newest first.
    index('users_created').on(table.created_at, table.id),
    // For the list by name.
    index('users_name').on(sql`lower(${table.name})`, table.id),
    // For the members of a group.
    index('users_groups').using('gin', table.group_ids),
  ],
)

/** Uploaded avatars, in the database so that every server process can serve them. */
export const avatars = pgTable('user_pictures', {
  user_id: integer()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** The first characters of the SHA-256 of the bytes, part of the avatar's URL. */
  hash: text().notNull(),
  type: text().$type<PictureType>().notNull(),
  bytes: bytea().notNull(),
})

/** Selects the permissions of all groups of the current user row. */
export const grantedPermissions = sql<string[]>`array(
  select distinct granted from ${groups}, unnest(${groups.permissions}) as granted where ${groups.id} = any(${users.group_ids})
)`

export const sessions = pgTable(
  'sessions',
  {
    /** SHA-256 of the cookie's token, so that read access to this table opens no session. */
    id: text().primaryKey(),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    csrf_token: text().notNull(),
    /** Idle time in seconds after which the session ends. */
    lifetime: integer().notNull(),
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** Moves forward with use. */
    expires_at: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [index('sessions_user').on(table.user_id)],
)

/** Invitation, password reset and verification links of users. */
export const userLinks = pgTable(
  'user_links',
  {
    /** SHA-256 of the token, so that read access to this table opens no link. */
    id: text().primaryKey(),
    kind: text({ enum: ['invite', 'reset', 'verify'] }).notNull(),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The email address that the link was created for; it proves no other. */
    email: text().notNull(),
    created_at: timestamp({ withTimezone: true }).notNull(),
    expires_at: timestamp({ withTimezone: true }).notNull(),
    /** When it was used, or replaced by a newer one. */
    ended_at: timestamp({ withTimezone: true }),
  },
  (table) => [index('user_links_user').on(table.user_id, table.kind)],
)
export type LinkKind = (typeof userLinks.$inferSelect)['kind']

/** External identities of users. Emails can be reassigned at the provider; (issuer, subject) cannot. */
export const externalIdentities = pgTable(
  'external_identities',
  {
    provider: text({ enum: ['google', 'oidc', 'saml', 'ldap', 'remote_user'] }).notNull(),
    /** The identity provider; subjects are unique only within it. */
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
