import { eq, lt, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { signInAttempts, usedAssertions } from './tables.ts'

/**
 * Counts an attempt in a budget, in the database, so that all processes count together.
 * @param begin of the window: attempts from before are forgotten
 * @returns how many there were since the first one of the window, this one among them
 */
export async function countAttempt(db: Db, account: string, now: Date, begin: Date): Promise<{ failures: number; since: Date }> {
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
