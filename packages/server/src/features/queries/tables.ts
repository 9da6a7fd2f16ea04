import type { QueryOptions, Schedule } from '@sightline/contract/queries.ts'
import { getTableColumns, sql } from 'drizzle-orm'
import {
  boolean,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  serial,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import { entityTimes } from '../../platform/db/columns.ts'
import { dataSources } from '../data-sources/tables.ts'
import { users } from '../users/tables.ts'

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

/**
 * The words of a text, without stemming. Punctuation parts them, so that `sales_by_day` and `shop.orders` are found by each part,
 * and `a<b and c>d` is no mark-up, whose words the parser of PostgreSQL would drop.
 */
const words = (text: string) => `to_tsvector('simple', regexp_replace(${text}, '[!-/:-@[-\`{-~]+', ' ', 'g'))`

export const queries = pgTable(
  'queries',
  {
    id: serial().primaryKey(),
    name: text().notNull(),
    description: text(),
    query: text().notNull(),
    query_hash: text().notNull(),
    api_key: text().notNull().unique(),
    data_source_id: integer().references(() => dataSources.id, { onDelete: 'set null' }),
    /** No foreign key: results are removed on their own, and a query that pointed to one has none. */
    latest_query_data_id: integer(),
    user_id: integer()
      .notNull()
      .references(() => users.id),
    last_modified_by_id: integer().references(() => users.id),
    is_draft: boolean().notNull().default(true),
    is_archived: boolean().notNull().default(false),
    schedule: jsonb().$type<Schedule>(),
    /** Failed scheduled runs since the last one that worked. */
    schedule_failures: integer().notNull().default(0),
    /** When the schedule last started a run, or tried to. */
    scheduled_at: timestamp({ withTimezone: true }),
    /** The execution that the schedule has started and whose end is not yet accounted for. */
    scheduled_execution_id: uuid(),
    options: jsonb().$type<QueryOptions>().notNull().default({}),
    tags: text().array().notNull().default(sql`'{}'::text[]`),
    /** Made with the sample data, and removed with it; a fork is not. */
    is_sample: boolean().notNull().default(false),
    version: integer().notNull().default(1),
    /** All that a search looks into: what is found. */
    search: tsvector().generatedAlwaysAs(
      sql.raw(words("name || ' ' || id::text || ' ' || coalesce(description, '') || ' ' || left(query, 200000)")),
    ),
    /** Name, id and description, in falling weight: what is found first. Short, while unpacking `search` for each row is slow. */
    search_rank: tsvector().generatedAlwaysAs(
      sql.raw(
        `setweight(${words('name')}, 'A') || setweight(${words('id::text')}, 'B') || ` +
          `setweight(${words("coalesce(description, '')")}, 'C')`,
      ),
    ),
    ...entityTimes,
  },
  (table) => [
    index('queries_data_source').on(table.data_source_id),
    index('queries_hash').on(table.query_hash, table.data_source_id),
    // What somebody has changed last, of their own.
    index('queries_user').on(table.user_id, table.updated_at),
    // How many there are of a source.
    index('queries_listed').on(table.data_source_id).where(sql`not is_archived`),
    index('queries_search').using('gin', table.search),
    index('queries_scheduled').on(table.id).where(sql`schedule is not null`),
  ],
)

/** All but the words for searching, which are as long as the text and of no use outside the database. */
const { search: _, search_rank: __, ...columns } = getTableColumns(queries)
export const queryColumns = columns

/**
 * States of queries before the present one: a save stores what it replaces. The present one is in `queries` alone, so a query
 * that was never changed takes no room here.
 */
export const queryVersions = pgTable(
  'query_versions',
  {
    query_id: integer()
      .notNull()
      .references(() => queries.id, { onDelete: 'cascade' }),
    version: integer().notNull(),
    /** Who saved this state, and when. */
    user_id: integer()
      .notNull()
      .references(() => users.id),
    saved_at: timestamp({ withTimezone: true }).notNull(),
    name: text().notNull(),
    description: text(),
    query: text().notNull(),
    options: jsonb().$type<QueryOptions>().notNull(),
    /** No foreign key: the source may be gone since. */
    data_source_id: integer(),
    schedule: jsonb().$type<Schedule>(),
    tags: text().array().notNull(),
  },
  (table) => [primaryKey({ columns: [table.query_id, table.version] })],
)

/** Scheduled runs that failed and of which the owner has not been told by mail yet. */
export const scheduleFailures = pgTable(
  'schedule_failures',
  {
    id: serial().primaryKey(),
    query_id: integer()
      .notNull()
      .references(() => queries.id, { onDelete: 'cascade' }),
    reason: text().notNull(),
    failed_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('schedule_failures_query').on(table.query_id)],
)
