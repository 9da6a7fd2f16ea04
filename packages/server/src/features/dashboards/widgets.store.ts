import type { WidgetPosition } from '@sightline/contract/widgets.ts'
import { and, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '../../platform/db/db.ts'
import { snapshotCached } from '../../platform/db/snapshot-cache.ts'
import { dataSourceGroups, sharesOf } from '../data-sources/tables.ts'
import { queries, queryColumns } from '../queries/tables.ts'
import { users } from '../users/tables.ts'
import { visualizations } from '../visualizations/tables.ts'
import { widgets } from './tables.ts'

const owner = alias(users, 'owner')
const modifier = alias(users, 'modifier')

/** Widgets with everything needed to render them and to decide who may see them, in one statement. */
function selectWidgets(db: Db) {
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
export type WidgetRow = Awaited<ReturnType<typeof selectWidgets>>[number]

/** The widgets of a dashboard, in the order in which they were added. Safe within a transaction. */
export const readWidgets = (db: Db, dashboardId: number): Promise<WidgetRow[]> =>
  selectWidgets(db).where(eq(widgets.dashboard_id, dashboardId)).orderBy(widgets.id)

/** The same, cached until one of the tables changes. Do not call it within a transaction. */
export const widgetsOf = snapshotCached(readWidgets, [widgets, visualizations, queries, users, dataSourceGroups])

export async function find(db: Db, id: number): Promise<WidgetRow | undefined> {
  const [row] = await selectWidgets(db).where(eq(widgets.id, id))
  return row
}

/** The query of a visualization; null if there is no such visualization. */
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

/** Moves widgets of a dashboard. Widgets that are already at their position, or belong to another dashboard, stay unchanged. */
export async function moveWidgets(
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
