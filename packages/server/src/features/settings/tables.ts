import type { PictureType } from '@sightline/contract/users.ts'
import { integer, jsonb, pgTable, serial, text, timestamp } from 'drizzle-orm/pg-core'
import { bytea, entityTimes } from '../../platform/db/columns.ts'

/** The organization; an installation has one. */
export const organizations = pgTable('organizations', {
  id: serial().primaryKey(),
  name: text().notNull(),
  slug: text().notNull().unique(),
  /** Organization settings that differ from their defaults. */
  settings: jsonb().$type<Record<string, unknown>>().notNull().default({}),
  /**
   * When all encrypted options of data sources and destinations were bound to their rows. Since then, unbound ones are not
   * accepted.
   */
  options_bound_at: timestamp({ withTimezone: true }),
  ...entityTimes,
})

/** The uploaded logo of the organization, in the database so that every server process can serve it. */
export const organizationLogos = pgTable('organization_logos', {
  organization_id: integer()
    .primaryKey()
    .references(() => organizations.id, { onDelete: 'cascade' }),
  /** The first characters of the SHA-256 of the bytes, part of the URL of the logo. */
  hash: text().notNull(),
  type: text().$type<PictureType>().notNull(),
  bytes: bytea().notNull(),
})
