import { and, eq, getTableColumns, gt, lt, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { dataSourceGroups } from '../data-sources/tables.ts'
import { queries } from '../queries/tables.ts'
import { grantedPermissions, users } from '../users/tables.ts'
import { sessions } from './tables.ts'

/** A session that has not ended, with its user and the permission lists of the user's groups. */
export async function findSession(db: Db, id: string, now: Date) {
  const [row] = await db
    .select({ session: getTableColumns(sessions), user: getTableColumns(users), permissions: grantedPermissions })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.user_id))
    .where(and(eq(sessions.id, id), gt(sessions.expires_at, now)))
  return row
}

export async function insert(db: Db, session: typeof sessions.$inferInsert): Promise<void> {
  await db.insert(sessions).values(session)
}

export async function prolong(db: Db, id: string, expiresAt: Date): Promise<void> {
  await db.update(sessions).set({ expires_at: expiresAt }).where(eq(sessions.id, id))
}

export async function remove(db: Db, id: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.id, id))
}

export async function removeExpired(db: Db, now: Date): Promise<void> {
  await db.delete(sessions).where(lt(sessions.expires_at, now))
}

/** The query that a key opens, with the groups that share its data source. */
export async function findQueryByKey(db: Db, queryId: number, apiKey: string) {
  const [row] = await db
    .select({
      id: queries.id,
      groupIds: sql<number[]>`array(
        select ${dataSourceGroups.group_id} from ${dataSourceGroups}
        where ${dataSourceGroups.data_source_id} = ${queries.data_source_id}
      )`,
    })
    .from(queries)
    .where(and(eq(queries.id, queryId), eq(queries.api_key, apiKey), eq(queries.is_archived, false)))
  return row
}
