import { JobStatus } from '@sightline/contract/executions.ts'
import { and, eq, getTableColumns, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../platform/db/db.ts'
import { isAbandoned, type Observer } from '../../../platform/workers/abandoned.ts'
import { dataSources } from '../../data-sources/tables.ts'
import { type ClaimedRow, claimedBy, emailOf, executionFacts } from '../queue.store.ts'
import { inOrder, runningBySource } from '../store.ts'
import { type ExecutionRow, executions } from '../tables.ts'

/** Executions of one key that run at a time: two charts of a dashboard, but only one run of a query by its own key. */
const RUNNING_PER_DASHBOARD = 2
const RUNNING_PER_QUERY = 1

/**
 * Whether the key of a waiting execution may run another one. Workers that claim at the same moment may exceed the limit by
 * one.
 */
const hasRoomOfKey = sql`(${executions.caller} is null or (
  select count(*) from ${executions} other where other.caller = ${executions.caller} and other.status = ${JobStatus.processing}
) < case when ${executions.caller} like 'dashboard %' then ${RUNNING_PER_DASHBOARD}::integer else ${RUNNING_PER_QUERY}::integer end)`

/** Whether the concurrency limit of a data source counts for a claim. */
export type SourceLimit = 'respected' | 'ignored'

/**
 * Claims the next waiting execution whose data source has a free slot.
 * @returns undefined if there is none
 */
export async function claimNext(db: Db, worker: string): Promise<ClaimedRow | undefined> {
  for (;;) {
    const next = await pick(db, worker, { among: undefined, limit: 'respected', isExclusive: false })
    if (!next) return undefined
    if (next.claimed) return next.claimed
    const isOfSource = eq(executions.data_source_id, next.data_source_id)
    const claimed = await claimExclusively(db, worker, next.data_source_id, isOfSource)
    if (claimed) return claimed
    // Another worker was faster. The source is now full or has nothing waiting, so the next round finds something else.
  }
}

/**
 * Claims a certain execution.
 * @returns undefined if it no longer waits or its source is full
 */
export async function claimOne(db: Db, worker: string, id: string, limit: SourceLimit): Promise<ClaimedRow | undefined> {
  const among = eq(executions.id, id)
  const next = await pick(db, worker, { among, limit, isExclusive: limit === 'ignored' })
  if (!next || next.claimed) return next?.claimed
  return claimExclusively(db, worker, next.data_source_id, among)
}

/**
 * Claims while no other worker can claim anything of the same source. The lock is a statement of its own, because only the next
 * statement sees everything that was claimed before.
 */
function claimExclusively(db: Db, worker: string, dataSourceId: number, among: SQL): Promise<ClaimedRow | undefined> {
  return db.transaction(async (tx) => {
    await tx.select({ id: dataSources.id }).from(dataSources).where(eq(dataSources.id, dataSourceId)).for('no key update')
    return (await pick(tx, worker, { among, limit: 'respected', isExclusive: true }))?.claimed
  })
}

/** The type of the data source of an execution; undefined if there is no such execution. */
export async function typeOfSource(db: Db, id: string): Promise<string | undefined> {
  const [row] = await db
    .select({ type: dataSources.type })
    .from(executions)
    .innerJoin(dataSources, eq(dataSources.id, executions.data_source_id))
    .where(eq(executions.id, id))
  return row?.type
}

interface ClaimOptions {
  among: SQL | undefined
  limit: SourceLimit
  /**
   * Whether no one else can claim from the same source now. Otherwise executions of limited sources are found but not claimed.
   */
  isExclusive: boolean
}

/** Finds the first waiting execution that could run now and claims it if that needs no lock, in one statement. */
async function pick(
  db: Db,
  worker: string,
  { among, limit, isExclusive }: ClaimOptions,
): Promise<{ data_source_id: number; claimed: ClaimedRow | undefined } | undefined> {
  const running = runningBySource(db)
  const hasSlot = or(isNull(dataSources.concurrency), lt(sql`coalesce(${running.count}, 0)`, dataSources.concurrency))
  const next = db.$with('next').as(
    db
      .select({ id: executions.id, data_source_id: executions.data_source_id, concurrency: dataSources.concurrency })
      .from(executions)
      .innerJoin(dataSources, eq(dataSources.id, executions.data_source_id))
      .leftJoin(running, eq(running.data_source_id, executions.data_source_id))
      .where(and(eq(executions.status, JobStatus.waiting), among, hasRoomOfKey, limit === 'respected' ? hasSlot : undefined))
      .orderBy(...inOrder)
      .limit(1)
      .for('update', { of: executions, skipLocked: true }),
  )
  const claimed = db.$with('claimed').as(
    db
      .update(executions)
      .set(claimedBy(worker))
      .from(next)
      .where(and(eq(executions.id, next.id), isExclusive ? undefined : isNull(next.concurrency)))
      .returning(getTableColumns(executions)),
  )
  const [row] = await db
    .with(next, claimed)
    .select({
      data_source_id: next.data_source_id,
      execution: executionFacts(claimed),
      email: emailOf(claimed.user_id),
      source: {
        id: dataSources.id,
        type: dataSources.type,
        encrypted_options: dataSources.encrypted_options,
        is_sample: dataSources.is_sample,
        concurrency: dataSources.concurrency,
        time_limit: dataSources.time_limit,
      },
    })
    .from(next)
    .innerJoin(dataSources, eq(dataSources.id, next.data_source_id))
    .leftJoin(claimed, eq(claimed.id, next.id))
  if (!row) return undefined
  const { data_source_id, execution, email, source } = row
  return { data_source_id, claimed: execution?.id ? { ...execution, email, source, worker } : undefined }
}

/** Identifies a claim. Changes apply only while the worker still holds it. */
export type Claim = Pick<ExecutionRow, 'id' | 'worker'>

const isStillClaimed = ({ id, worker }: Claim) =>
  and(
    eq(executions.id, id),
    eq(executions.status, JobStatus.processing),
    worker === null ? isNull(executions.worker) : eq(executions.worker, worker),
  )

/** Fails a claimed execution. @returns its row; undefined if the worker no longer held it */
export async function failClaim(
  db: Db,
  claim: Claim,
  error: { message: string; position: number | null },
): Promise<ExecutionRow | undefined> {
  const [row] = await db
    .update(executions)
    .set({ status: JobStatus.failed, error: error.message, error_position: error.position, finished_at: sql`now()` })
    .where(isStillClaimed(claim))
    .returning()
  return row
}

/**
 * Puts a claimed execution back into the queue, in its old place.
 * @param retries how often it has lost its worker so far
 * @returns whether the worker still held it
 */
export async function requeueClaim(db: Db, claim: Claim, retries: number): Promise<boolean> {
  const rows = await db
    .update(executions)
    .set({ status: JobStatus.waiting, worker: null, started_at: null, retries })
    .where(isStillClaimed(claim))
    .returning({ id: executions.id })
  return rows.length > 0
}

/**
 * Running executions that no worker works on any more.
 * @param id looks at this execution only
 */
export function abandoned(db: Db, observer: Observer, id?: string) {
  return running(db, and(isAbandoned(db, executions, observer), id === undefined ? undefined : eq(executions.id, id)))
}

/** Running executions of all workers but this one. */
export function ofOtherWorkers(db: Db, worker: string) {
  return running(db, or(isNull(executions.worker), ne(executions.worker, worker)))
}

function running(db: Db, condition: SQL | undefined) {
  return db
    .select({ execution: executions, type: dataSources.type })
    .from(executions)
    .innerJoin(dataSources, eq(dataSources.id, executions.data_source_id))
    .where(and(eq(executions.status, JobStatus.processing), condition))
}
