import type { QueryOptions, Schedule } from '@sightline/contract/queries.ts'
import { and, arrayContains, count, desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '../../platform/db/db.ts'
import { keptRead } from '../../platform/db/kept-reads.ts'
import { askedOrder, maybeNull, neverNull, type SortKey } from '../../platform/db/list-order.ts'
import type { ListRequest } from '../../platform/paging.ts'
import { editorsOf } from '../acl/tables.ts'
import { sharesOf } from '../data-sources/tables.ts'
import { queryResults } from '../executions/tables.ts'
import { favorites } from '../favorites/tables.ts'
import { users } from '../users/tables.ts'
import { visualizations } from '../visualizations/tables.ts'
import type { Search } from './search.ts'
import { isFound, ranking } from './search-sql.ts'
import { queries, queryColumns } from './tables.ts'

const owner = alias(users, 'owner')
const modifier = alias(users, 'modifier')

/** Queries with their owner, latest result and the reader's star. @param userId 0 for a reader who is no user */
function withOwner(db: Db, userId: number) {
  return db
    .select({
      query: queryColumns,
      owner,
      runtime: queryResults.runtime,
      retrieved_at: queryResults.retrieved_at,
      starred_at: favorites.created_at,
    })
    .from(queries)
    .innerJoin(owner, eq(queries.user_id, owner.id))
    .leftJoin(queryResults, eq(queries.latest_query_data_id, queryResults.id))
    .leftJoin(favorites, starOf(userId))
    .$dynamic()
}

const starOf = (userId: number) =>
  and(eq(favorites.object_type, 'query'), eq(favorites.object_id, queries.id), eq(favorites.user_id, userId))

export const find = keptRead(async (db: Db, id: number, userId: number) => {
  const [row] = await db
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
    .leftJoin(favorites, starOf(userId))
    .where(eq(queries.id, id))
  return row
})
export type QueryRow = NonNullable<Awaited<ReturnType<typeof find>>>

export function visualizationsOf(db: Db, queryId: number) {
  return db.select().from(visualizations).where(eq(visualizations.query_id, queryId)).orderBy(visualizations.id)
}

export type QueryListRow = Awaited<ReturnType<typeof withOwner>>[number]

/** Some queries, whatever their sources, in no order. */
export const byIds = (db: Db, ids: readonly number[], userId: number) =>
  withOwner(db, userId).where(inArray(queries.id, [...ids]))

/** Which queries a list shows, seen by one user. */
export interface Scope {
  list: 'all' | 'archive' | 'my' | 'favorites'
  userId: number
  /** Only queries of data sources shared with one of these groups are shown. */
  groupIds: readonly number[]
}

/** What a list of queries is asked for. */
export interface QueryListRequest extends Omit<ListRequest, 'term'> {
  search: Search | null
}

/** A page of queries, and how many there are in all. */
export async function list(db: Db, scope: Scope, request: QueryListRequest) {
  const { ids, count } = await (request.search === null ? listed(db, scope, request) : searched(db, scope, request))
  const rows = ids.length === 0 ? [] : await withOwner(db, scope.userId).where(inArray(queries.id, ids))
  return { count, rows: rows.toSorted((a, b) => ids.indexOf(a.query.id) - ids.indexOf(b.query.id)) }
}

/** In the usual orders an index has the page at hand; counting is another matter. */
async function listed(db: Db, scope: Scope, request: QueryListRequest) {
  const [found, count] = await Promise.all([pageIds(db, scope, request), countOf(db, scope, request)])
  return { ids: found.map(({ id }) => id), count }
}

/** What is found is counted while it is found: counting apart would search twice. */
async function searched(db: Db, scope: Scope, request: QueryListRequest) {
  const found = await pageIds(db, scope, request, sql<number>`(count(*) over ())::integer`)
  // A page beyond the last one brings no row that could tell.
  const count = found[0]?.count ?? (request.page > 1 ? await countOf(db, scope, request) : 0)
  return { ids: found.map(({ id }) => id), count }
}

/**
 * The ids of a page, and nothing else: sorting whole queries takes many times as long. PostgreSQL leaves out the joins that neither
 * order nor list needs.
 */
export function pageIds(db: Db, scope: Scope, request: QueryListRequest, count = sql<number>`0`) {
  return db
    .select({ id: queries.id, count })
    .from(queries)
    .leftJoin(owner, eq(queries.user_id, owner.id))
    .leftJoin(queryResults, eq(queries.latest_query_data_id, queryResults.id))
    .leftJoin(favorites, starOf(scope.userId))
    .where(and(inScope(scope), matching(request)))
    .orderBy(...ordering(request))
    .limit(request.pageSize)
    .offset((request.page - 1) * request.pageSize)
}

async function countOf(db: Db, scope: Scope, request: QueryListRequest): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(queries)
    .leftJoin(favorites, starOf(scope.userId))
    .where(and(inScope(scope), matching(request)))
  return row?.count ?? 0
}

export function recent(db: Db, scope: Scope, limit: number) {
  return withOwner(db, scope.userId).where(inScope(scope)).orderBy(desc(queries.updated_at)).limit(limit)
}

export function tagCounts(db: Db, scope: Scope) {
  const tag = sql<string>`tag`
  return db
    .select({ name: tag, count: count() })
    .from(queries)
    .innerJoin(sql`unnest("queries"."tags") as tag`, sql`true`)
    .leftJoin(favorites, starOf(scope.userId))
    .where(inScope(scope))
    .groupBy(tag)
    .orderBy(tag)
}

function inScope({ list, userId, groupIds }: Scope): SQL | undefined {
  const isShared = sql`exists (select 1 from data_source_groups share
    where share.data_source_id = "queries"."data_source_id" and ${inArray(sql`share.group_id`, [...groupIds])})`
  // Spelled as the partial index spells it, which counts them without looking at each.
  const isThere = list === 'archive' ? sql`${queries.is_archived}` : sql`not ${queries.is_archived}`
  return and(isShared, isThere, membership[list](userId))
}

const membership: Record<Scope['list'], (userId: number) => SQL | undefined> = {
  all: () => undefined,
  archive: (userId) => or(eq(queries.is_draft, false), eq(queries.user_id, userId)),
  my: (userId) => eq(queries.user_id, userId),
  favorites: () => sql`${favorites.user_id} is not null`,
}

function matching({ search, tags }: QueryListRequest): SQL | undefined {
  return and(search ? isFound(search) : undefined, tags.length > 0 ? arrayContains(queries.tags, tags) : undefined)
}

/** As asked; else what a search finds best, and newest first; pieces of text are found in the order of ids. */
function ordering({ order, search }: QueryListRequest): SQL[] {
  const asked = askedOrder(order, sortable, queries.id)
  if (asked) return asked
  if (search?.by === 'pieces') return [sql`${queries.id}`]
  return [...(search ? ranking(search) : []), desc(queries.created_at), desc(queries.id)]
}

const sortable: ReadonlyMap<string, SortKey> = new Map([
  ['name', neverNull(sql`lower(${queries.name})`)],
  ['created_at', neverNull(sql`${queries.created_at}`)],
  ['schedule', maybeNull(sql`(${queries.schedule} ->> 'interval')::bigint`)],
  ['runtime', maybeNull(sql`${queryResults.runtime}`)],
  ['executed_at', maybeNull(sql`${queryResults.retrieved_at}`)],
  ['created_by', neverNull(sql`lower(${owner.name})`)],
  ['starred_at', maybeNull(sql`${favorites.created_at}`)],
])

/** The newest stored results with this hash, newest first: more than one, because texts with one hash may differ. */
export function resultsByHash(db: Db, dataSourceId: number, hash: string) {
  return db
    .select({ id: queryResults.id, query: queryResults.query })
    .from(queryResults)
    .where(and(eq(queryResults.data_source_id, dataSourceId), eq(queryResults.query_hash, hash)))
    .orderBy(desc(queryResults.retrieved_at))
    .limit(5)
}

/** Whether a result of this data source exists. */
export async function hasResult(db: Db, dataSourceId: number, resultId: number): Promise<boolean> {
  const isIt = and(eq(queryResults.id, resultId), eq(queryResults.data_source_id, dataSourceId))
  const rows = await db.select({ id: queryResults.id }).from(queryResults).where(isIt)
  return rows.length > 0
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

/** Stores a new query, a draft, with its first visualizations. @returns its id */
export async function insert(
  db: Db,
  content: Content & { user_id: number; api_key: string },
  drawings: readonly NewVisualizationRow[],
): Promise<number> {
  return db.transaction(async (tx) => {
    const [row] = await tx
      .insert(queries)
      .values({ ...content, last_modified_by_id: content.user_id })
      .returning({ id: queries.id })
    if (!row) throw new Error('The database stored no query.')
    const ofQuery = drawings.map((drawing) => ({ ...drawing, query_id: row.id }))
    if (ofQuery.length > 0) await tx.insert(visualizations).values(ofQuery)
    return row.id
  })
}

/**
 * Saves changed content: one version up.
 * @param version the version that the change was made from; null saves over any
 * @returns false when the query has another version by now
 */
export async function change(
  db: Db,
  id: number,
  changes: Partial<Content & { is_draft: boolean; is_archived: boolean; schedule_failures: number }> & {
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

/** Points a query to another result; that is no change of its content. */
export async function setLatestResult(db: Db, id: number, resultId: number | null) {
  await db.update(queries).set({ latest_query_data_id: resultId }).where(eq(queries.id, id))
}

/** What being archived means for a query, besides the mark. */
export const archived = { schedule: null, schedule_failures: 0 } as const

export async function archive(db: Db, id: number, userId: number) {
  await db
    .update(queries)
    .set({ is_archived: true, ...archived, last_modified_by_id: userId, updated_at: sql`now()` })
    .where(eq(queries.id, id))
}

export async function setKey(db: Db, id: number, apiKey: string) {
  await db.update(queries).set({ api_key: apiKey }).where(eq(queries.id, id))
}
