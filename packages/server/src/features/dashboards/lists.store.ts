import { foldedText } from '@sightline/domain/folded-text.ts'
import { and, arrayContains, count, desc, eq, inArray, max, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { foldedSql } from '../../platform/db/folded-text.ts'
import { containing } from '../../platform/db/like.ts'
import { knownParts, maybeNull, neverNull, requestedOrder, type SortKey } from '../../platform/db/list-order.ts'
import { inOrderOf, type PageCut, readPage } from '../../platform/db/list-pages.ts'
import { eachTag, isTagged } from '../../platform/db/tag-lists.ts'
import { type ListRequest, wordsIn } from '../../platform/paging.ts'
import { events } from '../events/tables.ts'
import { favorites } from '../favorites/tables.ts'
import { type DashboardRow, starOf, withOwner } from './store.ts'
import { dashboards } from './tables.ts'

/** Which dashboards a list shows, out of the published ones and the reader's own drafts. */
export interface Scope {
  list: 'all' | 'my' | 'favorites'
  userId: number
}

/** A page of dashboards, and the total count. */
export async function list(db: Db, scope: Scope, request: ListRequest): Promise<{ rows: DashboardRow[]; count: number }> {
  const { ids, count } = await readPage(request, {
    order: knownParts(request.order, sortable),
    isSoonCounted: request.term === '' && scope.list !== 'favorites',
    idsOf: (cut, selected) => cutIds(db, scope, { ...request, ...cut }, selected),
    count: () => countOf(db, scope, request),
  })
  return { rows: await inOrder(db, scope, ids), count }
}

function cutIds(db: Db, scope: Scope, cut: Choice & PageCut, count: SQL<number>) {
  return db
    .select({ id: dashboards.id, count })
    .from(dashboards)
    .leftJoin(favorites, starOf(scope.userId))
    .where(and(inScope(scope), matching(cut)))
    .orderBy(...ordering(cut))
    .limit(cut.limit)
    .offset(cut.offset)
}

/**
 * Reads the rows of a page by id. In the paging query, the subselect of the editors would run for every dashboard before
 * sorting.
 */
async function inOrder(db: Db, scope: Scope, ids: readonly number[]): Promise<DashboardRow[]> {
  if (ids.length === 0) return []
  const rows = await withOwner(db, scope.userId).where(inArray(dashboards.id, [...ids]))
  return inOrderOf(ids, rows, ({ dashboard }) => dashboard.id)
}

/** The filters of a list. */
type Choice = Pick<ListRequest, 'term' | 'tags'>

async function countOf(db: Db, scope: Scope, request: Choice): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(dashboards)
    .leftJoin(favorites, starOf(scope.userId))
    .where(and(inScope(scope), matching(request)))
  return row?.count ?? 0
}

/** Dashboards that a user has viewed, or owns and has changed, most recent first. */
export async function recent(db: Db, userId: number, limit: number): Promise<DashboardRow[]> {
  const viewed = db
    .select({ object_id: events.object_id, at: max(events.created_at).as('at') })
    .from(events)
    .where(and(eq(events.user_id, userId), eq(events.object_type, 'dashboard'), eq(events.action, 'view')))
    .groupBy(events.object_id)
    .as('viewed')
  const isOwn = eq(dashboards.user_id, userId)
  const found = await db
    .select({ id: dashboards.id })
    .from(dashboards)
    .leftJoin(viewed, sql`${viewed.object_id} = ${dashboards.id}::text`)
    .where(and(inScope({ list: 'all', userId }), or(isOwn, sql`${viewed.at} is not null`)))
    .orderBy(
      sql`greatest(${viewed.at}, case when ${isOwn} then ${dashboards.updated_at} end) desc nulls last`,
      desc(dashboards.id),
    )
    .limit(limit)
  return inOrder(
    db,
    { list: 'all', userId },
    found.map(({ id }) => id),
  )
}

export function tagCounts(db: Db, scope: Scope) {
  const tag = eachTag(dashboards.tags)
  return db
    .select({ name: tag, count: count() })
    .from(dashboards)
    .leftJoin(favorites, starOf(scope.userId))
    .where(and(inScope(scope), isTagged(dashboards.tags)))
    .groupBy(tag)
    .orderBy(tag)
}

const inScope = ({ list, userId }: Scope): SQL | undefined =>
  and(
    eq(dashboards.is_archived, false),
    or(eq(dashboards.is_draft, false), eq(dashboards.user_id, userId)),
    membership[list](userId),
  )

const membership: Record<Scope['list'], (userId: number) => SQL | undefined> = {
  all: () => undefined,
  my: (userId) => eq(dashboards.user_id, userId),
  favorites: () => sql`${favorites.user_id} is not null`,
}

function matching({ term, tags }: Choice): SQL | undefined {
  // Byte-wise comparison is faster than comparison by the rules of a language.
  const found = wordsIn(term).map(
    (word) => sql`(${foldedSql(dashboards.search_text)}) collate "C" like ${containing(foldedText(word))}`,
  )
  return and(...found, tags.length > 0 ? arrayContains(dashboards.tags, tags) : undefined)
}

const ordering = (cut: PageCut): SQL[] =>
  requestedOrder(cut, sortable, dashboards.id) ?? [desc(dashboards.created_at), desc(dashboards.id)]

const sortable: ReadonlyMap<string, SortKey> = new Map([
  ['name', neverNull(sql`lower(${dashboards.name})`)],
  ['created_at', neverNull(sql`${dashboards.created_at}`)],
  ['starred_at', maybeNull(sql`${favorites.created_at}`)],
])
