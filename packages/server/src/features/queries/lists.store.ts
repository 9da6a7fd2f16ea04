import { and, arrayContains, count, desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { knownParts, maybeNull, neverNull, requestedOrder, type SortKey } from '../../platform/db/list-order.ts'
import { inOrderOf, type PageCut, readPage } from '../../platform/db/list-pages.ts'
import { eachTag, isTagged } from '../../platform/db/tag-lists.ts'
import type { ListRequest } from '../../platform/paging.ts'
import { favorites } from '../favorites/tables.ts'
import { users } from '../users/tables.ts'
import { queryListings } from './listing-tables.ts'
import type { Search } from './search.ts'
import { isFound, ranking } from './search-sql.ts'
import { byIds, type QueryListRow, starOf } from './store.ts'
import { queries } from './tables.ts'

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
export async function list(db: Db, scope: Scope, request: QueryListRequest): Promise<{ rows: QueryListRow[]; count: number }> {
  const { ids, count } = await readPage(request, {
    order: knownParts(request.order, sortable),
    isSoonCounted: request.search === null && scope.list !== 'favorites',
    idsOf: (cut, selected) => cutIds(db, scope, { ...request, ...cut }, selected),
    count: () => countOf(db, scope, request),
  })
  return { rows: await rowsOf(db, scope, ids), count }
}

async function rowsOf(db: Db, { userId }: Pick<Scope, 'userId'>, ids: readonly number[]): Promise<QueryListRow[]> {
  if (ids.length === 0) return []
  return inOrderOf(ids, await byIds(db, ids, userId), ({ query }) => query.id)
}

/** What queries are chosen by. */
type Choice = Pick<QueryListRequest, 'search' | 'tags'>

/**
 * The ids of a part of a list, and nothing else: sorting whole queries takes many times as long. PostgreSQL leaves out the joins
 * that neither order nor list needs.
 */
export function cutIds(db: Db, scope: Scope, cut: Choice & PageCut, count: SQL<number>) {
  return db
    .select({ id: queryListings.query_id, count })
    .from(queryListings)
    .leftJoin(queries, eq(queries.id, queryListings.query_id))
    .leftJoin(ownersInOrder, sql`owners.id = ${queryListings.user_id}`)
    .leftJoin(favorites, starOf(scope.userId, queryListings.query_id))
    .where(and(inScope(scope), matching(cut)))
    .orderBy(...ordering(cut))
    .limit(cut.limit)
    .offset(cut.offset)
}

/**
 * Owners with their place by name: numbers are sorted many times as fast as names. They are grouped by what is different anyway,
 * so that PostgreSQL knows that they are, and can leave them out; and as an array, as it would sort the queries to join them.
 */
const ownersInOrder = sql`(
  select id, dense_rank() over (order by lower(name)) as place from ${users}
  where id = any(array(select user_id from ${queryListings} group by user_id)) group by id
) as owners`

async function countOf(db: Db, scope: Scope, request: Choice): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(queryListings)
    .leftJoin(queries, eq(queries.id, queryListings.query_id))
    .leftJoin(favorites, starOf(scope.userId, queryListings.query_id))
    .where(and(inScope(scope), matching(request)))
  return row?.count ?? 0
}

/** The own queries that were changed last. */
export async function recent(db: Db, scope: Omit<Scope, 'list'>, limit: number): Promise<QueryListRow[]> {
  const found = await db
    .select({ id: queries.id })
    .from(queries)
    .innerJoin(queryListings, eq(queryListings.query_id, queries.id))
    .where(and(eq(queries.user_id, scope.userId), inScope({ ...scope, list: 'my' })))
    .orderBy(desc(queries.updated_at), desc(queries.id))
    .limit(limit)
  return rowsOf(
    db,
    scope,
    found.map(({ id }) => id),
  )
}

export function tagCounts(db: Db, scope: Scope) {
  const tag = eachTag(queryListings.tags)
  return db
    .select({ name: tag, count: count() })
    .from(queryListings)
    .leftJoin(favorites, starOf(scope.userId, queryListings.query_id))
    .where(and(inScope(scope), isTagged(queryListings.tags)))
    .groupBy(tag)
    .orderBy(tag)
}

function inScope({ list, userId, groupIds }: Scope): SQL | undefined {
  const isShared = sql`exists (select 1 from data_source_groups share
    where share.data_source_id = "query_listings"."data_source_id" and ${inArray(sql`share.group_id`, [...groupIds])})`
  return and(isShared, eq(queryListings.is_archived, list === 'archive'), membership[list](userId))
}

const membership: Record<Scope['list'], (userId: number) => SQL | undefined> = {
  all: () => undefined,
  archive: (userId) => or(eq(queryListings.is_draft, false), eq(queryListings.user_id, userId)),
  my: (userId) => eq(queryListings.user_id, userId),
  favorites: () => sql`${favorites.user_id} is not null`,
}

function matching({ search, tags }: Choice): SQL | undefined {
  return and(search ? isFound(search) : undefined, tags.length > 0 ? arrayContains(queryListings.tags, tags) : undefined)
}

/** As asked; else what a search finds best, and newest first; pieces of text are found in the order of ids. */
function ordering({ search, ...cut }: Choice & PageCut): SQL[] {
  const asked = requestedOrder(cut, sortable, queryListings.query_id)
  if (asked) return asked
  if (search?.by === 'pieces') return [sql`${queryListings.query_id}`]
  return [...(search ? ranking(search) : []), desc(queryListings.created_at), desc(queryListings.query_id)]
}

const sortable: ReadonlyMap<string, SortKey> = new Map([
  ['name', neverNull(sql`${queryListings.name}`)],
  ['created_at', neverNull(sql`${queryListings.created_at}`)],
  ['schedule', maybeNull(sql`${queryListings.interval}`)],
  ['runtime', maybeNull(sql`${queryListings.runtime}`)],
  ['executed_at', maybeNull(sql`${queryListings.executed_at}`)],
  ['created_by', neverNull(sql`owners.place`)],
  ['starred_at', maybeNull(sql`${favorites.created_at}`)],
])
