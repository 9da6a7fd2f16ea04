import { JobStatus } from '@sightline/contract/executions.ts'
import { and, count, desc, eq, getTableColumns, inArray, isNull, lt, ne, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { dataSources } from '../data-sources/tables.ts'
import { type KeyCaller, RUNNING_PER_DASHBOARD, RUNNING_PER_QUERY } from './key-limits.ts'
import type { ExecutionRow } from './store.ts'
import { executionJoins, executions } from './tables.ts'

// The table of executions is the queue of executions: workers take what waits from it by themselves.

export interface NewExecution {
  id: string
  data_source_id: number
  query: string
  query_hash: string
  user_id: number | null
  query_id: number | null
  scheduled: boolean
  /** Null for users and schedules. */
  key: KeyCaller | null
}

/**
 * Stores a new execution, or joins the one of the same text on the same source that is waiting or running.
 * @param execution its id names it also when this is done again because the answer of the database got lost
 * @param worker who runs it from now on; null lets it wait for whoever takes it
 * @returns the execution's id, and its row and the email address of its user when it is new
 */
export async function startOrJoin(
  db: Db,
  { key, ...execution }: NewExecution,
  worker: string | null,
): Promise<StartedOrJoined> {
  const userIds = execution.user_id === null ? [] : [execution.user_id]
  const queryIds = execution.query_id === null ? [] : [execution.query_id]
  const isAwaited = !execution.scheduled && key === null
  const isSameText = isOfText(execution.data_source_id, execution.query)
  // The running one may end between the two statements; then the next round starts a new one.
  for (;;) {
    const [started] = await db
      .insert(executions)
      .values({
        ...execution,
        user_ids: userIds,
        query_ids: queryIds,
        is_awaited: isAwaited,
        caller: key?.name ?? null,
        caller_address: key?.address ?? null,
        ...(worker === null ? {} : begun(worker)),
      })
      .onConflictDoNothing()
      .returning({ ...executionFacts(executions), email: emailOf(executions.user_id) })
    if (started) return { id: started.id, started, isNew: true }
    const [joined] = await db
      .update(executions)
      .set({
        user_ids: withMembers(executions.user_ids, userIds),
        query_ids: withMembers(executions.query_ids, queryIds),
        is_awaited: sql`${executions.is_awaited} or ${isAwaited}`,
        // What a user or a schedule asks for as well is no affair of a key any more.
        ...(key === null ? { caller: null } : {}),
      })
      .where(isSameText)
      .returning({ id: executions.id, query_id: executions.query_id })
    const own = joined && joined.id !== execution.id ? null : await findOwn(db, execution.id, worker)
    if (own) return own
    if (joined) {
      if (joined.query_id !== execution.query_id) await noteJoin(db, joined.id, execution)
      return { id: joined.id, started: null, isNew: false }
    }
  }
}

interface StartedOrJoined {
  id: string
  /** What its worker needs to know; null when it is not for this worker to run. */
  started: Omit<NonNullable<Awaited<ReturnType<typeof findFacts>>>, 'status' | 'worker'> | null
  /** False when it was joined. */
  isNew: boolean
}

/** The execution that an earlier try has stored although its answer got lost. */
async function findOwn(db: Db, id: string, worker: string | null): Promise<StartedOrJoined | null> {
  const found = await findFacts(db, id)
  if (!found) return null
  const isOurs = worker !== null && found.status === JobStatus.processing && found.worker === worker
  return { id, started: isOurs ? found : null, isNew: true }
}

async function findFacts(db: Db, id: string) {
  const facts = { ...executionFacts(executions), email: emailOf(executions.user_id) }
  const [row] = await db
    .select({ ...facts, status: executions.status, worker: executions.worker })
    .from(executions)
    .where(eq(executions.id, id))
  return row
}

/** How many executions of a key are waiting, and how many of these from this address. */
export async function waitingOfKey(db: Db, { name, address }: KeyCaller): Promise<{ all: number; here: number }> {
  const [row] = await db
    .select({ all: count(), here: sql<number>`count(*) filter (where ${executions.caller_address} = ${address})::integer` })
    .from(executions)
    .where(and(eq(executions.caller, name), eq(executions.status, JobStatus.waiting)))
  return row ?? { all: 0, here: 0 }
}

/** Whether this text is waiting or running on this source, so that whoever asks for it joins. */
export async function isUnderWay(db: Db, { data_source_id, query }: Pick<NewExecution, 'data_source_id' | 'query'>) {
  const rows = await db.select({ id: executions.id }).from(executions).where(isOfText(data_source_id, query)).limit(1)
  return rows.length > 0
}

/** Until the end of the transaction, nobody else counts or starts what this key has waiting. */
export async function lockKey(tx: Db, { name }: KeyCaller): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('executions of a key'), hashtext(${name}))`)
}

const isOfText = (dataSourceId: number, text: string) =>
  and(
    eq(executions.data_source_id, dataSourceId),
    eq(sql`md5(${executions.query})`, sql`md5(${text})`),
    inArray(executions.status, [JobStatus.waiting, JobStatus.processing]),
  )

/** Keeps for the history of a query that it was run, too: the execution is that of another one. */
async function noteJoin(
  db: Db,
  executionId: string,
  { query_id, user_id, scheduled }: Pick<NewExecution, 'query_id' | 'user_id' | 'scheduled'>,
): Promise<void> {
  if (query_id === null) return
  await db.insert(executionJoins).values({ execution_id: executionId, query_id, user_id, scheduled }).onConflictDoNothing()
}

/** What it means to be taken by a worker. The clock, not the start of a transaction: that may have waited for its turn. */
const begun = (worker: string) => ({
  status: JobStatus.processing,
  worker,
  caller_address: null,
  started_at: sql`clock_timestamp()`,
  heartbeat_at: sql`clock_timestamp()`,
})

const emailOf = (userId: SQLWrapper) => sql<string | null>`(select email from users where users.id = ${userId})`

/** What a worker needs to know of an execution, from its table or from a statement that has just changed it. */
const executionFacts = <Row extends Record<FactName, unknown>>(row: Row): Pick<Row, FactName> => ({
  id: row.id,
  data_source_id: row.data_source_id,
  query_id: row.query_id,
  query_ids: row.query_ids,
  user_id: row.user_id,
  query: row.query,
  query_hash: row.query_hash,
  scheduled: row.scheduled,
  caller: row.caller,
  retries: row.retries,
  created_at: row.created_at,
  started_at: row.started_at,
})
type FactName =
  | 'id'
  | 'data_source_id'
  | 'query_id'
  | 'query_ids'
  | 'user_id'
  | 'query'
  | 'query_hash'
  | 'scheduled'
  | 'caller'
  | 'retries'
  | 'created_at'
  | 'started_at'

const withMembers = (column: typeof executions.user_ids | typeof executions.query_ids, members: readonly number[]) =>
  members.reduce(
    (list, member) => sql`array_append(array_remove(${list}, ${member}::integer), ${member}::integer)`,
    sql`${column}`,
  )

/** Users before schedules and keys, then first come, first served. */
export const inOrder = [desc(executions.is_awaited), executions.created_at, executions.id]

/** How many executions of each data source are running. */
export const runningBySource = (db: Db) =>
  db
    .select({ data_source_id: executions.data_source_id, count: count().as('running_count') })
    .from(executions)
    .where(eq(executions.status, JobStatus.processing))
    .groupBy(executions.data_source_id)
    .as('running')

/** Runs of the holders of keys wait for each other. Workers that claim at the same moment may take one more. */
const hasRoomOfKey = sql`(${executions.caller} is null or (
  select count(*) from ${executions} other where other.caller = ${executions.caller} and other.status = ${JobStatus.processing}
) < case when ${executions.caller} like 'dashboard %' then ${RUNNING_PER_DASHBOARD}::integer else ${RUNNING_PER_QUERY}::integer end)`

export type Limit = 'respected' | 'ignored'

/**
 * Takes the next waiting execution whose data source has a free slot.
 * @returns undefined when there is none
 */
export async function claimNext(db: Db, worker: string): Promise<ClaimedRow | undefined> {
  for (;;) {
    const next = await pick(db, worker, { among: undefined, limit: 'respected', isAlone: false })
    if (!next) return undefined
    if (next.claimed) return next.claimed
    const claimed = await claimAlone(db, worker, next.data_source_id, eq(executions.data_source_id, next.data_source_id))
    if (claimed) return claimed
    // Another worker was faster. Now that source is full or has nothing left, so the next look finds something else.
  }
}

/**
 * Takes this very execution.
 * @param limit whether its data source must have a free slot
 * @returns undefined when it waits no more, or its source is full
 */
export async function claimOne(db: Db, worker: string, id: string, limit: Limit): Promise<ClaimedRow | undefined> {
  const among = eq(executions.id, id)
  const next = await pick(db, worker, { among, limit, isAlone: limit === 'ignored' })
  if (!next || next.claimed) return next?.claimed
  return claimAlone(db, worker, next.data_source_id, among)
}

/**
 * Claims while no other worker can claim anything of the same source. The lock is a statement of its own: only the next one
 * sees all that was claimed before.
 */
function claimAlone(db: Db, worker: string, dataSourceId: number, among: SQL): Promise<ClaimedRow | undefined> {
  return db.transaction(async (tx) => {
    await tx.select({ id: dataSources.id }).from(dataSources).where(eq(dataSources.id, dataSourceId)).for('no key update')
    return (await pick(tx, worker, { among, limit: 'respected', isAlone: true }))?.claimed
  })
}

/** The type of the data source of an execution; undefined when there is no such execution. */
export async function typeOfSource(db: Db, id: string): Promise<string | undefined> {
  const [row] = await db
    .select({ type: dataSources.type })
    .from(executions)
    .innerJoin(dataSources, eq(dataSources.id, executions.data_source_id))
    .where(eq(executions.id, id))
  return row?.type
}

interface Choice {
  among: SQL | undefined
  limit: Limit
  /** Nobody else can claim of the same source now. Without it, what belongs to a limited source is found but not taken. */
  isAlone: boolean
}

/** Finds the first of the waiting executions that could run now and, where that needs no lock, takes it: one statement. */
async function pick(db: Db, worker: string, { among, limit, isAlone }: Choice) {
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
      .set(begun(worker))
      .from(next)
      .where(and(eq(executions.id, next.id), isAlone ? undefined : isNull(next.concurrency)))
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

/** An execution that a worker has taken, with what it runs on. */
export type ClaimedRow = NonNullable<NonNullable<Awaited<ReturnType<typeof pick>>>['claimed']>

/** Whose execution it is: what another worker has taken over meanwhile is left alone. */
export type Claim = Pick<ClaimedRow, 'id' | 'worker'>

const isStill = ({ id, worker }: Pick<ExecutionRow, 'id' | 'worker'>) =>
  and(
    eq(executions.id, id),
    eq(executions.status, JobStatus.processing),
    worker === null ? isNull(executions.worker) : eq(executions.worker, worker),
  )

/** Says that a worker still runs these executions. @returns those that it still has, and whether somebody has asked to stop them */
export function beat(db: Db, worker: string, ids: string[]) {
  return db
    .update(executions)
    .set({ heartbeat_at: sql`now()` })
    .where(and(inArray(executions.id, ids), eq(executions.worker, worker), eq(executions.status, JobStatus.processing)))
    .returning({ id: executions.id, is_cancelled: executions.is_cancelled })
}

/** Ends a waiting execution as failed. @returns what is known of it, undefined when it waits no more */
export async function failWaiting(db: Db, id: string, message: string): Promise<ExecutionRow | undefined> {
  const [row] = await db
    .update(executions)
    .set({ status: JobStatus.failed, error: message, finished_at: sql`now()` })
    .where(and(eq(executions.id, id), eq(executions.status, JobStatus.waiting)))
    .returning()
  return row
}

/** Ends a claimed execution as failed. @returns it as it ended; undefined when it was not this worker's any more */
export async function fail(
  db: Db,
  claim: Pick<ExecutionRow, 'id' | 'worker'>,
  error: { message: string; position: number | null },
): Promise<ExecutionRow | undefined> {
  const [row] = await db
    .update(executions)
    .set({ status: JobStatus.failed, error: error.message, error_position: error.position, finished_at: sql`now()` })
    .where(isStill(claim))
    .returning()
  return row
}

/**
 * Lets a claimed execution wait again, in its old place.
 * @param retries how often it got lost, from now on
 * @returns whether it was still this worker's
 */
export async function requeueClaim(db: Db, claim: Pick<ExecutionRow, 'id' | 'worker'>, retries: number): Promise<boolean> {
  const rows = await db
    .update(executions)
    .set({ status: JobStatus.waiting, worker: null, started_at: null, heartbeat_at: null, retries })
    .where(isStill(claim))
    .returning({ id: executions.id })
  return rows.length > 0
}

export async function requestCancel(db: Db, id: string): Promise<void> {
  await db
    .update(executions)
    .set({ is_cancelled: true })
    .where(and(eq(executions.id, id), eq(executions.status, JobStatus.processing)))
}

/** Running executions whose worker has given no sign of life for some seconds, by the database's clock. */
export function silent(db: Db, seconds: number) {
  return lost(db, lt(executions.heartbeat_at, sql`now() - make_interval(secs => ${seconds})`))
}

/** Running executions of all workers but this one. */
export function ofOthers(db: Db, worker: string) {
  return lost(db, or(isNull(executions.worker), ne(executions.worker, worker)))
}

function lost(db: Db, condition: SQL | undefined) {
  return db
    .select({ execution: executions, type: dataSources.type })
    .from(executions)
    .innerJoin(dataSources, eq(dataSources.id, executions.data_source_id))
    .where(and(eq(executions.status, JobStatus.processing), condition))
}
