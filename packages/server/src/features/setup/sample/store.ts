import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '../../../platform/db/db.ts'
import { dashboards } from '../../dashboards/tables.ts'
import { dataSources } from '../../data-sources/tables.ts'
import { favorites } from '../../favorites/tables.ts'
import { queries } from '../../queries/tables.ts'

export async function findSource(db: Db): Promise<number | null> {
  const [row] = await db.select({ id: dataSources.id }).from(dataSources).where(eq(dataSources.is_sample, true)).limit(1)
  return row?.id ?? null
}

export async function markSource(db: Db, id: number): Promise<void> {
  await db.update(dataSources).set({ is_sample: true }).where(eq(dataSources.id, id))
}

export async function markQuery(db: Db, id: number): Promise<void> {
  await db.update(queries).set({ is_sample: true }).where(eq(queries.id, id))
}

export async function insertDashboard(
  db: Db,
  fields: { name: string; slug: string; user_id: number; tags: string[] },
): Promise<void> {
  await db
    .insert(dashboards)
    .values({ ...fields, is_draft: false, is_sample: true })
    .onConflictDoNothing()
}

/** Deletes the sample's queries, with their visualizations, and its dashboard; what others made of them stays. */
export async function removeItems(db: Db): Promise<void> {
  const ofQueries = await db.delete(queries).where(eq(queries.is_sample, true)).returning({ id: queries.id })
  const ofDashboards = await db.delete(dashboards).where(eq(dashboards.is_sample, true)).returning({ id: dashboards.id })
  await removeFavorites(db, 'query', ofQueries)
  await removeFavorites(db, 'dashboard', ofDashboards)
}

async function removeFavorites(db: Db, type: 'query' | 'dashboard', items: { id: number }[]): Promise<void> {
  const ids = items.map(({ id }) => id)
  await db.delete(favorites).where(and(eq(favorites.object_type, type), inArray(favorites.object_id, ids)))
}
