import type { Timing } from '@sightline/contract/results.ts'
import type { Values } from '@sightline/domain/parameters/definition.ts'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  serial,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { Column } from '../../platform/results/batch.ts'
import { dataSources, sharesOfEach } from '../data-sources/tables.ts'
import { queries } from '../queries/tables.ts'
import { users } from '../users/tables.ts'

/** Facts about stored results; the rows are in files. */
export const queryResults = pgTable(
  'query_results',
  {
    id: serial().primaryKey(),
    data_source_id: integer()
      .notNull()
      .references(() => dataSources.id, { onDelete: 'cascade' }),
    /**
     * The other data sources that the rows were read from, at any depth of Query Results. Null if unknown: then the rows count
     * as read from all data sources.
     */
    input_source_ids: integer().array(),
    /** The time zone that the run set for its session; null for the source's own. */
    time_zone: text(),
    query_hash: text().notNull(),
    /** The text as run, without annotation. */
    query: text().notNull(),
    /** Name in the file store. */
    file: text().notNull(),
    columns: jsonb().$type<Column[]>().notNull(),
    row_count: integer().notNull(),
    size: bigint({ mode: 'number' }).notNull(),
    /** Seconds. */
    runtime: doublePrecision().notNull(),
    timing: jsonb().$type<Timing>().notNull(),
    metadata: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    log: jsonb().$type<string[]>().notNull().default([]),
    truncated: text(),
    /** Its rows could no longer be read: it answers no further run. */
    is_lost: boolean().notNull().default(false),
    retrieved_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index('query_results_hash').on(table.data_source_id, table.query_hash, table.retrieved_at),
    // For the clean-up of large results.
    index('query_results_size').on(table.size, table.id),
  ],
)

/** For each data source that the rows of the selected result were read from, the groups that share it. */
export const sourcesOfResult = sharesOfEach(
  // Appending to null would yield a list of one element, and the unknown sources would pass for known.
  sql`case when "query_results"."input_source_ids" is not null
    then array_append("query_results"."input_source_ids", "query_results"."data_source_id") end`,
)

/** The jobs of the Redash API. A row lives from the request until the clean-up, long after its end. */
export const executions = pgTable(
  'executions',
  {
    id: uuid().primaryKey(),
    data_source_id: integer()
      .notNull()
      .references(() => dataSources.id, { onDelete: 'cascade' }),
    /** The user who started it; null for a caller with a key. `user_ids` has all users who share it. */
    user_id: integer().references(() => users.id),
    user_ids: integer().array().notNull().default(sql`'{}'::integer[]`),
    query_id: integer().references(() => queries.id, { onDelete: 'set null' }),
    /** All queries that it runs for; a key sees the executions of its query. */
    query_ids: integer().array().notNull().default(sql`'{}'::integer[]`),
    query_hash: text().notNull(),
    query: text().notNull(),
    /** Whether its string literals are passed as bound parameters, if the source supports that. */
    binds_texts: boolean().notNull().default(false),
    /** The parameter values it was started with; null if there are none, or they are not known or too long. */
    parameters: jsonb().$type<Values>(),
    /** A number of `JobStatus`. */
    status: integer().notNull().default(1),
    error: text().notNull().default(''),
    /** 1-based character of `query` at which the source reported the error; null if it reported none. */
    error_position: integer(),
    query_result_id: integer(),
    /** Whether the query's schedule started it. */
    scheduled: boolean().notNull().default(false),
    /** The key that started it, as `callerName` names it: `query 5`, `dashboard 3`. Null as soon as a user also wants it. */
    caller: text(),
    /** Network address of the caller with the key, while it waits. */
    caller_address: text(),
    /** Whether a user waits for it: such executions go first. False while only schedules or keys want it. */
    is_awaited: boolean().notNull().default(true),
    /** The span that started it, as in the header of that name; null if no traces are recorded. */
    traceparent: text(),
    /** How often its worker was lost. */
    retries: integer().notNull().default(0),
    /** The worker process that runs it, whose row in `workers` says whether it still lives; null while it waits. */
    worker: text(),
    /** Whether it is to be cancelled; its worker sees this with its next heartbeat even if the message got lost. */
    is_cancelled: boolean().notNull().default(false),
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    started_at: timestamp({ withTimezone: true }),
    finished_at: timestamp({ withTimezone: true }),
  },
  (table) => [
    // One execution per text and source is waiting or running; the database enforces it across processes. By the text, not by
    // `query_hash`, which ignores whitespace: 'a b' and 'ab' are different texts with one hash.
    uniqueIndex('executions_running').on(table.data_source_id, sql`md5(${table.query})`).where(sql`status in (1, 2)`),
    index('executions_status').on(table.status),
    // Counts the waiting and running executions of a key.
    index('executions_caller').on(table.caller).where(sql`status in (1, 2) and caller is not null`),
    index('executions_query').on(table.query_id, table.created_at),
    // For the runs of a user.
    index('executions_user').on(table.user_id, table.created_at).where(sql`not scheduled`),
    // In the order in which workers claim them.
    index('executions_waiting').on(table.is_awaited.desc(), table.created_at, table.id).where(sql`status = 1`),
  ],
)

/** Queries that joined an execution of another query, for their own history. */
export const executionJoins = pgTable(
  'execution_joins',
  {
    execution_id: uuid()
      .notNull()
      .references(() => executions.id, { onDelete: 'cascade' }),
    query_id: integer()
      .notNull()
      .references(() => queries.id, { onDelete: 'cascade' }),
    /** The user who ran it; null for a caller with a key. */
    user_id: integer().references(() => users.id),
    scheduled: boolean().notNull(),
    /** The parameter values of this query, as in `executions`. */
    parameters: jsonb().$type<Values>(),
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.execution_id, table.query_id] }),
    index('execution_joins_query').on(table.query_id, table.created_at),
    index('execution_joins_user').on(table.user_id),
  ],
)

/** Failed scheduled runs that are not yet mailed to the owner. */
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

export type ExecutionRow = typeof executions.$inferSelect
export type ResultRow = typeof queryResults.$inferSelect
