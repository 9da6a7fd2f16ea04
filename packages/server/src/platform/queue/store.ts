import { and, asc, eq, isNull, lte, sql } from 'drizzle-orm'
import type { Db } from '../db/db.ts'
import { isAbandoned, type Observer } from '../workers/abandoned.ts'
import type { PendingJob, QueueSnapshot } from './queue.ts'
import { backgroundJobs, backgroundQueues } from './tables.ts'

export type JobRow = typeof backgroundJobs.$inferSelect

/** The clock of the database, which all processes share. */
const now = sql`now()`

/** Registers a kind of job; one that is already registered keeps its schedule. */
export async function addQueue(db: Db, name: string): Promise<void> {
  await db.insert(backgroundQueues).values({ name }).onConflictDoNothing()
}

/** Sets the schedule of a kind of job. If it has not changed, the next time stays as it is. */
export async function setSchedule(db: Db, name: string, cron: string, nextAt: Date): Promise<void> {
  const isSame = sql`${backgroundQueues.cron} = excluded.cron`
  await db
    .insert(backgroundQueues)
    .values({ name, cron, next_at: nextAt })
    .onConflictDoUpdate({
      target: backgroundQueues.name,
      set: { cron, next_at: sql`case when ${isSame} then ${backgroundQueues.next_at} else excluded.next_at end` },
    })
}

export async function dueSchedules(db: Db): Promise<{ name: string; cron: string | null }[]> {
  const { name, cron } = backgroundQueues
  return db.select({ name, cron }).from(backgroundQueues).where(lte(backgroundQueues.next_at, now))
}

/**
 * Adds the job of a due schedule, unless the previous one still waits, and sets the next time.
 * @returns false if another process has already done so
 */
export async function advanceSchedule(db: Db, name: string, nextAt: Date): Promise<boolean> {
  return db.transaction(async (tx) => {
    const isDue = and(eq(backgroundQueues.name, name), lte(backgroundQueues.next_at, now))
    const advanced = await tx.update(backgroundQueues).set({ next_at: nextAt }).where(isDue).returning()
    if (advanced.length === 0) return false
    const isWaiting = and(eq(backgroundJobs.name, name), isNull(backgroundJobs.started_at))
    const [waiting] = await tx.select({ id: backgroundJobs.id }).from(backgroundJobs).where(isWaiting).limit(1)
    if (!waiting) await addJob(tx, name, {}, null)
    return true
  })
}

export async function addJob(db: Db, name: string, input: unknown, traceparent: string | null): Promise<void> {
  await db.insert(backgroundJobs).values({ name, input, traceparent })
}

export async function hasJob(db: Db, name: string): Promise<boolean> {
  const [job] = await db.select({ id: backgroundJobs.id }).from(backgroundJobs).where(eq(backgroundJobs.name, name)).limit(1)
  return job !== undefined
}

/** Claims the next waiting job of a kind for a worker; undefined if none is due. */
export async function claimJob(db: Db, name: string, worker: string): Promise<JobRow | undefined> {
  const next = db
    .select({ id: backgroundJobs.id })
    .from(backgroundJobs)
    .where(and(eq(backgroundJobs.name, name), isNull(backgroundJobs.started_at), lte(backgroundJobs.run_at, now)))
    .orderBy(asc(backgroundJobs.run_at), asc(backgroundJobs.created_at))
    .limit(1)
    .for('update', { skipLocked: true })
  const [claimed] = await db
    .update(backgroundJobs)
    .set({ worker, started_at: now, attempts: sql`${backgroundJobs.attempts} + 1` })
    .where(eq(backgroundJobs.id, sql`(${next})`))
    .returning()
  return claimed
}

export async function removeJob(db: Db, id: string): Promise<void> {
  await db.delete(backgroundJobs).where(eq(backgroundJobs.id, id))
}

/** Postpones a failed job until its retry. */
export async function postponeJob(db: Db, id: string, seconds: number): Promise<void> {
  await db
    .update(backgroundJobs)
    .set({ worker: null, started_at: null, run_at: sql`now() + make_interval(secs => ${seconds})` })
    .where(eq(backgroundJobs.id, id))
}

/** Claims the jobs that no worker works on any more for the observer, to end them. */
export async function takeLostJobs(db: Db, observer: Observer): Promise<JobRow[]> {
  return db
    .update(backgroundJobs)
    .set({ worker: observer.worker })
    .where(isAbandoned(db, backgroundJobs, observer))
    .returning()
}

/** All kinds of jobs, and the jobs that have not ended, in the order in which they were added. */
export async function readSnapshot(db: Db): Promise<QueueSnapshot> {
  const queues = await db.select({ name: backgroundQueues.name }).from(backgroundQueues).orderBy(asc(backgroundQueues.name))
  const jobs = await db
    .select({
      id: backgroundJobs.id,
      name: backgroundJobs.name,
      state: sql<PendingJob['state']>`case when ${backgroundJobs.started_at} is not null then 'active'
        when ${backgroundJobs.run_at} > now() then 'postponed' else 'waiting' end`,
      created_at: backgroundJobs.created_at,
      started_at: backgroundJobs.started_at,
    })
    .from(backgroundJobs)
    .orderBy(asc(backgroundJobs.created_at), asc(backgroundJobs.id))
  return { names: queues.map(({ name }) => name), jobs }
}
