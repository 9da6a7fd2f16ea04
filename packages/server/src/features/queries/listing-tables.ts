import { bigint, boolean, doublePrecision, index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { queries } from './tables.ts'

/**
 * What lists of queries choose and sort by, and nothing else: a row for each query, a tenth as wide as the query with its text and
 * its words, so that a list of 50,000 is looked through in milliseconds. A trigger of the database keeps it (migration 0006), so
 * it is true in every transaction, whoever writes.
 *
 * No index holds what a run changes: the row is then written anew in its place, and all indexes stay as they are.
 */
export const queryListings = pgTable(
  'query_listings',
  {
    query_id: integer()
      .primaryKey()
      .references(() => queries.id, { onDelete: 'cascade' }),
    data_source_id: integer(),
    user_id: integer().notNull(),
    is_draft: boolean().notNull(),
    is_archived: boolean().notNull(),
    /** In lower case, as lists are sorted. */
    name: text().notNull(),
    tags: text().array().notNull(),
    created_at: timestamp({ withTimezone: true }).notNull(),
    /** Of the schedule, as the wire has it. */
    interval: bigint({ mode: 'number' }),
    /** When the latest result came from the data source. */
    executed_at: timestamp({ withTimezone: true }),
    /** Seconds that the run of the latest result took. */
    runtime: doublePrecision(),
  },
  (table) => [
    // The usual orders, by name and newest first.
    index('query_listings_name').on(table.name, table.query_id),
    index('query_listings_created').on(table.created_at, table.query_id),
    // Somebody's own ones.
    index('query_listings_user').on(table.user_id),
  ],
)
