import type { QueryOptions, Schedule } from '@sightline/contract/queries.ts'
import type { RefreshFailure } from '@sightline/domain/health.ts'
import { getTableColumns, sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  customType,
  doublePrecision,
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
 * The words of a text, without stemming. Punctuation separates words, so that each part of `sales_by_day` and `shop.orders` is
 * found and `a<b and c>d` is not treated as markup, whose words PostgreSQL's parser would drop.
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
    /** No foreign key: results are deleted on their own, and their queries then have none. */
    latest_query_data_id: integer(),
    user_id: integer()
      .notNull()
      .references(() => users.id),
    last_modified_by_id: integer().references(() => users.id),
    is_draft: boolean().notNull().default(true),
    is_archived: boolean().notNull().default(false),
    schedule: jsonb().$type<Schedule>(),
    /** Failed scheduled runs since the last successful one. */
    schedule_failures: integer().notNull().default(0),
    /** When the schedule last started a run, or tried to. */
    scheduled_at: timestamp({ withTimezone: true }),
    /** The execution that the schedule has started and that is not settled yet. */
    scheduled_execution_id: uuid(),
    /** The refreshes that failed since the latest result; null if the last one succeeded. */
    refresh_failure: jsonb().$type<RefreshFailure>(),
    options: jsonb().$type<QueryOptions>().notNull().default({}),
    tags: text().array().notNull().default(sql`'{}'::text[]`),
    /** Whether it belongs to the sample data and is removed with it; forks do not. */
    is_sample: boolean().notNull().default(false),
    version: integer().notNull().default(1),
    /** Everything that a search looks at. */
    search: tsvector().generatedAlwaysAs(
      sql.raw(words("name || ' ' || id::text || ' ' || coalesce(description, '') || ' ' || left(query, 200000)")),
    ),
    /** Name, id and description in decreasing weight, for ranking. Short, because unpacking `search` for each row is slow. */
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
    // For a user's own queries that were changed last.
    index('queries_user').on(table.user_id, table.updated_at),
    // For the number of queries of a source.
    index('queries_listed').on(table.data_source_id).where(sql`not is_archived`),
    index('queries_search').using('gin', table.search),
    index('queries_scheduled').on(table.id).where(sql`schedule is not null`),
    index('queries_failing').on(table.id).where(sql`refresh_failure is not null`),
  ],
)

/** All columns but those for searching, which are as long as the text and useless outside the database. */
const { search: _, search_rank: __, ...columns } = getTableColumns(queries)
export const queryColumns = columns

/**
 * Earlier versions of queries: a save stores the version that it replaces. The current version is only in `queries`, so a query
 * that was never changed takes no space here.
 */
export const queryVersions = pgTable(
  'query_versions',
  {
    query_id: integer()
      .notNull()
      .references(() => queries.id, { onDelete: 'cascade' }),
    version: integer().notNull(),
    /** The user who saved this version, and when. */
    user_id: integer()
      .notNull()
      .references(() => users.id),
    saved_at: timestamp({ withTimezone: true }).notNull(),
    name: text().notNull(),
    description: text(),
    query: text().notNull(),
    options: jsonb().$type<QueryOptions>().notNull(),
    /** No foreign key: the source may have been deleted since. */
    data_source_id: integer(),
    schedule: jsonb().$type<Schedule>(),
    tags: text().array().notNull(),
  },
  (table) => [primaryKey({ columns: [table.query_id, table.version] })],
)

/**
 * The columns that lists of queries filter and sort by: a row per query, a tenth as wide as the query with its text and search
 * words, so that 50,000 queries are scanned in milliseconds. A database trigger maintains it (migration 0006), so it is correct
 * in every transaction.
 * No index contains a column that a run changes: the row is then updated in place, and no index needs an update.
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
    /** In lower case, for sorting. */
    name: text().notNull(),
    tags: text().array().notNull(),
    created_at: timestamp({ withTimezone: true }).notNull(),
    /** Interval of the schedule, in seconds. */
    interval: bigint({ mode: 'number' }),
    /** When the latest result was retrieved. */
    executed_at: timestamp({ withTimezone: true }),
    /** Runtime of the latest result in seconds. */
    runtime: doublePrecision(),
  },
  (table) => [
    // The usual orders: by name, and newest first.
    index('query_listings_name').on(table.name, table.query_id),
    index('query_listings_created').on(table.created_at, table.query_id),
    // For a user's own queries.
    index('query_listings_user').on(table.user_id),
  ],
)
