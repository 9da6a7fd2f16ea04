import type { Dependents } from '@sightline/contract/data-sources.ts'
import type { Share } from '@sightline/domain/permissions/can.ts'
import { and, asc, count, countDistinct, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { nextId } from '../../platform/db/next-id.ts'
import { preparedOnce } from '../../platform/db/prepared-once.ts'
import { snapshotCached } from '../../platform/db/snapshot-cache.ts'
import { dashboards, widgets } from '../dashboards/tables.ts'
import { queryResults } from '../executions/tables.ts'
import { queries } from '../queries/tables.ts'
import { groups } from '../users/tables.ts'
import { visualizations } from '../visualizations/tables.ts'
import { dataSourceGroups, dataSources } from './tables.ts'

const shares = sql<Share[]>`(
  select coalesce(json_agg(json_build_object('group_id', share.group_id, 'view_only', share.view_only)), '[]'::json)
  from data_source_groups share where share.data_source_id = data_sources.id)`

// Without the stored schema, which may be large and is rarely needed.
const facts = {
  id: dataSources.id,
  name: dataSources.name,
  type: dataSources.type,
  encrypted_options: dataSources.encrypted_options,
  paused: dataSources.paused,
  pause_reason: dataSources.pause_reason,
  concurrency: dataSources.concurrency,
  time_limit: dataSources.time_limit,
  is_sample: dataSources.is_sample,
  refreshes_schema: dataSources.refreshes_schema,
  schema_fetched_at: dataSources.schema_fetched_at,
  schema_tried_at: dataSources.schema_tried_at,
  schema_error: dataSources.schema_error,
  shares,
}

/** All data sources with the groups they are shared with, by lower-case name. */
export function all(db: Db) {
  return db
    .select(facts)
    .from(dataSources)
    .orderBy(asc(sql`lower(${dataSources.name})`))
}
export type SourceRow = Awaited<ReturnType<typeof all>>[number]

export const find = snapshotCached(
  async (db: Db, id: number): Promise<SourceRow | undefined> => {
    const [row] = await findStatement(db).execute({ id })
    return row
  },
  [dataSources, dataSourceGroups],
)

const findStatement = preparedOnce((db) =>
  db
    .select(facts)
    .from(dataSources)
    .where(eq(dataSources.id, sql.placeholder('id')))
    .prepare('find_data_source'),
)

interface Fields {
  name: string
  type: string
  encrypted_options: string
  /** Unchanged if left out. */
  concurrency?: number | null
  /** Seconds; unchanged if left out. */
  time_limit?: number | null
  /** Unchanged if left out. */
  refreshes_schema?: boolean
}

/** Reserves the id of a new data source. */
export const nextSourceId = (db: Db): Promise<number> => nextId(db, dataSources)

/** @returns false if the name is taken */
export async function insert(db: Db, id: number, fields: Fields): Promise<boolean> {
  const insertion = db.insert(dataSources).values({ id, ...fields })
  const rows = await insertion.onConflictDoNothing({ target: dataSources.name }).returning({ id: dataSources.id })
  return rows.length > 0
}

/** Column values of a source whose schema was never read. */
const noSchema = { schema: null, schema_fetched_at: null, schema_tried_at: null, schema_error: null }

/** Saves a data source and deletes its stored schema. @returns false if the name belongs to another one */
export async function change(db: Db, id: number, fields: Fields): Promise<boolean> {
  const changed = await db
    .update(dataSources)
    .set({ ...fields, ...noSchema, updated_at: sql`now()` })
    .where(
      and(
        eq(dataSources.id, id),
        sql`not exists (select 1 from data_sources other where other.name = ${fields.name} and other.id <> ${id})`,
      ),
    )
    .returning({ id: dataSources.id })
  return changed.length > 0
}

export async function setPaused(db: Db, id: number, paused: boolean, reason: string | null) {
  await db.update(dataSources).set({ paused, pause_reason: reason }).where(eq(dataSources.id, id))
}

const { id, name, type, encrypted_options } = dataSources
const encryptedFacts = { id, name, type, encrypted_options }

/** The encrypted options of all data sources, locked until the transaction ends. */
export function lockOptions(db: Db) {
  return db.select(encryptedFacts).from(dataSources).orderBy(dataSources.id).for('update')
}

export async function setOptions(db: Db, id: number, encryptedOptions: string): Promise<void> {
  await db.update(dataSources).set({ encrypted_options: encryptedOptions }).where(eq(dataSources.id, id))
}

/** Deletes a data source with its results. @returns the names of the result files, for the caller to remove */
export async function remove(db: Db, id: number): Promise<string[]> {
  return db.transaction(async (tx) => {
    const files = await tx.select({ file: queryResults.file }).from(queryResults).where(eq(queryResults.data_source_id, id))
    await tx.update(queries).set({ latest_query_data_id: null }).where(eq(queries.data_source_id, id))
    await tx.delete(dataSources).where(eq(dataSources.id, id))
    return files.map(({ file }) => file)
  })
}

/** Counts what depends on a data source, without archived queries and dashboards. */
export async function dependentsOf(db: Db, id: number): Promise<Dependents> {
  const isOfSource = sql`${queries.data_source_id} = ${id} and not ${queries.is_archived}`
  const [ofQueries, ofDashboards, ofResults] = await Promise.all([
    db
      .select({ queries: count(), scheduled: sql<number>`count(${queries.schedule})::integer` })
      .from(queries)
      .where(isOfSource),
    db
      .select({ dashboards: countDistinct(dashboards.id) })
      .from(dashboards)
      .innerJoin(widgets, eq(widgets.dashboard_id, dashboards.id))
      .innerJoin(visualizations, eq(visualizations.id, widgets.visualization_id))
      .innerJoin(queries, eq(queries.id, visualizations.query_id))
      .where(sql`${isOfSource} and not ${dashboards.is_archived}`),
    db.select({ results: count() }).from(queryResults).where(eq(queryResults.data_source_id, id)),
  ])
  return {
    queries: ofQueries[0]?.queries ?? 0,
    scheduled: ofQueries[0]?.scheduled ?? 0,
    dashboards: ofDashboards[0]?.dashboards ?? 0,
    results: ofResults[0]?.results ?? 0,
  }
}

/** Shares a data source with a group, with full access. An existing share stays unchanged. */
export async function share(db: Db, id: number, groupId: number): Promise<void> {
  await db.insert(dataSourceGroups).values({ data_source_id: id, group_id: groupId }).onConflictDoNothing()
}

/** Shares a new data source with the default group, with full access. */
export async function shareWithDefault(db: Db, id: number): Promise<void> {
  const isDefault = and(eq(groups.type, 'builtin'), eq(groups.name, 'default'))
  const [group] = await db.select({ id: groups.id }).from(groups).where(isDefault)
  if (group) await share(db, id, group.id)
}

/**
 * Shares a new data source with groups (id → view only).
 * @returns the id of a group that does not exist; null if all of them do
 */
export async function shareNew(db: Db, id: number, sharing: Record<string, boolean>): Promise<number | null> {
  const shares = Object.entries(sharing).map(([group, view_only]) => ({ group_id: Number(group), view_only }))
  if (shares.length === 0) return null
  const ids = shares.map(({ group_id }) => group_id)
  const known = await db.select({ id: groups.id }).from(groups).where(inArray(groups.id, ids)).for('key share')
  const unknown = ids.find((one) => !known.some((group) => group.id === one))
  if (unknown !== undefined) return unknown
  await db.insert(dataSourceGroups).values(shares.map((one) => ({ data_source_id: id, ...one })))
  return null
}

/** @returns false if the data source is not shared with the group */
export async function setViewOnly(db: Db, id: number, groupId: number, viewOnly: boolean): Promise<boolean> {
  const changed = await db
    .update(dataSourceGroups)
    .set({ view_only: viewOnly })
    .where(isShare(id, groupId))
    .returning({ id: dataSourceGroups.data_source_id })
  return changed.length > 0
}

export async function unshare(db: Db, id: number, groupId: number): Promise<void> {
  await db.delete(dataSourceGroups).where(isShare(id, groupId))
}

const isShare = (id: number, groupId: number) =>
  and(eq(dataSourceGroups.data_source_id, id), eq(dataSourceGroups.group_id, groupId))
