import { JobStatus } from '@sightline/contract/executions.ts'
import { and, eq, inArray, isNotNull, lt, sql } from 'drizzle-orm'
import type { Db } from '../../../platform/db/db.ts'
import { queries } from '../../queries/tables.ts'
import { executions } from '../tables.ts'
import type { Tally } from '../tally.ts'
import { workers } from '../worker-tables.ts'

/** The clock of the database: it alone is the same for all processes. */
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

export async function beat(db: Db, id: string, tally: Tally): Promise<void> {
  await db
    .update(workers)
    .set({ ...tally, heartbeat_at: now })
    .where(eq(workers.id, id))
}

export async function unregister(db: Db, id: string): Promise<void> {
  await db.delete(workers).where(eq(workers.id, id))
}

/** Forgets workers that have given no sign of life for so long. */
export async function forgetSilent(db: Db, seconds: number): Promise<void> {
  await db.delete(workers).where(lt(workers.heartbeat_at, sql`now() - make_interval(secs => ${seconds})`))
}

/** The queries whose scheduled run waits or runs. */
export async function underWay(db: Db): Promise<number[]> {
  const rows = await db
    .select({ id: queries.id })
    .from(executions)
    .innerJoin(queries, and(isNotNull(queries.schedule), eq(queries.scheduled_execution_id, executions.id)))
    .where(inArray(executions.status, [JobStatus.waiting, JobStatus.processing]))
  return rows.map(({ id }) => id)
}

/** Notes what a look for queries that are due has found. */
export async function recordPoll(
  db: Db,
  id: string,
  lookedAt: Date,
  outdated: { count: number; ids: number[] },
): Promise<void> {
  await db
    .update(workers)
    .set({ looked_at: lookedAt, outdated_count: outdated.count, outdated_query_ids: outdated.ids })
    .where(eq(workers.id, id))
}
