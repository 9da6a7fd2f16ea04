import { pgTable, serial, text } from 'drizzle-orm/pg-core'
import { entityTimes } from '../../platform/db/columns.ts'

export const destinations = pgTable('destinations', {
  id: serial().primaryKey(),
  name: text().notNull().unique(),
  type: text().notNull(),
  /** AES-256-GCM of the options as JSON: secrets and all. */
  encrypted_options: text().notNull(),
  ...entityTimes,
})
