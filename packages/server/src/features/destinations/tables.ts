import { pgTable, serial, text } from 'drizzle-orm/pg-core'
import { entityTimes } from '../../platform/db/columns.ts'

export const destinations = pgTable('destinations', {
  id: serial().primaryKey(),
  name: text().notNull().unique(),
  type: text().notNull(),
  /** All options, including secrets, as JSON, encrypted with AES-256-GCM. */
  encrypted_options: text().notNull(),
  ...entityTimes,
})
