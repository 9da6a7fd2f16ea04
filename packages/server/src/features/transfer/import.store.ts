import { and, asc, eq, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { nextId } from '../../platform/db/next-id.ts'
import { alertSubscriptions, alerts } from '../alerts/tables.ts'
import { comments, commentThreads } from '../comments/tables.ts'
import { dashboards, widgets } from '../dashboards/tables.ts'
import { dataSourceGroups, dataSources } from '../data-sources/tables.ts'
import { destinations } from '../destinations/tables.ts'
import { queries } from '../queries/tables.ts'
import { querySnippets } from '../snippets/tables.ts'
import { subscriptions } from '../subscriptions/tables.ts'
import { groups, users } from '../users/tables.ts'
import { visualizations } from '../visualizations/tables.ts'

// An import restores rows of all features in one transaction, for their previous owners, whatever their permissions are now. It
// therefore writes to the tables directly; the content has been validated as the features do.

export const groupsByName = async (db: Db) =>
  new Map((await db.select().from(groups).orderBy(asc(groups.id))).map((row) => [row.name, row]))

export const usersByEmail = async (db: Db) =>
  new Map((await db.select({ id: users.id, email: users.email }).from(users)).map(({ email, id }) => [email, id]))

export async function sourcesByName(db: Db) {
  const { id, name, type } = dataSources
  const rows = await db.select({ id, name, type }).from(dataSources)
  return new Map(rows.map((row) => [row.name, row]))
}

export async function destinationsByName(db: Db) {
  const { id, name, type } = destinations
  const rows = await db.select({ id, name, type }).from(destinations)
  return new Map(rows.map((row) => [row.name, row]))
}

export const queriesNamed = (db: Db, name: string) =>
  db
    .select({ id: queries.id, query: queries.query, data_source_id: queries.data_source_id })
    .from(queries)
    .where(eq(queries.name, name))
    .orderBy(asc(queries.id))

export const visualizationsOf = (db: Db, queryId: number) =>
  db
    .select({ id: visualizations.id, type: visualizations.type, name: visualizations.name })
    .from(visualizations)
    .where(eq(visualizations.query_id, queryId))
    .orderBy(asc(visualizations.id))

/** @returns its id; null if there is none */
export async function dashboardNamed(db: Db, slug: string, name: string): Promise<number | null> {
  const [row] = await db
    .select({ id: dashboards.id })
    .from(dashboards)
    .where(and(eq(dashboards.slug, slug), eq(dashboards.name, name)))
  return row?.id ?? null
}

/** The slugs that start with this one. */
export async function slugsLike(db: Db, slug: string): Promise<Set<string>> {
  const rows = await db.select({ slug: dashboards.slug }).from(dashboards).where(sql`starts_with(${dashboards.slug}, ${slug})`)
  return new Set(rows.map((row) => row.slug))
}

export async function hasAlert(db: Db, queryId: number, name: string): Promise<boolean> {
  const rows = await db
    .select({ id: alerts.id })
    .from(alerts)
    .where(and(eq(alerts.query_id, queryId), eq(alerts.name, name)))
  return rows.length > 0
}

export async function hasSnippet(db: Db, trigger: string): Promise<boolean> {
  const rows = await db.select({ id: querySnippets.id }).from(querySnippets).where(eq(querySnippets.trigger, trigger))
  return rows.length > 0
}

export const insertGroup = async (db: Db, row: typeof groups.$inferInsert) =>
  idOf(await db.insert(groups).values(row).returning({ id: groups.id }))
export const insertUser = async (db: Db, row: typeof users.$inferInsert) =>
  idOf(await db.insert(users).values(row).returning({ id: users.id }))
export const nextSourceId = (db: Db) => nextId(db, dataSources)
export const nextDestinationId = (db: Db) => nextId(db, destinations)
export const insertSource = async (db: Db, row: typeof dataSources.$inferInsert) =>
  idOf(await db.insert(dataSources).values(row).returning({ id: dataSources.id }))
export const insertDestination = async (db: Db, row: typeof destinations.$inferInsert) =>
  idOf(await db.insert(destinations).values(row).returning({ id: destinations.id }))
export const insertQuery = async (db: Db, row: typeof queries.$inferInsert) =>
  idOf(await db.insert(queries).values(row).returning({ id: queries.id }))
export const insertVisualization = async (db: Db, row: typeof visualizations.$inferInsert) =>
  idOf(await db.insert(visualizations).values(row).returning({ id: visualizations.id }))
export const insertDashboard = async (db: Db, row: typeof dashboards.$inferInsert) =>
  idOf(await db.insert(dashboards).values(row).returning({ id: dashboards.id }))

export const insertAlert = async (db: Db, row: typeof alerts.$inferInsert) =>
  idOf(await db.insert(alerts).values(row).returning({ id: alerts.id }))

export async function insertShares(db: Db, shares: (typeof dataSourceGroups.$inferInsert)[]): Promise<void> {
  if (shares.length > 0) await db.insert(dataSourceGroups).values(shares)
}
/** @returns their ids, in the same order */
export async function insertWidgets(db: Db, rows: (typeof widgets.$inferInsert)[]): Promise<number[]> {
  if (rows.length === 0) return []
  const made = await db.insert(widgets).values(rows).returning({ id: widgets.id })
  return made.map(({ id }) => id)
}
/** @param rows its comments, oldest first */
export async function insertThread(
  db: Db,
  thread: typeof commentThreads.$inferInsert,
  rows: readonly Omit<typeof comments.$inferInsert, 'thread_id'>[],
): Promise<void> {
  const thread_id = idOf(await db.insert(commentThreads).values(thread).returning({ id: commentThreads.id }))
  await db.insert(comments).values(rows.map((row) => ({ ...row, thread_id })))
}
export async function insertAlertSubscriptions(db: Db, rows: (typeof alertSubscriptions.$inferInsert)[]): Promise<void> {
  if (rows.length > 0) await db.insert(alertSubscriptions).values(rows).onConflictDoNothing()
}
/** @returns false if there already is such a subscription */
export async function insertSubscription(db: Db, row: typeof subscriptions.$inferInsert): Promise<boolean> {
  const made = await db.insert(subscriptions).values(row).onConflictDoNothing().returning({ id: subscriptions.id })
  return made.length > 0
}
export async function insertSnippet(db: Db, row: typeof querySnippets.$inferInsert): Promise<void> {
  await db.insert(querySnippets).values(row)
}

export async function setOptions(db: Db, id: number, options: (typeof queries.$inferInsert)['options']): Promise<void> {
  await db.update(queries).set({ options }).where(eq(queries.id, id))
}

function idOf([row]: { id: number }[]): number {
  if (row === undefined) throw new Error('The database stored nothing.')
  return row.id
}
