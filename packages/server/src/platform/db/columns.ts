import { sql } from 'drizzle-orm'
import { timestamp } from 'drizzle-orm/pg-core'

/** The two times that every entity carries, in the wire's spelling. */
export const entityTimes = {
  created_at: timestamp({ withTimezone: true, mode: 'date' }).notNull().default(sql`now()`),
  updated_at: timestamp({ withTimezone: true, mode: 'date' }).notNull().default(sql`now()`),
}
