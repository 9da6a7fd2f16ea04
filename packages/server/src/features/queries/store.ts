import { JobStatus } from '@sightline/contract/executions.ts'
import type { QueryOptions, Schedule } from '@sightline/contract/queries.ts'
import { type AnyColumn, and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '../../platform/db/db.ts'
import { readTogether } from '../../platform/db/read-together.ts'
import { snapshotCached } from '../../platform/db/snapshot-cache.ts'
import { accessPermissions, editorsOf } from '../acl/tables.ts'
import { dataSourceGroups, sharesOf } from '../data-sources/tables.ts'
import { executions, queryResults, sourcesOfResult } from '../executions/tables.ts'
import { favorites } from '../favorites/tables.ts'
import { users } from '../users/tables.ts'
import { visualizations } from '../visualizations/tables.ts'
import { queries, queryColumns } from './tables.ts'

const owner = alias(users, 'owner')
const modifier = alias(users, 'modifier')

/** When a query last ran successfully with any values, while `retrieved_at` is about the result of its stored values. */
const lastRunAt: SQL<Date | null> = sql`greatest(${queryResults.retrieved_at}, (
  select run.finished_at from ${executions} run where run.query_id = ${queries.id} and run.status = ${JobStatus.done}
  order by run.created_at desc limit 1))`.mapWith(queryResults.retrieved_at)

/** Queries with their owner, latest result and the user's favorite. @param userId 0 for a viewer who is no user */
function withOwner(db: Db, userId: number) {
  return db
    .select({
      query: queryColumns,
      owner,
      runtime: queryResults.runtime,
      retrieved_at: queryResults.retrieved_at,
      last_run_at: lastRunAt,
      starred_at: favorites.created_at,
    })
    .from(queries)
    .innerJoin(owner, eq(queries.user_id, owner.id))
    .leftJoin(queryResults, eq(queries.latest_query_data_id, queryResults.id))
    .leftJoin(favorites, favoriteOf(userId, queries.id))
}

/** Joins the user's favorite of the query with this id. */
export const favoriteOf = (userId: number, queryId: AnyColumn) =>
  and(eq(favorites.object_type, 'query'), eq(favorites.object_id, queryId), eq(favorites.user_id, userId))

/** @param userId 0 for a viewer who is no user */
async function readRows(db: Db, ids: readonly number[], userId: number) {
  const rows = await db
    .select({
      query: queryColumns,
      owner,
      modifier,
      runtime: queryResults.runtime,
      retrieved_at: queryResults.retrieved_at,
      starred_at: favorites.created_at,
      shares: sharesOf(queries.data_source_id),
      editor_ids: editorsOf('query', queries.id),
    })
    .from(queries)
    .innerJoin(owner, eq(queries.user_id, owner.id))
    .leftJoin(modifier, eq(queries.last_modified_by_id, modifier.id))
    .leftJoin(queryResults, eq(queries.latest_query_data_id, queryResults.id))
    .leftJoin(favorites, favoriteOf(userId, queries.id))
    .where(sql`${queries.id} = any(${sql.param([...ids])}::integer[])`)
  return new Map(rows.map((row) => [row.query.id, row]))
}

export const find = snapshotCached(readTogether(readRows), [
  queries,
  users,
  queryResults,
  favorites,
  dataSourceGroups,
  accessPermissions,
])
export type QueryRow = NonNullable<Awaited<ReturnType<typeof find>>>

export type VisualizationRow = typeof visualizations.$inferSelect

export function visualizationsOf(db: Db, queryId: number) {
  return db.select().from(visualizations).where(eq(visualizations.query_id, queryId)).orderBy(visualizations.id)
}

export type QueryListRow = Awaited<ReturnType<typeof withOwner>>[number]

/** Queries by id, without a permission check and in no order. */
export const byIds = (db: Db, ids: readonly number[], userId: number) =>
  withOwner(db, userId).where(inArray(queries.id, [...ids]))

/** The facts that decide the health of queries, and who may see it. */
export function healthOf(db: Db, ids: readonly number[]) {
  return db
    .select({
      id: queries.id,
      user_id: queries.user_id,
      options: queries.options,
      data_source_id: queries.data_source_id,
      is_archived: queries.is_archived,
      schedule: queries.schedule,
      refresh_failure: queries.refresh_failure,
      retrieved_at: queryResults.retrieved_at,
      shares: sharesOf(queries.data_source_id),
    })
    .from(queries)
    .leftJoin(queryResults, eq(queries.latest_query_data_id, queryResults.id))
    .where(inArray(queries.id, [...ids]))
}
export type HealthRow = Awaited<ReturnType<typeof healthOf>>[number]

/** The groups that share the data sources of some queries; null for a query that has lost its source. */
export async function sharesByIds(db: Db, ids: readonly number[]) {
  if (ids.length === 0) return []
  const rows = await db
    .select({
      options: queries.options,
      data_source_id: queries.data_source_id,
      shares: sharesOf(queries.data_source_id),
    })
    .from(queries)
    .where(inArray(queries.id, [...ids]))
  return rows.map(({ options, data_source_id, shares }) => ({ options, shares: data_source_id === null ? null : shares }))
}

/** The newest stored results with this hash, newest first; several, because different texts may share a hash. */
export function resultsByHash(db: Db, dataSourceId: number, hash: string) {
  return db
    .select({ id: queryResults.id, query: queryResults.query, sources: sourcesOfResult })
    .from(queryResults)
    .where(and(eq(queryResults.data_source_id, dataSourceId), eq(queryResults.query_hash, hash)))
    .orderBy(desc(queryResults.retrieved_at))
    .limit(5)
}

/** A result of this data source, with the groups that share each source that its rows were read from. */
export async function findResult(db: Db, dataSourceId: number, resultId: number) {
  const isIt = and(eq(queryResults.id, resultId), eq(queryResults.data_source_id, dataSourceId))
  const [row] = await db.select({ id: queryResults.id, sources: sourcesOfResult }).from(queryResults).where(isIt)
  return row
}

export interface Content {
  name: string
  description: string | null
  query: string
  query_hash: string
  data_source_id: number | null
  latest_query_data_id: number | null
  options: QueryOptions
  schedule: Schedule | null
  tags: string[]
}

export interface NewVisualizationRow {
  type: string
  name: string
  description: string | null
  options: Record<string, unknown>
}

/** Stores a new draft query with its first visualizations. @returns its id */
export async function insert(
  db: Db,
  content: Content & { user_id: number; api_key: string },
  newVisualizations: readonly NewVisualizationRow[],
): Promise<number> {
  return db.transaction(async (tx) => {
    const [row] = await tx
      .insert(queries)
      .values({ ...content, last_modified_by_id: content.user_id })
      .returning({ id: queries.id })
    if (!row) throw new Error('The database stored no query.')
    const ofQuery = newVisualizations.map((visualization) => ({ ...visualization, query_id: row.id }))
    if (ofQuery.length > 0) await tx.insert(visualizations).values(ofQuery)
    return row.id
  })
}

/**
 * Saves changed content and increments the version.
 * @param version the version that the change is based on; null overwrites any
 * @returns false if the query has another version by now
 */
export async function change(
  db: Db,
  id: number,
  changes: Partial<Content & { is_draft: boolean; is_archived: boolean; schedule_failures: number; refresh_failure: null }> & {
    last_modified_by_id: number
  },
  version: number | null,
): Promise<boolean> {
  const rows = await db
    .update(queries)
    .set({ ...changes, version: sql`${queries.version} + 1`, updated_at: sql`now()` })
    .where(and(eq(queries.id, id), version === null ? undefined : eq(queries.version, version)))
    .returning({ id: queries.id })
  return rows.length > 0
}

/** Links a query to another result, which does not count as a change of its content. */
export async function setLatestResult(db: Db, id: number, resultId: number | null) {
  await db.update(queries).set({ latest_query_data_id: resultId, refresh_failure: null }).where(eq(queries.id, id))
}

/** Column values of an archived query, besides `is_archived` itself. */
export const archived = { schedule: null, schedule_failures: 0, refresh_failure: null } as const

/** Archives a query. The version is incremented, because its schedule is removed. */
export async function archive(db: Db, id: number, userId: number) {
  await change(db, id, { is_archived: true, ...archived, last_modified_by_id: userId }, null)
}

export async function setKey(db: Db, id: number, apiKey: string) {
  await db.update(queries).set({ api_key: apiKey }).where(eq(queries.id, id))
}
