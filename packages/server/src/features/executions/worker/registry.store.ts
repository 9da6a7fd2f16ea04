import { eq, lt, sql } from 'drizzle-orm'
import type { Db } from '../../../platform/db/db.ts'
import { workers } from '../../../platform/workers/tables.ts'

/** The database's clock is the only one that all processes share. */
const now = sql`now()`

export async function register(
  db: Db,
  worker: Pick<typeof workers.$inferInsert, 'id' | 'hostname' | 'pid' | 'version' | 'slots'>,
): Promise<void> {
  await db
    .insert(workers)
    .values({ ...worker, started_at: now, heartbeat_at: now })
    .onConflictDoUpdate({ target: workers.id, set: { heartbeat_at: now } })
}

export async function saveHeartbeat(
  db: Db,
  id: string,
  counts: Pick<typeof workers.$inferInsert, 'successful_jobs' | 'failed_jobs' | 'total_working_time'>,
): Promise<void> {
  await db
    .update(workers)
    .set({ ...counts, heartbeat_at: now })
    .where(eq(workers.id, id))
}

export async function unregister(db: Db, id: string): Promise<void> {
  await db.delete(workers).where(eq(workers.id, id))
}

/** Removes workers without a heartbeat for so many seconds. */
export async function removeSilent(db: Db, seconds: number): Promise<void> {
  await db.delete(workers).where(lt(workers.heartbeat_at, sql`now() - make_interval(secs => ${seconds})`))
}

/** Records when a worker last polled for due queries, and what it found. */
export async function recordPoll(
  db: Db,
  id: string,
  polledAt: Date,
  outdated: { count: number; ids: number[] },
): Promise<void> {
  await db
    .update(workers)
    .set({ looked_at: polledAt, outdated_count: outdated.count, outdated_query_ids: outdated.ids })
    .where(eq(workers.id, id))
}
