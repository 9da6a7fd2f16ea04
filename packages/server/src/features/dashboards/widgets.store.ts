import type { WidgetPosition } from '@sightline/contract/widgets.ts'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '../../platform/db/db.ts'
import { snapshotCached } from '../../platform/db/snapshot-cache.ts'
import { sharesOf } from '../data-sources/tables.ts'
import { queries, queryColumns } from '../queries/tables.ts'
import { users } from '../users/tables.ts'
import { visualizations } from '../visualizations/tables.ts'
import { widgets } from './tables.ts'

const owner = alias(users, 'owner')
const modifier = alias(users, 'modifier')

/** Widgets with all that is needed to draw them, and to decide who may see them: one statement, however many there are. */
function whole(db: Db) {
  return db
    .select({
      widget: widgets,
      visualization: visualizations,
      query: queryColumns,
      owner,
      modifier,
      shares: sharesOf(queries.data_source_id),
    })
    .from(widgets)
    .leftJoin(visualizations, eq(widgets.visualization_id, visualizations.id))
    .leftJoin(queries, eq(visualizations.query_id, queries.id))
    .leftJoin(owner, eq(queries.user_id, owner.id))
    .leftJoin(modifier, eq(queries.last_modified_by_id, modifier.id))
    .$dynamic()
}
export type WidgetRow = Awaited<ReturnType<typeof whole>>[number]

/** The widgets of a dashboard, in the order in which they were added; also within a transaction. */
export const readWidgets = (db: Db, dashboardId: number): Promise<WidgetRow[]> =>
  whole(db).where(eq(widgets.dashboard_id, dashboardId)).orderBy(widgets.id)

/** The same, read again only after a change; not within a transaction. */
export const widgetsOf = snapshotCached(readWidgets)

export async function find(db: Db, id: number): Promise<WidgetRow | undefined> {
  const [row] = await whole(db).where(eq(widgets.id, id))
  return row
}

/** The query of a visualization; null when there is no such visualization. */
export async function queryIdOf(db: Db, visualizationId: number): Promise<number | null> {
  const [row] = await db
    .select({ query_id: visualizations.query_id })
    .from(visualizations)
    .where(eq(visualizations.id, visualizationId))
  return row?.query_id ?? null
}

/** @returns the id of the new widget */
export async function insert(db: Db, fields: typeof widgets.$inferInsert): Promise<number> {
  const [row] = await db.insert(widgets).values(fields).returning({ id: widgets.id })
  if (!row) throw new Error('The database stored no widget.')
  return row.id
}

export async function change(
  db: Db,
  id: number,
  changes: Partial<Pick<typeof widgets.$inferInsert, 'text' | 'options'>>,
): Promise<void> {
  await db
    .update(widgets)
    .set({ ...changes, updated_at: sql`now()` })
    .where(eq(widgets.id, id))
}

/** Moves widgets of a dashboard. Those that lie there already are left as they are, and those of other dashboards too. */
export async function place(
  db: Db,
  dashboardId: number,
  moved: readonly { id: number; position: WidgetPosition }[],
): Promise<void> {
  for (const { id, position } of moved) {
    const placed = JSON.stringify(position)
    await db
      .update(widgets)
      .set({ options: sql`${widgets.options} || jsonb_build_object('position', ${placed}::jsonb)`, updated_at: sql`now()` })
      .where(
        and(
          eq(widgets.id, id),
          eq(widgets.dashboard_id, dashboardId),
          sql`${widgets.options} -> 'position' is distinct from ${placed}::jsonb`,
        ),
      )
  }
}

export async function remove(db: Db, id: number): Promise<void> {
  await db.delete(widgets).where(eq(widgets.id, id))
}

/** Whether some dashboard, archived or not, shows a visualization. */
export async function isShown(db: Db, visualizationId: number): Promise<boolean> {
  const rows = await db.select({ id: widgets.id }).from(widgets).where(eq(widgets.visualization_id, visualizationId)).limit(1)
  return rows.length > 0
}

/** Takes all visualizations of a query off their dashboards. */
export async function removeOfQuery(db: Db, queryId: number): Promise<void> {
  const ofQuery = db.select({ id: visualizations.id }).from(visualizations).where(eq(visualizations.query_id, queryId))
  await db.delete(widgets).where(inArray(widgets.visualization_id, ofQuery))
}
