import { and, arrayContains, count, desc, eq, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import type { ListRequest } from '../../platform/paging.ts'
import { favorites } from '../favorites/tables.ts'
import { users } from '../users/tables.ts'
import { dashboards } from './tables.ts'

/** Which dashboards a list shows: published ones and the reader's own drafts. */
export interface Scope {
  list: 'all' | 'favorites'
  userId: number
}

const starOf = (userId: number) =>
  and(eq(favorites.object_type, 'dashboard'), eq(favorites.object_id, dashboards.id), eq(favorites.user_id, userId))

function withOwner(db: Db, userId: number) {
  return db
    .select({
      dashboard: dashboards,
      owner: users,
      starred_at: favorites.created_at,
    })
    .from(dashboards)
    .innerJoin(users, eq(dashboards.user_id, users.id))
    .leftJoin(favorites, starOf(userId))
    .$dynamic()
}
export type DashboardRow = Awaited<ReturnType<typeof withOwner>>[number]

export async function findById(db: Db, id: number, userId: number): Promise<DashboardRow | undefined> {
  const [row] = await withOwner(db, userId).where(eq(dashboards.id, id))
  return row
}

export async function findBySlug(db: Db, slug: string, userId: number): Promise<DashboardRow | undefined> {
  const [row] = await withOwner(db, userId).where(eq(dashboards.slug, slug))
  return row
}

export function page(db: Db, scope: Scope, request: ListRequest): Promise<DashboardRow[]> {
  return withOwner(db, scope.userId)
    .where(and(inScope(scope), matching(request)))
    .orderBy(...ordering(request))
    .limit(request.pageSize)
    .offset((request.page - 1) * request.pageSize)
}

export async function countOf(db: Db, scope: Scope, request: ListRequest): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(dashboards)
    .leftJoin(favorites, starOf(scope.userId))
    .where(and(inScope(scope), matching(request)))
  return row?.count ?? 0
}

export function tagCounts(db: Db, scope: Scope) {
  const tag = sql<string>`tag`
  return db
    .select({ name: tag, count: count() })
    .from(dashboards)
    .innerJoin(sql`unnest("dashboards"."tags") as tag`, sql`true`)
    .leftJoin(favorites, starOf(scope.userId))
    .where(inScope(scope))
    .groupBy(tag)
    .orderBy(tag)
}

function inScope({ list, userId }: Scope): SQL | undefined {
  return and(
    eq(dashboards.is_archived, false),
    or(eq(dashboards.is_draft, false), eq(dashboards.user_id, userId)),
    list === 'favorites' ? sql`${favorites.user_id} is not null` : undefined,
  )
}

function matching({ words, tags }: ListRequest): SQL | undefined {
  const found = words.map((word) => sql`"dashboards"."name" ilike ${`%${word.replace(/[\\%_]/g, '\\$&')}%`}`)
  return and(...found, tags.length > 0 ? arrayContains(dashboards.tags, tags) : undefined)
}

function ordering({ order }: ListRequest): SQL[] {
  const column = order && sortable[order.name]
  if (!order || !column) return [desc(dashboards.created_at), desc(dashboards.id)]
  return order.descending
    ? [sql`${column} desc nulls last`, desc(dashboards.id)]
    : [sql`${column} asc nulls last`, sql`${dashboards.id}`]
}

const sortable: Record<string, SQL> = {
  name: sql`lower("dashboards"."name")`,
  created_at: sql`${dashboards.created_at}`,
  starred_at: sql`${favorites.created_at}`,
}
