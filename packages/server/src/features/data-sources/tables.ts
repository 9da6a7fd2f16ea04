import type { SchemaTable } from '@sightline/contract/data-sources.ts'
import type { Share } from '@sightline/domain/permissions/can.ts'
import { type AnyColumn, eq, type SQL, sql } from 'drizzle-orm'
import { boolean, integer, jsonb, pgTable, primaryKey, serial, text, timestamp } from 'drizzle-orm/pg-core'
import { entityTimes } from '../../platform/db/columns.ts'
import { groups } from '../users/tables.ts'

export const dataSources = pgTable('data_sources', {
  id: serial().primaryKey(),
  name: text().notNull().unique(),
  type: text().notNull(),
  /** AES-256-GCM of the options as JSON: secrets and all. */
  encrypted_options: text().notNull(),
  paused: boolean().notNull().default(false),
  pause_reason: text(),
  /** How many executions of it run at once, over all workers; null for as many as the workers take. */
  concurrency: integer(),
  /** Seconds that one of its executions may take; null for as long as the settings allow. */
  time_limit: integer(),
  is_sample: boolean().notNull().default(false),
  schema: jsonb().$type<SchemaTable[]>(),
  schema_fetched_at: timestamp({ withTimezone: true }),
  /** Whether the schema is read anew each day in the background. */
  refreshes_schema: boolean().notNull().default(true),
  /** When reading it was last tried, and what went wrong then; null when nothing did. */
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
 * The groups that share the data source at hand, to be selected beside what belongs to it.
 * @param dataSourceId of a select that joins tables: in others its name would mean the column of the groups' own table
 */
export const sharesOf = (dataSourceId: AnyColumn) => {
  const { group_id, view_only, data_source_id } = dataSourceGroups
  return sql<Share[]>`(
    select coalesce(json_agg(json_build_object('group_id', ${group_id}, 'view_only', ${view_only})), '[]'::json)
    from ${dataSourceGroups} where ${eq(data_source_id, dataSourceId)})`
}

/**
 * For each data source of a list of ids, the groups that share it: none where the source has been deleted.
 * @param ids an array; null stands for all data sources
 */
export const sharesOfEach = (ids: SQL) => sql<Share[][]>`(
  select coalesce(json_agg((
    select coalesce(json_agg(json_build_object('group_id', share.group_id, 'view_only', share.view_only)), '[]'::json)
    from data_source_groups share where share.data_source_id = source.id)), '[]'::json)
  from unnest(coalesce(${ids}, array(select every_source.id from data_sources every_source))) as source(id))`
