import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { snapshotCached } from '../../platform/db/snapshot-cache.ts'
import { dashboards } from '../dashboards/tables.ts'
import { queries } from '../queries/tables.ts'
import { users } from '../users/tables.ts'
import { signInAttempts, usedAssertions } from './tables.ts'

/**
 * The query that a key opens, with the groups that share its data source; none while its owner is disabled. An archived one is found
 * as well.
 */
export async function findQueryByKey(db: Db, queryId: number, apiKey: string) {
  const [row] = await db
    .select({
      id: queries.id,
      isArchived: queries.is_archived,
      // Names in full: of a single table, columns come without it, and both tables have a `data_source_id`.
      groupIds: sql<number[]>`array(
        select share.group_id from data_source_groups share where share.data_source_id = "queries"."data_source_id"
      )`,
    })
    .from(queries)
    .innerJoin(users, and(eq(users.id, queries.user_id), isNull(users.disabled_at)))
    .where(and(eq(queries.id, queryId), eq(queries.api_key, apiKey)))
  return row
}

/** The dashboard that a token opens, with the queries that it shows; none while it is archived or its owner is disabled. */
export const findDashboardByToken = snapshotCached(async (db: Db, token: string) => {
  const [row] = await db
    .select({
      id: dashboards.id,
      queryIds: sql<number[]>`array(
        select distinct drawn.query_id from widgets placed join visualizations drawn on drawn.id = placed.visualization_id
        where placed.dashboard_id = "dashboards"."id"
      )`,
    })
    .from(dashboards)
    .innerJoin(users, and(eq(users.id, dashboards.user_id), isNull(users.disabled_at)))
    .where(and(eq(dashboards.api_key, token), eq(dashboards.is_archived, false)))
  return row
})

/**
 * Counts an attempt in a budget, in the database, so that all processes count together.
 * @param begin of the window: attempts from before are forgotten
 * @returns how many there were since the first one of the window, this one among them
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

/** How many attempts a budget has counted in its present window. */
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

/** Notes that an assertion was used. @returns false when it had been */
export async function markAssertionUsed(db: Db, id: string, now: Date, expiresAt: Date): Promise<boolean> {
  await db.delete(usedAssertions).where(lt(usedAssertions.expires_at, now))
  const rows = await db
    .insert(usedAssertions)
    .values({ id, expires_at: expiresAt })
    .onConflictDoNothing()
    .returning({ id: usedAssertions.id })
  return rows.length > 0
}
