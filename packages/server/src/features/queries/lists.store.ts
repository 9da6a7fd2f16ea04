import { foldedText } from '@sightline/domain/folded-text.ts'
import { GRACE_S, STALE_INTERVALS } from '@sightline/domain/health.ts'
import { and, arrayContains, count, desc, eq, ilike, inArray, isNotNull, not, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { foldedSql } from '../../platform/db/folded-text.ts'
import { containing } from '../../platform/db/like.ts'
import { knownParts, maybeNull, neverNull, requestedOrder, type SortKey } from '../../platform/db/list-order.ts'
import { inOrderOf, type PageCut, readPage } from '../../platform/db/list-pages.ts'
import { eachTag, isTagged } from '../../platform/db/tag-lists.ts'
import { matchesWords, prefixQuery, wordQuery } from '../../platform/db/word-search.ts'
import type { ListRequest } from '../../platform/paging.ts'
import { favorites } from '../favorites/tables.ts'
import { users } from '../users/tables.ts'
import { byIds, favoriteOf, type QueryListRow } from './store.ts'
import { queries, queryListings } from './tables.ts'

/** The fields that a part of a substring search may name. */
export const searchFields = ['id', 'name', 'query', 'description'] as const
type SearchField = (typeof searchFields)[number]

/** A search in a list of queries; all of its parts must match. */
export type Search =
  /**
   * Prefixes of words in name, id, description and text, or substrings where a script has no spaces between words. A term of mere
   * punctuation has no words and finds nothing.
   */
  | { by: 'words'; words: readonly string[]; orSubstrings: readonly Substring[] }
  | { by: 'substrings'; substrings: readonly Substring[] }

/** A part of the named field, or else of name or description. */
interface Substring {
  field: SearchField | null
  text: string
}

/** Which queries a list shows to a user. */
export interface Scope {
  list: 'all' | 'archive' | 'my' | 'favorites'
  userId: number
  /** Only queries of data sources that are shared with one of these groups are listed. */
  groupIds: readonly number[]
}

/** A request for a page of queries. */
export interface QueryListRequest extends Omit<ListRequest, 'term'> {
  search: Search | null
  /** Only failing, or only stale queries; null for all. */
  health: keyof typeof isOfHealth | null
}

/** A page of queries, and their total number. */
export async function list(db: Db, scope: Scope, request: QueryListRequest): Promise<{ rows: QueryListRow[]; count: number }> {
  const { ids, count } = await readPage(request, {
    order: knownParts(request.order, sortable),
    isSoonCounted: request.search === null && request.health === null && scope.list !== 'favorites',
    idsOf: (cut, selected) => cutIds(db, scope, { ...request, ...cut }, selected),
    count: () => countOf(db, scope, request),
  })
  return { rows: await rowsOf(db, scope, ids), count }
}

async function rowsOf(db: Db, { userId }: Pick<Scope, 'userId'>, ids: readonly number[]): Promise<QueryListRow[]> {
  if (ids.length === 0) return []
  return inOrderOf(ids, await byIds(db, ids, userId), ({ query }) => query.id)
}

/** The filters of a list. */
type Filters = Pick<QueryListRequest, 'search' | 'tags' | 'health'>

/**
 * Selects only the ids of a page: sorting whole queries takes many times as long. PostgreSQL leaves out the joins that neither
 * the order nor the filters need.
 */
export function cutIds(db: Db, scope: Scope, cut: Filters & PageCut, count: SQL<number>) {
  return db
    .select({ id: queryListings.query_id, count })
    .from(queryListings)
    .leftJoin(queries, eq(queries.id, queryListings.query_id))
    .leftJoin(ownersInOrder, sql`owners.id = ${queryListings.user_id}`)
    .leftJoin(favorites, favoriteOf(scope.userId, queryListings.query_id))
    .where(and(inScope(scope), matching(cut)))
    .orderBy(...ordering(cut))
    .limit(cut.limit)
    .offset(cut.offset)
}

/**
 * Owners with their rank by name, because numbers sort many times as fast as names. Grouping by the unique id tells PostgreSQL
 * that ids are unique, so that it can leave the join out; the array keeps it from sorting the queries for the join.
 */
const ownersInOrder = sql`(
  select id, dense_rank() over (order by lower(name)) as place from ${users}
  where id = any(array(select user_id from ${queryListings} group by user_id)) group by id
) as owners`

async function countOf(db: Db, scope: Scope, request: Filters): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(queryListings)
    .leftJoin(queries, eq(queries.id, queryListings.query_id))
    .leftJoin(favorites, favoriteOf(scope.userId, queryListings.query_id))
    .where(and(inScope(scope), matching(request)))
  return row?.count ?? 0
}

/** The user's own queries that were changed last. */
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
    .leftJoin(favorites, favoriteOf(scope.userId, queryListings.query_id))
    .where(and(inScope(scope), isTagged(queryListings.tags)))
    .groupBy(tag)
    .orderBy(tag)
}

function inScope({ list, userId, groupIds }: Scope): SQL | undefined {
  const isShared = sql`exists (select 1 from data_source_groups share
    where share.data_source_id = "query_listings"."data_source_id" and ${inArray(sql`share.group_id`, [...groupIds])})`
  return and(isShared, eq(queryListings.is_archived, list === 'archive'), listCondition[list](userId))
}

const listCondition: Record<Scope['list'], (userId: number) => SQL | undefined> = {
  all: () => undefined,
  archive: (userId) => or(eq(queryListings.is_draft, false), eq(queryListings.user_id, userId)),
  my: (userId) => eq(queryListings.user_id, userId),
  favorites: () => sql`${favorites.user_id} is not null`,
}

function matching({ search, tags, health }: Filters): SQL | undefined {
  return and(
    search ? matchesSearch(search) : undefined,
    tags.length > 0 ? arrayContains(queryListings.tags, tags) : undefined,
    health === null ? undefined : isOfHealth[health],
  )
}

const isFailing = isNotNull(queries.refresh_failure)
/** The same conditions as in `healthOf` and `staleAfter` of the domain. */
const isStale = and(
  not(isFailing),
  sql`coalesce(${queries.schedule} ->> 'disabled', 'false') <> 'true'`,
  sql`coalesce(${queries.schedule} ->> 'until', '9999-12-31') > to_char(now() at time zone 'UTC', 'YYYY-MM-DD')`,
  sql`extract(epoch from now() - ${queryListings.executed_at}) > ${queryListings.interval} * ${STALE_INTERVALS}::numeric + ${GRACE_S}::integer`,
)
const isOfHealth = { failing: isFailing, stale: isStale, failing_or_stale: or(isFailing, isStale) }

/** The requested order, or else best matches first, then newest first. Substring matches are ordered by id. */
function ordering({ search, ...cut }: Filters & PageCut): SQL[] {
  const requested = requestedOrder(cut, sortable, queryListings.query_id)
  if (requested) return requested
  if (search?.by === 'substrings') return [sql`${queryListings.query_id}`]
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

/** Whether a search finds a query. */
export function matchesSearch(search: Search): SQL | undefined {
  if (search.by === 'substrings') return containsAll(search.substrings)
  if (search.words.length === 0) return sql`false`
  const byWords = matchesWords(queries.search, prefixQuery(search.words))
  return search.orSubstrings.length === 0 ? byWords : or(byWords, containsAll(search.orSubstrings))
}

const containsAll = (substrings: readonly Substring[]) => and(...substrings.map(({ field, text }) => containsText(field, text)))

/**
 * Orders by the rank of a search: matches in more important fields first, within a field whole words first. Substring searches
 * have no rank. Most matches are in the query text alone; for these one look at the ranked fields is enough, because without a
 * word that begins like the search there is no whole word either.
 */
export function ranking(search: Search): SQL[] {
  if (search.by === 'substrings' || search.words.length === 0) return []
  const isIn = (weights: string) => matchesWords(queries.search_rank, prefixQuery(search.words, weights))
  const hasWholeWords = matchesWords(queries.search_rank, wordQuery(search.words))
  const field = sql`case when ${isIn('A')} then 2 when ${isIn('AB')} then 4 else 6 end`
  return [sql`case when ${isIn('ABC')} then ${field} - (${hasWholeWords})::integer else 8 end`]
}

function containsText(field: SearchField | null, text: string): SQL | undefined {
  const pattern = containing(text)
  if (field === 'id') return sql`${queryListings.query_id}::text ilike ${pattern}`
  // The "C" collation compares bytes, which is faster than comparing by the rules of a language.
  const isInName = sql`(${foldedSql(queryListings.name)}) collate "C" like ${containing(foldedText(text))}`
  if (field === 'name') return isInName
  if (field !== null) return ilike(queries[field], pattern)
  return or(isInName, ilike(queries.description, pattern))
}
