import { sql } from 'drizzle-orm'
import { customType, timestamp } from 'drizzle-orm/pg-core'

/** The two timestamps of every entity, named as on the wire. */
export const entityTimes = {
  created_at: timestamp({ withTimezone: true, mode: 'date' }).notNull().default(sql`now()`),
  updated_at: timestamp({ withTimezone: true, mode: 'date' }).notNull().default(sql`now()`),
}

/** Raw bytes. */
export const bytea = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' })
