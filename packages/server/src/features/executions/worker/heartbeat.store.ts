import { JobStatus } from '@sightline/contract/executions.ts'
import { and, eq, lt, ne, sql } from 'drizzle-orm'
import type { Db } from '../../../platform/db/db.ts'
import { workers } from '../../../platform/workers/tables.ts'
import { executions } from '../tables.ts'

/** The database's clock is the only one that all processes share. */
const now = sql`now()`

type Worker = Omit<typeof workers.$inferSelect, 'started_at' | 'heartbeat_at' | 'looked_at' | `outdated_${string}`>

/**
 * Stores the heartbeat and the counters of a worker, which registers it the first time, and removes workers that have been silent
 * for so many seconds. All of it is one statement, because every worker sends it every other second.
 * @returns the executions that the worker holds, and whether they are to be cancelled
 */
export function saveHeartbeat(db: Db, { id, ...fields }: Worker, silentSeconds: number) {
  const beat = db.$with('beat').as(
    db
      .insert(workers)
      .values({ id, ...fields, started_at: now, heartbeat_at: now })
      .onConflictDoUpdate({ target: workers.id, set: { ...fields, heartbeat_at: now } })
      .returning({ id: workers.id }),
  )
  const isSilent = lt(workers.heartbeat_at, sql`now() - make_interval(secs => ${silentSeconds})`)
  // Not its own row, which the same statement changes: it is old when the machine has slept.
  const removed = db.$with('removed').as(
    db
      .delete(workers)
      .where(and(isSilent, ne(workers.id, id)))
      .returning({ id: workers.id }),
  )
  return db
    .with(beat, removed)
    .select({ id: executions.id, is_cancelled: executions.is_cancelled })
    .from(executions)
    .where(and(eq(executions.worker, id), eq(executions.status, JobStatus.processing)))
}

export async function unregister(db: Db, id: string): Promise<void> {
  await db.delete(workers).where(eq(workers.id, id))
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
