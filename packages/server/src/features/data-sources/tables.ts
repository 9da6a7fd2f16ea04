import type { SchemaTable } from '@sightline/contract/data-sources.ts'
import type { Share } from '@sightline/domain/permissions/can.ts'
import { type AnyColumn, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { boolean, integer, jsonb, pgTable, primaryKey, serial, text, timestamp } from 'drizzle-orm/pg-core'
import { entityTimes } from '../../platform/db/columns.ts'
import { groups } from '../users/tables.ts'

export const dataSources = pgTable('data_sources', {
  id: serial().primaryKey(),
  name: text().notNull().unique(),
  type: text().notNull(),
  /** The options as JSON, including secrets, encrypted with AES-256-GCM. */
  encrypted_options: text().notNull(),
  paused: boolean().notNull().default(false),
  pause_reason: text(),
  /** Maximum number of executions that run at the same time, over all workers; null for no limit of its own. */
  concurrency: integer(),
  /** Maximum seconds of an execution; null for no limit of its own. */
  time_limit: integer(),
  is_sample: boolean().notNull().default(false),
  schema: jsonb().$type<SchemaTable[]>(),
  schema_fetched_at: timestamp({ withTimezone: true }),
  /** Whether the schema is refreshed daily in the background. */
  refreshes_schema: boolean().notNull().default(true),
  /** When reading the schema was last tried, and the error; null if there was none. */
  schema_tried_at: timestamp({ withTimezone: true }),
  schema_error: text(),
  ...entityTimes,
})

export const dataSourceGroups = pgTable(
  'data_source_groups',
  {
    data_source_id: integer()
      .notNull()
      .references(() => dataSources.id, { onDelete: 'cascade' }),
    group_id: integer()
      .notNull()
      .references(() => groups.id, { onDelete: 'cascade' }),
    view_only: boolean().notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.data_source_id, table.group_id] })],
)

/**
 * The groups that share a data source, to be selected beside rows that belong to it.
 * @param dataSourceId a column of a select that joins tables; in other selects its name would mean the column of the groups'
 * table
 */
export const sharesOf = (dataSourceId: AnyColumn) => {
  const { group_id, view_only, data_source_id } = dataSourceGroups
  return sql<Share[]>`(
    select coalesce(json_agg(json_build_object('group_id', ${group_id}, 'view_only', ${view_only})), '[]'::json)
    from ${dataSourceGroups} where ${eq(data_source_id, dataSourceId)})`
}

/**
 * Whether a data source is shared with one of these groups.
 * @param dataSourceId an expression that names its table
 */
export const isSharedWith = (dataSourceId: SQL, groupIds: readonly number[]) =>
  sql<boolean>`exists (select 1 from data_source_groups share
    where share.data_source_id = ${dataSourceId} and ${inArray(sql`share.group_id`, [...groupIds])})`

/**
 * For each data source of a list of ids, the groups that share it; none if the source has been deleted.
 * @param ids an array; null stands for all data sources
 */
export const sharesOfEach = (ids: SQL) => sql<Share[][]>`(
  select coalesce(json_agg((
    select coalesce(json_agg(json_build_object('group_id', share.group_id, 'view_only', share.view_only)), '[]'::json)
    from data_source_groups share where share.data_source_id = source.id)), '[]'::json)
  from unnest(coalesce(${ids}, array(select every_source.id from data_sources every_source))) as source(id))`
