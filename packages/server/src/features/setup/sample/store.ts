import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '../../../platform/db/db.ts'
import { accessPermissions } from '../../acl/tables.ts'
import { dashboards } from '../../dashboards/tables.ts'
import { dataSources } from '../../data-sources/tables.ts'
import { favorites } from '../../favorites/tables.ts'
import { queries } from '../../queries/tables.ts'

export async function findSource(db: Db): Promise<number | null> {
  const [row] = await db.select({ id: dataSources.id }).from(dataSources).where(eq(dataSources.is_sample, true)).limit(1)
  return row?.id ?? null
}

/** Whether the sample is complete: its dashboard is made last, and published at the very end. */
export async function isComplete(db: Db): Promise<boolean> {
  const isIt = and(eq(dashboards.is_sample, true), eq(dashboards.is_draft, false))
  const [row] = await db.select({ id: dashboards.id }).from(dashboards).where(isIt).limit(1)
  return row !== undefined
}

export async function markSource(db: Db, id: number): Promise<void> {
  await db.update(dataSources).set({ is_sample: true }).where(eq(dataSources.id, id))
}

export async function markQuery(db: Db, id: number): Promise<void> {
  await db.update(queries).set({ is_sample: true }).where(eq(queries.id, id))
}

export async function markDashboard(db: Db, id: number): Promise<void> {
  await db.update(dashboards).set({ is_sample: true }).where(eq(dashboards.id, id))
}

/** Deletes the sample's dashboard and its queries, with their visualizations and widgets. Copies that users made stay. */
export async function removeItems(db: Db): Promise<void> {
  const ofQueries = await db.delete(queries).where(eq(queries.is_sample, true)).returning({ id: queries.id })
  const ofDashboards = await db.delete(dashboards).where(eq(dashboards.is_sample, true)).returning({ id: dashboards.id })
  await forget(db, 'query', ofQueries)
  await forget(db, 'dashboard', ofDashboards)
}

/** Removes favorites and access lists, which have no foreign key to the deleted objects. */
async function forget(db: Db, type: 'query' | 'dashboard', items: { id: number }[]): Promise<void> {
  const ids = items.map(({ id }) => id)
  for (const table of [favorites, accessPermissions]) {
    await db.delete(table).where(and(eq(table.object_type, type), inArray(table.object_id, ids)))
  }
}
