import { sql } from 'drizzle-orm'
import { timestamp } from 'drizzle-orm/pg-core'

/** The two timestamps of every entity, named as on the wire. */
export const entityTimes = {
  created_at: timestamp({ withTimezone: true, mode: 'date' }).notNull().default(sql`now()`),
  updated_at: timestamp({ withTimezone: true, mode: 'date' }).notNull().default(sql`now()`),
}
