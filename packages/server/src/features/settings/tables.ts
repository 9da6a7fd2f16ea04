import { jsonb, pgTable, serial, text, timestamp } from 'drizzle-orm/pg-core'
import { entityTimes } from '../../platform/db/columns.ts'

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
