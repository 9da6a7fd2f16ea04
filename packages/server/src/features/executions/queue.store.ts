import { JobStatus } from '@sightline/contract/executions.ts'
import { and, count, eq, inArray, type Placeholder, type SQLWrapper, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { preparedOnce } from '../../platform/db/prepared-once.ts'
import type { dataSources } from '../data-sources/tables.ts'
import { type ExecutionRow, executionJoins, executions } from './tables.ts'

// The table of executions is their queue: workers claim waiting rows from it (worker/claim.store.ts).

/** The holder of a key that starts an execution. */
export interface KeyCaller {
  /** Name of the key, as `callerName` builds it: `query 5`, `dashboard 3`. */
  name: string
  /** Network address of the caller. */
  address: string
}

export interface NewExecution {
  id: string
  data_source_id: number
  query: string
  binds_texts: boolean
  parameters: ExecutionRow['parameters']
  query_hash: string
  user_id: number | null
  query_id: number | null
  scheduled: boolean
  traceparent: string | null
  /** Null for users and schedules. */
  key: KeyCaller | null
}

interface StartOutcome {
  id: string
  /** The data that the worker needs to run it; null if this worker is not to run it. */
  started: (Pick<ExecutionRow, FactName> & { email: string | null }) | null
  /** False if an earlier execution was joined. */
  isNew: boolean
}

/**
 * Stores a new execution, or joins the one that is waiting or running with the same text on the same source.
 * @param execution its id stays the same when the call is repeated because the database's confirmation got lost
 * @param worker runs it from now on; null leaves it waiting until a worker claims it
 */
export async function startOrJoin(db: Db, { key, ...execution }: NewExecution, worker: string | null): Promise<StartOutcome> {
  const userIds = execution.user_id === null ? [] : [execution.user_id]
  const queryIds = execution.query_id === null ? [] : [execution.query_id]
  const isAwaited = !execution.scheduled && key === null
  const isSameText = isOfText(execution.data_source_id, execution.query)
  const statements = startStatements(db)
  const insert = worker === null ? statements.waiting : statements.running
  // The running execution may end between the two statements; then the next round starts a new one.
  for (;;) {
    const [started] = await insert.execute({
      ...execution,
      user_ids: userIds,
      query_ids: queryIds,
      is_awaited: isAwaited,
      caller: key?.name ?? null,
      caller_address: key?.address ?? null,
      worker,
    })
    if (started) return { id: started.id, started, isNew: true }
    const [joined] = await db
      .update(executions)
      .set({
        user_ids: withMembers(executions.user_ids, userIds),
        query_ids: withMembers(executions.query_ids, queryIds),
        is_awaited: sql`${executions.is_awaited} or ${isAwaited}`,
        // An execution that a user or a schedule also wants no longer counts against the limits of the key.
        ...(key === null ? { caller: null } : {}),
      })
      .where(isSameText)
      .returning({ id: executions.id, query_id: executions.query_id })
    const own = joined && joined.id !== execution.id ? null : await findOwn(db, execution.id, worker)
    if (own) return own
    if (joined) {
      if (joined.query_id !== execution.query_id) await recordJoin(db, joined.id, execution)
      return { id: joined.id, started: null, isNew: false }
    }
  }
}

/** Statements that store a new execution unless the same text is waiting or running: in the queue, or as one that a worker runs. */
const startStatements = preparedOnce((db) => {
  const param = sql.placeholder
  const given = {
    id: param('id'),
    data_source_id: param('data_source_id'),
    query: param('query'),
    binds_texts: param('binds_texts'),
    // Its column would store null as the null of JSON.
    parameters: sql`${param('parameters')}::jsonb`,
    query_hash: param('query_hash'),
    user_id: param('user_id'),
    query_id: param('query_id'),
    scheduled: param('scheduled'),
    traceparent: param('traceparent'),
    user_ids: param('user_ids'),
    query_ids: param('query_ids'),
    is_awaited: param('is_awaited'),
    caller: param('caller'),
  }
  const storing = (state: { caller_address: Placeholder } | ReturnType<typeof claimedBy>) =>
    db
      .insert(executions)
      .values({ ...given, ...state })
      .onConflictDoNothing()
      .returning({ ...executionFacts(executions), email: emailOf(executions.user_id) })
  return {
    waiting: storing({ caller_address: param('caller_address') }).prepare('queue_execution'),
    running: storing(claimedBy(param('worker'))).prepare('start_execution'),
  }
})

/** The execution that an earlier attempt has stored although its confirmation got lost. */
async function findOwn(db: Db, id: string, worker: string | null): Promise<StartOutcome | null> {
  const facts = { ...executionFacts(executions), email: emailOf(executions.user_id) }
  const [found] = await db
    .select({ ...facts, status: executions.status, worker: executions.worker })
    .from(executions)
    .where(eq(executions.id, id))
  if (!found) return null
  const isOurs = worker !== null && found.status === JobStatus.processing && found.worker === worker
  return { id, started: isOurs ? found : null, isNew: true }
}

/** Counts the waiting executions of a key, and those of them that come from this address. */
export async function waitingOfKey(db: Db, { name, address }: KeyCaller): Promise<{ all: number; here: number }> {
  const [row] = await db
    .select({ all: count(), here: sql<number>`count(*) filter (where ${executions.caller_address} = ${address})::integer` })
    .from(executions)
    .where(and(eq(executions.caller, name), eq(executions.status, JobStatus.waiting)))
  return row ?? { all: 0, here: 0 }
}

/** Whether this text is waiting or running on this source, so that a new run of it would join. */
export async function isUnderWay(db: Db, { data_source_id, query }: Pick<NewExecution, 'data_source_id' | 'query'>) {
  const rows = await db.select({ id: executions.id }).from(executions).where(isOfText(data_source_id, query)).limit(1)
  return rows.length > 0
}

/** Until the transaction ends, no one else counts or starts executions of this key. */
export async function lockKey(tx: Db, { name }: KeyCaller): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('executions of a key'), hashtext(${name}))`)
}

const isOfText = (dataSourceId: number, text: string) =>
  and(
    eq(executions.data_source_id, dataSourceId),
    eq(sql`md5(${executions.query})`, sql`md5(${text})`),
    inArray(executions.status, [JobStatus.waiting, JobStatus.processing]),
  )

/** Records for the history of a query that it was run by joining an execution of another query. */
async function recordJoin(
  db: Db,
  executionId: string,
  { query_id, user_id, scheduled, parameters }: Pick<NewExecution, 'query_id' | 'user_id' | 'scheduled' | 'parameters'>,
): Promise<void> {
  if (query_id === null) return
  await db
    .insert(executionJoins)
    .values({ execution_id: executionId, query_id, user_id, scheduled, parameters })
    .onConflictDoNothing()
}

const withMembers = (column: typeof executions.user_ids | typeof executions.query_ids, members: readonly number[]) =>
  members.reduce(
    (list, member) => sql`array_append(array_remove(${list}, ${member}::integer), ${member}::integer)`,
    sql`${column}`,
  )

/** Fails a waiting execution. @returns its row; undefined if it no longer waits */
export async function failWaiting(db: Db, id: string, message: string): Promise<ExecutionRow | undefined> {
  const [row] = await db
    .update(executions)
    .set({ status: JobStatus.failed, error: message, finished_at: sql`now()` })
    .where(and(eq(executions.id, id), eq(executions.status, JobStatus.waiting)))
    .returning()
  return row
}

/** Marks a running execution as to be cancelled. Its worker reads the mark with its next heartbeat. */
export async function requestCancel(db: Db, id: string): Promise<void> {
  await db
    .update(executions)
    .set({ is_cancelled: true })
    .where(and(eq(executions.id, id), eq(executions.status, JobStatus.processing)))
}

/** An execution that a worker has claimed, and the data source it runs on. */
export interface ClaimedRow extends Pick<ExecutionRow, FactName> {
  /** Email address of the user who started it; null for a caller with a key. */
  email: string | null
  source: Pick<
    typeof dataSources.$inferSelect,
    'id' | 'type' | 'encrypted_options' | 'is_sample' | 'concurrency' | 'time_limit'
  >
  worker: string
}

/** Column values of a claimed execution. By the wall clock, because the transaction may have waited for a lock. */
export const claimedBy = <Worker extends string | Placeholder>(worker: Worker) => ({
  status: JobStatus.processing,
  worker,
  caller_address: null,
  started_at: sql`clock_timestamp()`,
})

export const emailOf = (userId: SQLWrapper) => sql<string | null>`(select email from users where users.id = ${userId})`

/** Selects what a worker needs to know of an execution, from the table or from a statement that has just changed it. */
export const executionFacts = <Row extends Record<FactName, unknown>>(row: Row): Pick<Row, FactName> => ({
  id: row.id,
  data_source_id: row.data_source_id,
  query_id: row.query_id,
  query_ids: row.query_ids,
  user_id: row.user_id,
  query: row.query,
  binds_texts: row.binds_texts,
  query_hash: row.query_hash,
  scheduled: row.scheduled,
  caller: row.caller,
  traceparent: row.traceparent,
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
  | 'binds_texts'
  | 'query_hash'
  | 'scheduled'
  | 'caller'
  | 'traceparent'
  | 'retries'
  | 'created_at'
  | 'started_at'
