import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { widgets } from '../dashboards/tables.ts'
import { visualizations } from './tables.ts'

export type VisualizationRow = typeof visualizations.$inferSelect

export async function find(db: Db, id: number): Promise<VisualizationRow | undefined> {
  const [row] = await db.select().from(visualizations).where(eq(visualizations.id, id))
  return row
}

export async function insert(db: Db, fields: typeof visualizations.$inferInsert): Promise<VisualizationRow> {
  const [row] = await db.insert(visualizations).values(fields).returning()
  if (!row) throw new Error('The database stored no visualization.')
  return row
}

type Fields = Pick<VisualizationRow, 'type' | 'name' | 'description' | 'options'>

export async function change(db: Db, id: number, changes: Partial<Fields>): Promise<VisualizationRow | undefined> {
  const [row] = await db
    .update(visualizations)
    .set({ ...changes, updated_at: sql`now()` })
    .where(eq(visualizations.id, id))
    .returning()
  return row
}

export async function remove(db: Db, id: number) {
  await db.delete(visualizations).where(eq(visualizations.id, id))
}

/** The id of the first table of a query, which its page always shows. */
export async function firstTable(db: Db, queryId: number): Promise<number | undefined> {
  const isTable = and(eq(visualizations.query_id, queryId), eq(visualizations.type, 'TABLE'))
  const [row] = await db
    .select({ id: visualizations.id })
    .from(visualizations)
    .where(isTable)
    .orderBy(visualizations.id)
    .limit(1)
  return row?.id
}

/** Whether a dashboard, archived or not, shows a visualization. */
export async function isOnDashboard(db: Db, visualizationId: number): Promise<boolean> {
  const rows = await db.select({ id: widgets.id }).from(widgets).where(eq(widgets.visualization_id, visualizationId)).limit(1)
  return rows.length > 0
}
