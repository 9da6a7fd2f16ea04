import { and, asc, count, desc, eq, gt, isNull, lt, or, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { snapshotCached } from '../../platform/db/snapshot-cache.ts'
import { users } from '../users/tables.ts'
import { apiKeys } from './tables.ts'

export type ApiKeyRow = typeof apiKeys.$inferSelect

/** A key by its hash, also an ended one. */
export const findByHash = snapshotCached(
  async (db: Db, hash: string): Promise<ApiKeyRow | undefined> => {
    const [row] = await db.select().from(apiKeys).where(eq(apiKeys.hash, hash))
    return row
  },
  [apiKeys],
)

const isValid = (now: Date) => and(isNull(apiKeys.revoked_at), or(isNull(apiKeys.expires_at), gt(apiKeys.expires_at, now)))

/** The keys of a user: valid ones first, then the newest. */
export const listOf = (db: Db, userId: number, now: Date): Promise<ApiKeyRow[]> =>
  db
    .select()
    .from(apiKeys)
    .where(eq(apiKeys.user_id, userId))
    .orderBy(asc(sql`case when ${isValid(now)} then 0 else 1 end`), desc(apiKeys.id))

/** The number of valid keys of a user. Locks the user until the end of the transaction, so that concurrent calls are counted. */
export async function lockAndCount(db: Db, userId: number, now: Date): Promise<number> {
  await db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update')
  const [row] = await db
    .select({ count: count() })
    .from(apiKeys)
    .where(and(eq(apiKeys.user_id, userId), isValid(now)))
  return row?.count ?? 0
}

export async function insert(db: Db, key: typeof apiKeys.$inferInsert): Promise<ApiKeyRow> {
  const [row] = await db.insert(apiKeys).values(key).returning()
  if (!row) throw new Error('The database did not return the new API key.')
  return row
}

/** Revokes a key of a user, unless it has been revoked. @returns undefined if there is no such key, or it has been revoked */
export async function revoke(db: Db, userId: number, id: number, now: Date): Promise<ApiKeyRow | undefined> {
  const [row] = await db
    .update(apiKeys)
    .set({ revoked_at: now })
    .where(and(eq(apiKeys.user_id, userId), eq(apiKeys.id, id), isNull(apiKeys.revoked_at)))
    .returning()
  return row
}

/** Revokes all valid keys of a user. @returns the revoked keys */
export const revokeAll = (db: Db, userId: number, now: Date): Promise<ApiKeyRow[]> =>
  db
    .update(apiKeys)
    .set({ revoked_at: now })
    .where(and(eq(apiKeys.user_id, userId), isValid(now)))
    .returning()

/** Removes the keys of a user that ended before a time. */
export async function removeEnded(db: Db, userId: number, before: Date): Promise<void> {
  await db
    .delete(apiKeys)
    .where(and(eq(apiKeys.user_id, userId), or(lt(apiKeys.revoked_at, before), lt(apiKeys.expires_at, before))))
}

/** Records the day on which a key was used. */
export async function recordUse(db: Db, id: number, day: string): Promise<void> {
  await db
    .update(apiKeys)
    .set({ last_used_on: day })
    .where(and(eq(apiKeys.id, id), or(isNull(apiKeys.last_used_on), lt(apiKeys.last_used_on, day))))
}
