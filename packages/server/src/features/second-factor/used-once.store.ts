import { lt } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { usedAssertions } from './tables.ts'

/**
 * Records that something which may be sent once was used.
 * @param id what it is, and which one
 * @param expiresAt until when it would be accepted; after that it may be forgotten
 * @returns false if it had been used before
 */
export async function markUsed(db: Db, id: string, now: Date, expiresAt: Date): Promise<boolean> {
  await db.delete(usedAssertions).where(lt(usedAssertions.expires_at, now))
  const rows = await db
    .insert(usedAssertions)
    .values({ id, expires_at: expiresAt })
    .onConflictDoNothing()
    .returning({ id: usedAssertions.id })
  return rows.length > 0
}
