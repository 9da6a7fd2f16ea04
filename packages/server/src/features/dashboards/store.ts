import { and, arrayContains, count, desc, eq, inArray, isNotNull, isNull, like, max, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { containing } from '../../platform/db/like.ts'
import { knownParts, maybeNull, neverNull, requestedOrder, type SortKey } from '../../platform/db/list-order.ts'
import { inOrderOf, type PageCut, readPage } from '../../platform/db/list-pages.ts'
import { snapshotCached } from '../../platform/db/snapshot-cache.ts'
import { eachTag, isTagged } from '../../platform/db/tag-lists.ts'
import { type ListRequest, wordsIn } from '../../platform/paging.ts'
import { editorsOf } from '../acl/tables.ts'
import { events } from '../events/tables.ts'
import { favorites } from '../favorites/tables.ts'
import { users } from '../users/tables.ts'
import { visualizations } from '../visualizations/tables.ts'
import { freeSlug } from './slug.ts'
import { dashboards, widgets } from './tables.ts'

/** Which dashboards a list shows: published ones and the reader's own drafts. */
export interface Scope {
  list: 'all' | 'my' | 'favorites'
  userId: number
}

const starOf = (userId: number) =>
  and(eq(favorites.object_type, 'dashboard'), eq(favorites.object_id, dashboards.id), eq(favorites.user_id, userId))

/** @param userId 0 for a reader who is no user */
function withOwner(db: Db, userId: number) {
  return db
    .select({
      dashboard: dashboards,
      owner: users,
      starred_at: favorites.created_at,
      editor_ids: editorsOf('dashboard', dashboards.id),
    })
    .from(dashboards)
    .innerJoin(users, eq(dashboards.user_id, users.id))
    .leftJoin(favorites, starOf(userId))
    .$dynamic()
}
export type DashboardRow = Awaited<ReturnType<typeof withOwner>>[number]

export const findById = snapshotCached(async (db: Db, id: number, userId: number): Promise<DashboardRow | undefined> => {
  const [row] = await withOwner(db, userId).where(eq(dashboards.id, id))
  return row
})

export const findBySlug = snapshotCached(async (db: Db, slug: string, userId: number): Promise<DashboardRow | undefined> => {
  const [row] = await withOwner(db, userId).where(eq(dashboards.slug, slug))
  return row
})

/** The dashboard that a public address opens; none while it is archived or its owner is disabled. */
export const findByToken = snapshotCached(async (db: Db, token: string): Promise<DashboardRow | undefined> => {
  const isOpen = and(eq(dashboards.is_archived, false), isNull(users.disabled_at))
  const [row] = await withOwner(db, 0).where(and(eq(dashboards.api_key, token), isOpen))
  return row
})

/** A page of dashboards, and how many there are in all. */
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

/** Found by their ids first: who else may edit them would be asked for all that are in the list before they are sorted. */
async function inOrder(db: Db, scope: Scope, ids: readonly number[]): Promise<DashboardRow[]> {
  if (ids.length === 0) return []
  const rows = await withOwner(db, scope.userId).where(inArray(dashboards.id, [...ids]))
  return inOrderOf(ids, rows, ({ dashboard }) => dashboard.id)
}

/** What dashboards are chosen by. */
type Choice = Pick<ListRequest, 'term' | 'tags'>

async function countOf(db: Db, scope: Scope, request: Choice): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(dashboards)
    .leftJoin(favorites, starOf(scope.userId))
    .where(and(inScope(scope), matching(request)))
  return row?.count ?? 0
}

/** What somebody has looked at, or changed of their own, the last first. */
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
  // Compared byte by byte, which takes less time than comparing as a language does.
  const found = wordsIn(term).map((word) => sql`${dashboards.search_text} collate "C" like ${containing(word.toLowerCase())}`)
  return and(...found, tags.length > 0 ? arrayContains(dashboards.tags, tags) : undefined)
}

const ordering = (cut: PageCut): SQL[] =>
  requestedOrder(cut, sortable, dashboards.id) ?? [desc(dashboards.created_at), desc(dashboards.id)]

const sortable: ReadonlyMap<string, SortKey> = new Map([
  ['name', neverNull(sql`lower(${dashboards.name})`)],
  ['created_at', neverNull(sql`${dashboards.created_at}`)],
  ['starred_at', maybeNull(sql`${favorites.created_at}`)],
])

/** What a dashboard is made of, without its widgets. */
export interface Content {
  name: string
  layout: unknown[]
  options: Record<string, unknown>
  tags: string[]
  dashboard_filters_enabled: boolean
}

/**
 * Stores a new dashboard, a draft, with copies of the widgets of another one.
 * @param slug what its slug begins with
 * @param originalId whose widgets are copied; null for none
 * @returns its id
 */
export async function insert(
  db: Db,
  content: Partial<Content> & { name: string; user_id: number },
  slug: string,
  originalId: number | null,
): Promise<number> {
  for (;;) {
    const id = await db.transaction(async (tx) => {
      const taken = await tx
        .select({ slug: dashboards.slug })
        .from(dashboards)
        .where(like(dashboards.slug, containingStart(slug)))
      const free = freeSlug(slug, new Set(taken.map((row) => row.slug)))
      const [row] = await tx
        .insert(dashboards)
        .values({ ...content, slug: free })
        .onConflictDoNothing({ target: dashboards.slug })
        .returning({ id: dashboards.id })
      if (row && originalId !== null) await copyWidgets(tx, originalId, row.id)
      return row?.id
    })
    // Somebody else has just taken the same slug: the next look finds it taken.
    if (id !== undefined) return id
  }
}

async function copyWidgets(db: Db, fromId: number, toId: number): Promise<void> {
  const { visualization_id, text, width, options } = widgets
  const rows = await db
    .select({ visualization_id, text, width, options })
    .from(widgets)
    .where(eq(widgets.dashboard_id, fromId))
    .orderBy(widgets.id)
  if (rows.length > 0) await db.insert(widgets).values(rows.map((row) => ({ ...row, dashboard_id: toId })))
}

/** A pattern of texts that begin with this one. Slugs hold no sign of patterns but the underscore. */
const containingStart = (slug: string) => `${slug.replaceAll('_', '\\_')}%`

/**
 * Saves changes: one version up.
 * @param version the version that the change was made from; null saves over any
 * @returns false when the dashboard has another version by now
 */
export async function change(
  db: Db,
  id: number,
  changes: Partial<Content & { is_draft: boolean; is_archived: boolean }>,
  version: number | null,
): Promise<boolean> {
  const rows = await db
    .update(dashboards)
    .set({ ...changes, version: sql`${dashboards.version} + 1`, updated_at: sql`now()` })
    .where(and(eq(dashboards.id, id), version === null ? undefined : eq(dashboards.version, version)))
    .returning({ id: dashboards.id })
  return rows.length > 0
}

/** Gives a dashboard this token, unless it has one. @returns the token it has */
export async function storeToken(db: Db, id: number, token: string): Promise<string | null> {
  const [row] = await db
    .update(dashboards)
    .set({ api_key: sql`coalesce(${dashboards.api_key}, ${token})` })
    .where(eq(dashboards.id, id))
    .returning({ api_key: dashboards.api_key })
  return row?.api_key ?? null
}

/** Whether a dashboard has a public URL; nobody can give it one, or take it away, before the transaction ends. */
export async function lockPublic(tx: Db, id: number): Promise<boolean> {
  const [row] = await tx.select({ api_key: dashboards.api_key }).from(dashboards).where(eq(dashboards.id, id)).for('share')
  return typeof row?.api_key === 'string'
}

/** The dashboards with a public URL that show a query, archived ones too: out of the archive they are public again. */
export function publicShowing(db: Db, queryId: number) {
  return db
    .selectDistinct({ id: dashboards.id, name: dashboards.name })
    .from(dashboards)
    .innerJoin(widgets, eq(widgets.dashboard_id, dashboards.id))
    .innerJoin(visualizations, eq(visualizations.id, widgets.visualization_id))
    .where(and(eq(visualizations.query_id, queryId), isNotNull(dashboards.api_key)))
    .orderBy(dashboards.id)
}

/** @returns whether there was one */
export async function removeToken(db: Db, id: number): Promise<boolean> {
  const removed = await db
    .update(dashboards)
    .set({ api_key: null })
    .where(and(eq(dashboards.id, id), isNotNull(dashboards.api_key)))
    .returning({ id: dashboards.id })
  return removed.length > 0
}
