import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { snapshotCached } from '../../platform/db/snapshot-cache.ts'
import { dashboards, widgets } from '../dashboards/tables.ts'
import { queries } from '../queries/tables.ts'
import { users } from '../users/tables.ts'
import { visualizations } from '../visualizations/tables.ts'
import { signInAttempts } from './tables.ts'

/**
 * The query with an API key, with the groups that share its data source; none while its owner is disabled. Includes archived
 * queries.
 */
export async function findQueryByKey(db: Db, queryId: number, apiKey: string) {
  const [row] = await db
    .select({
      id: queries.id,
      name: queries.name,
      isArchived: queries.is_archived,
      // Written with the table name, since drizzle leaves it out for a single table and both tables have a `data_source_id`.
      groupIds: sql<number[]>`array(
        select share.group_id from data_source_groups share where share.data_source_id = "queries"."data_source_id"
      )`,
    })
    .from(queries)
    .innerJoin(users, and(eq(users.id, queries.user_id), isNull(users.disabled_at)))
    .where(and(eq(queries.id, queryId), eq(queries.api_key, apiKey)))
  return row
}

/** The dashboard with a public token, with its queries; none while it is archived or its owner is disabled. */
export const findDashboardByToken = snapshotCached(
  async (db: Db, token: string) => {
    const [row] = await db
      .select({
        id: dashboards.id,
        name: dashboards.name,
        options: dashboards.options,
        ownerId: dashboards.user_id,
        queryIds: sql<number[]>`array(
        select distinct drawn.query_id from widgets placed join visualizations drawn on drawn.id = placed.visualization_id
        where placed.dashboard_id = "dashboards"."id"
      )`,
      })
      .from(dashboards)
      .innerJoin(users, and(eq(users.id, dashboards.user_id), isNull(users.disabled_at)))
      .where(and(eq(dashboards.api_key, token), eq(dashboards.is_archived, false)))
    return row
  },
  [dashboards, users, widgets, visualizations],
)

/**
 * Counts an attempt against a budget, in the database, so that all processes share it.
 * @param begin of the window; earlier attempts do not count
 * @returns the number of attempts in the window, including this one, and the time of the first
 */
export async function countAttempt(
  db: Db,
  account: string,
  now: Date,
  begin: Date,
): Promise<{ failures: number; since: Date }> {
  const isOver = sql`${signInAttempts.since} <= ${begin}`
  const [row] = await db
    .insert(signInAttempts)
    .values({ account, failures: 1, since: now })
    .onConflictDoUpdate({
      target: signInAttempts.account,
      set: {
        failures: sql`case when ${isOver} then 1 else ${signInAttempts.failures} + 1 end`,
        since: sql`case when ${isOver} then excluded.since else ${signInAttempts.since} end`,
      },
    })
    .returning({ failures: signInAttempts.failures, since: signInAttempts.since })
  if (!row) throw new Error('The database did not return the attempt.')
  return row
}

/** The number of attempts against a budget in its current window. */
export async function failureCount(db: Db, account: string): Promise<number> {
  const [row] = await db
    .select({ failures: signInAttempts.failures })
    .from(signInAttempts)
    .where(eq(signInAttempts.account, account))
  return row?.failures ?? 0
}

export async function removeAttempts(db: Db, account: string): Promise<void> {
  await db.delete(signInAttempts).where(eq(signInAttempts.account, account))
}

export async function removeOldAttempts(db: Db, before: Date): Promise<void> {
  await db.delete(signInAttempts).where(lt(signInAttempts.since, before))
}
