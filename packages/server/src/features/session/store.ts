import { and, eq, getTableColumns, isNull, lt, ne, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { snapshotCached } from '../../platform/db/snapshot-cache.ts'
import { dashboards } from '../dashboards/tables.ts'
import { queries } from '../queries/tables.ts'
import { grantedPermissions, users } from '../users/tables.ts'
import { sessions } from './tables.ts'

/** A session, which may have ended, with its user and the permission lists of the user's groups. */
export const findSession = snapshotCached(async (db: Db, id: string) => {
  const [row] = await db
    .select({ session: getTableColumns(sessions), user: getTableColumns(users), permissions: grantedPermissions })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.user_id))
    .where(eq(sessions.id, id))
  return row
})

export async function insert(db: Db, session: typeof sessions.$inferInsert): Promise<void> {
  await db.insert(sessions).values(session)
}

export async function prolong(db: Db, id: string, expiresAt: Date): Promise<void> {
  await db.update(sessions).set({ expires_at: expiresAt }).where(eq(sessions.id, id))
}

export async function remove(db: Db, id: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.id, id))
}

/** Gives a session other secrets. @returns its lifetime in seconds; null when there is no such session */
export async function rekey(db: Db, id: string, secrets: { id: string; csrf_token: string }): Promise<number | null> {
  const [row] = await db.update(sessions).set(secrets).where(eq(sessions.id, id)).returning({ lifetime: sessions.lifetime })
  return row?.lifetime ?? null
}

/** Removes the sessions of a user. @param exceptId of one that stays @returns how many are gone */
export async function removeOf(db: Db, userId: number, exceptId: string | null): Promise<number> {
  const others = exceptId === null ? undefined : ne(sessions.id, exceptId)
  const gone = await db
    .delete(sessions)
    .where(and(eq(sessions.user_id, userId), others))
    .returning({ id: sessions.id })
  return gone.length
}

export async function removeExpired(db: Db, now: Date): Promise<void> {
  await db.delete(sessions).where(lt(sessions.expires_at, now))
}

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
