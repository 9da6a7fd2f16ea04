import { freeSlug } from '@sightline/domain/dashboards/slug.ts'
import { and, eq, isNotNull, isNull, like, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { snapshotCached } from '../../platform/db/snapshot-cache.ts'
import { accessPermissions, editorsOf } from '../acl/tables.ts'
import { favorites } from '../favorites/tables.ts'
import { users } from '../users/tables.ts'
import { dashboards, widgets } from './tables.ts'

export const starOf = (userId: number) =>
  and(eq(favorites.object_type, 'dashboard'), eq(favorites.object_id, dashboards.id), eq(favorites.user_id, userId))

/** @param userId 0 for a reader without an account */
export function withOwner(db: Db, userId: number) {
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
/** The tables of these rows. */
const dashboardTables = [dashboards, users, favorites, accessPermissions]
export type DashboardRow = Awaited<ReturnType<typeof withOwner>>[number]

export const findById = snapshotCached(async (db: Db, id: number, userId: number): Promise<DashboardRow | undefined> => {
  const [row] = await withOwner(db, userId).where(eq(dashboards.id, id))
  return row
}, dashboardTables)

export const findBySlug = snapshotCached(async (db: Db, slug: string, userId: number): Promise<DashboardRow | undefined> => {
  const [row] = await withOwner(db, userId).where(eq(dashboards.slug, slug))
  return row
}, dashboardTables)

/** The dashboard with a public token; none while it is archived or its owner is disabled. */
export const findByToken = snapshotCached(async (db: Db, token: string): Promise<DashboardRow | undefined> => {
  const isOpen = and(eq(dashboards.is_archived, false), isNull(users.disabled_at))
  const [row] = await withOwner(db, 0).where(and(eq(dashboards.api_key, token), isOpen))
  return row
}, dashboardTables)

/** The content of a dashboard, without its widgets. */
export interface Content {
  name: string
  layout: unknown[]
  options: Record<string, unknown>
  tags: string[]
  dashboard_filters_enabled: boolean
}

/**
 * Stores a new draft dashboard, optionally with copies of the widgets of another one.
 * @param slug what its slug starts with
 * @param originalId the dashboard whose widgets are copied; null for none
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
    // A concurrent insert has taken the slug: try again with the next one.
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

/** A LIKE pattern for a prefix. The underscore is the only wildcard that slugs can contain. */
const containingStart = (slug: string) => `${slug.replaceAll('_', '\\_')}%`

/**
 * Saves changes and increments the version.
 * @param version the version that the change is based on; null overwrites any
 * @returns false if the dashboard has another version by now
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

/** Records who has changed a dashboard or its widgets. */
export async function recordModifier(db: Db, id: number, userId: number): Promise<void> {
  await db.update(dashboards).set({ modified_by_id: userId, modified_at: sql`now()` }).where(eq(dashboards.id, id))
}

/** Sets the public token of a dashboard, unless it has one. @returns the token that it has now */
export async function storeToken(db: Db, id: number, token: string): Promise<string | null> {
  const [row] = await db
    .update(dashboards)
    .set({ api_key: sql`coalesce(${dashboards.api_key}, ${token})` })
    .where(eq(dashboards.id, id))
    .returning({ api_key: dashboards.api_key })
  return row?.api_key ?? null
}

/** Whether a dashboard has a public URL. Locks this until the end of the transaction. */
export async function lockPublic(tx: Db, id: number): Promise<boolean> {
  const [row] = await tx.select({ api_key: dashboards.api_key }).from(dashboards).where(eq(dashboards.id, id)).for('share')
  return typeof row?.api_key === 'string'
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
