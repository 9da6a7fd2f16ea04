import type { Timing } from '@sightline/contract/results.ts'
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

/** Facts about stored results; the rows lie in files. */
export const queryResults = pgTable(
  'query_results',
  {
    id: serial().primaryKey(),
    data_source_id: integer()
      .notNull()
      .references(() => dataSources.id, { onDelete: 'cascade' }),
    /**
     * The other data sources that the rows were read from, through any depth of Query Results. Null where that is not known: then
     * the rows count as read from all data sources.
     */
    input_source_ids: integer().array(),
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
    /** Its rows could not be read any more: no run is answered with it. */
    is_lost: boolean().notNull().default(false),
    retrieved_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index('query_results_hash').on(table.data_source_id, table.query_hash, table.retrieved_at),
    // By size, for clean-ups.
    index('query_results_size').on(table.size, table.id),
  ],
)

/** For each data source that the rows of the selected result were read from, the groups that share it. */
export const sourcesOfResult = sharesOfEach(
  // An element appended to null would be a list of one: what is not known would pass for known.
  sql`case when "query_results"."input_source_ids" is not null
    then array_append("query_results"."input_source_ids", "query_results"."data_source_id") end`,
)

/** The wire's jobs. A row lives from the request until it is cleaned up, long after its end. */
export const executions = pgTable(
  'executions',
  {
    id: uuid().primaryKey(),
    data_source_id: integer()
      .notNull()
      .references(() => dataSources.id, { onDelete: 'cascade' }),
    /** Who asked; null for a key-based caller. All who were handed the job are in `user_ids`. */
    user_id: integer().references(() => users.id),
    user_ids: integer().array().notNull().default(sql`'{}'::integer[]`),
    query_id: integer().references(() => queries.id, { onDelete: 'set null' }),
    /** All queries it was started for; a key sees the executions of its query. */
    query_ids: integer().array().notNull().default(sql`'{}'::integer[]`),
    query_hash: text().notNull(),
    query: text().notNull(),
    /** A number of `JobStatus`. */
    status: integer().notNull().default(1),
    error: text().notNull().default(''),
    /** 1-based character of `query` at which the source saw the error; null when it did not tell. */
    error_position: integer(),
    query_result_id: integer(),
    /** Started by the query's schedule, and not by a person. */
    scheduled: boolean().notNull().default(false),
    /** The key that started it, as `callerName` names it: `query 5`, `dashboard 3`. Null once a user asks for it as well. */
    caller: text(),
    /** Where the holder of that key called from, while it waits. */
    caller_address: text(),
    /** A user waits for it: such executions go first. False while only a schedule or the holder of a key has asked. */
    is_awaited: boolean().notNull().default(true),
    /** How often it was taken by a worker that then got lost. */
    retries: integer().notNull().default(0),
    /** The worker process that has it; null while it waits. */
    worker: text(),
    /** Somebody has asked to stop it; seen by the worker with its next heartbeat even when the message was lost. */
    is_cancelled: boolean().notNull().default(false),
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    started_at: timestamp({ withTimezone: true }),
    finished_at: timestamp({ withTimezone: true }),
    /** Moves while a worker is alive; one that stops is noticed by this. */
    heartbeat_at: timestamp({ withTimezone: true }),
  },
  (table) => [
    // The same text on the same source, waiting or running, is one job: the database itself sees to it, across processes.
    // By the text, not by `query_hash`, which drops all whitespace: 'a b' and 'ab' are two questions with one hash.
    uniqueIndex('executions_running').on(table.data_source_id, sql`md5(${table.query})`).where(sql`status in (1, 2)`),
    index('executions_status').on(table.status),
    // What the holders of keys have waiting and running.
    index('executions_caller').on(table.caller).where(sql`status in (1, 2) and caller is not null`),
    index('executions_query').on(table.query_id, table.created_at),
    // In the order in which workers take them.
    index('executions_waiting').on(table.is_awaited.desc(), table.created_at, table.id).where(sql`status = 1`),
  ],
)

/** Runs that were handed an execution which somebody had started for another query, for the history of their own. */
export const executionJoins = pgTable(
  'execution_joins',
  {
    execution_id: uuid()
      .notNull()
      .references(() => executions.id, { onDelete: 'cascade' }),
    query_id: integer()
      .notNull()
      .references(() => queries.id, { onDelete: 'cascade' }),
    /** Who asked; null for a key-based caller. */
    user_id: integer().references(() => users.id),
    scheduled: boolean().notNull(),
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.execution_id, table.query_id] }),
    index('execution_joins_query').on(table.query_id, table.created_at),
  ],
)

export type ExecutionRow = typeof executions.$inferSelect
export type ResultRow = typeof queryResults.$inferSelect
