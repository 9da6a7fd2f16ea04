import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { QUERIES_QUEUE, SCHEDULED_QUEUE } from '@sightline/contract/status.ts'
import { splitDialect } from '@sightline/domain/query-dialect.ts'
import type { Services } from '../../../platform/context.ts'
import { retryOnDisconnect } from '../../../platform/db/retry-on-disconnect.ts'
import { mustHaveFreeSpace } from '../../../platform/files/free-space.ts'
import { AppError } from '../../../platform/http/errors.ts'
import type { RunOutcome } from '../../../platform/metrics/metrics.ts'
import { perProcess } from '../../../platform/process-memory.ts'
import { runners } from '../../../runners/registry.ts'
import { CANCELLED, inDialect, OutcomeUnknown, QueryError } from '../../../runners/runner.ts'
import { awaitEnd, type End, endOrState } from '../await-end.ts'
import { type ClaimedRow, failWaiting } from '../queue.store.ts'
import * as store from '../store.ts'
import { claimOne, typeOfSource } from './claim.store.ts'
import type { NewResult } from './finish.store.ts'
import { fail, finish, isSafeToRepeat, publishFailure, requeue, unansweredMessage, workerStoppedMessage } from './finish.ts'
import { cancelChannel, openProgressPublisher } from './progress.ts'
import { countRun } from './run-counts.ts'
import { queriesShowing } from './shown-by.ts'
import { type RunResources, readWaitState, runTask, UNFORESEEN, type WrittenRun } from './task.ts'

/**
 * Why a run is stopped before its end: a user cancelled it, this process is shutting down, or another worker has taken it over
 * because this one sent no heartbeat.
 */
export type StopReason = 'cancelled' | 'shutdown' | 'lost'

/** The reason with which the signal of a run aborts. */
class StopError extends QueryError {
  readonly why: StopReason
  constructor(why: StopReason) {
    super(CANCELLED)
    this.why = why
  }
}

/** The runs of this process by execution id. */
const runs = perProcess(() => new Map<string, AbortController>())

/** The executions that this process runs. */
export const runsOf = (services: Services): string[] => [...runs(services).keys()]

/** Stops an execution if this process runs it. The first reason counts. */
export function stopRun(services: Services, id: string, why: StopReason): void {
  runs(services).get(id)?.abort(new StopError(why))
}

/**
 * Runs a claimed execution to its end and stores the outcome. A failed query is an outcome, so this rejects only if the end
 * cannot be stored for a long time; then another worker recovers the execution.
 */
export async function execute(services: Services, execution: ClaimedRow): Promise<void> {
  const { created_at, started_at, traceparent } = execution
  const period = { start: created_at.getTime(), end: (started_at ?? created_at).getTime() }
  services.tracing.record({ name: 'queue wait', parent: traceparent }, period)
  const span = {
    name: 'execution',
    kind: 'consumer',
    parent: traceparent,
    attributes: attributesOf(services, execution),
  } as const
  await services.tracing.within(span, () => executeClaimed(services, execution))
}

const attributesOf = ({ tracing }: Services, { id, source, query, query_id, scheduled, retries }: ClaimedRow) => ({
  'sightline.execution.id': id,
  'sightline.data_source.id': source.id,
  'sightline.data_source.type': source.type,
  'sightline.scheduled': scheduled,
  'sightline.retries': retries,
  'sightline.query.id': query_id ?? undefined,
  'db.query.text': tracing.hasQueryTexts ? query : undefined,
})

async function executeClaimed(services: Services, execution: ClaimedRow): Promise<void> {
  const { id } = execution
  const run = new AbortController()
  runs(services).set(id, run)
  const { signal } = run
  const stopListening = services.events.subscribe(cancelChannel(id), () => stopRun(services, id, 'cancelled'))
  const progress = openProgressPublisher(services, id, (session) => readWaitState(services, execution, session))
  const started = performance.now()
  let outcome: RunOutcome = 'failed'
  let tempDir: string | undefined
  const sending = { isSent: false }
  try {
    await mustHaveFreeSpace(services.config)
    tempDir = await services.files.tempDir()
    await runAndStore(services, execution, { tempDir, progress, signal, sending })
    outcome = 'done'
  } catch (error) {
    outcome = await retryOnDisconnect(() => endWithoutResult(services, execution, error, { signal, sending }))
  } finally {
    measure(services, execution, outcome, (performance.now() - started) / 1000)
    if (runs(services).get(id) === run) runs(services).delete(id)
    progress.close()
    stopListening()
    if (tempDir !== undefined) await rm(tempDir, { recursive: true, force: true })
  }
}

/** Counts an execution that has left this worker. @param seconds since its claim */
function measure(
  services: Services,
  { source, scheduled, created_at, started_at }: ClaimedRow,
  outcome: RunOutcome,
  seconds: number,
): void {
  countRun(services, outcome === 'done', seconds)
  const { metrics, tracing } = services
  const waited = (started_at ?? created_at).getTime() - created_at.getTime()
  metrics.countWait(scheduled ? SCHEDULED_QUEUE : QUERIES_QUEUE, waited / 1000)
  // A type that has been removed from the product is no label.
  metrics.countExecution(runners.has(source.type) ? source.type : 'unknown', outcome, seconds)
  tracing.annotate({ 'sightline.outcome': outcome })
}

async function runAndStore(services: Services, execution: ClaimedRow, resources: RunResources): Promise<void> {
  const started = performance.now()
  const defaultRunner = runners.get(execution.source.type)
  if (!defaultRunner) throw new QueryError('Target data source not available.')
  const runner = inDialect(defaultRunner, splitDialect(execution.query).dialect)
  const resultPath = join(resources.tempDir, 'result.parquet')
  const written = await runTask(services, execution, { runner, resultPath, runInner: runInline }, resources)
  // A name for this attempt alone: an attempt that was given up may still be about to store its file.
  const file = `results/${execution.id}${execution.retries > 0 ? `-${execution.retries}` : ''}.parquet`
  // If this fails and the file is stored all the same, it has no row and is removed later.
  await retryOnDisconnect(() => services.tracing.within({ name: 'result store' }, () => services.files.put(file, resultPath)))
  let isStored = false
  try {
    isStored = await retryOnDisconnect(async () => {
      const queryIds = await queriesShowing(services, execution, defaultRunner)
      const result = newResult(execution, written, file, performance.now() - started)
      return finish(services, execution, result, queryIds, resources.progress.firstRows())
    })
  } finally {
    if (!isStored) await retryOnDisconnect(() => services.files.remove(file))
  }
}

/** @param duration milliseconds from the claim until the result was written */
function newResult(execution: ClaimedRow, written: WrittenRun, file: string, duration: number): NewResult {
  return {
    data_source_id: execution.data_source_id,
    input_source_ids: written.inputSourceIds,
    time_zone: written.timeZone,
    query_hash: execution.query_hash,
    query: execution.query,
    file,
    columns: written.columns,
    row_count: written.rowCount,
    size: written.size,
    runtime: written.duration / 1000,
    timing: {
      waiting: (execution.started_at?.getTime() ?? 0) - execution.created_at.getTime(),
      database: written.database,
      sightline: Math.max(0, duration - written.database),
    },
    metadata: written.metadata,
    log: written.log,
    truncated: written.truncated,
  }
}

/**
 * Ends an execution that has no result: fails it, or hands it back when this process shuts down.
 * @returns what it was ended as. The signal may abort while this is stored: the next heartbeat misses a run that has just failed.
 */
async function endWithoutResult(
  services: Services,
  execution: ClaimedRow,
  error: unknown,
  { signal, sending }: Pick<RunResources, 'signal' | 'sending'>,
): Promise<RunOutcome> {
  const { type } = execution.source
  const why = signal.reason instanceof StopError ? signal.reason.why : null
  if (why === 'lost') return why
  if (why === 'shutdown') {
    // A shutdown is not the query's fault, so it does not count as a retry.
    if (isSafeToRepeat(execution, type)) await requeue(services, execution, execution.retries)
    else await fail(services, execution, { message: workerStoppedMessage(execution, type), position: null })
    return why
  }
  const { message, position } = reasonOf(services, error)
  const isAnswered = error instanceof QueryError && !(error instanceof OutcomeUnknown)
  const isOutcomeKnown = isAnswered || !sending.isSent
  await fail(services, execution, {
    message: isOutcomeKnown ? message : unansweredMessage(message, execution, type),
    position,
  })
  return why ?? 'failed'
}

function reasonOf(services: Services, error: unknown): { message: string; position: number | null } {
  if (error instanceof QueryError) return { message: error.message, position: error.position }
  if (error instanceof AppError) return { message: error.message, position: null }
  services.log.error({ err: error }, 'A run failed in Sightline.')
  return { message: UNFORESEEN, position: null }
}

/** How often a nested run that has to wait tries again, in milliseconds. */
const INNER_POLL_INTERVAL_MS = 1_000

/**
 * Runs a certain execution to its end in the caller's slot, regardless of the worker's free slots, or waits for its end if
 * another worker has claimed it. This is for runs within a run: waiting for a slot could mean waiting for the one that the
 * outer run holds. The concurrency limit of the data source counts, except for sources whose runs have nested runs themselves.
 * @param signal aborts with the outer run; the nested one is then stopped too, unless another user also wants it
 * @returns the ended execution; undefined if there is no such execution
 * @throws the reason of the signal when it aborts
 */
export async function runInline(services: Services, id: string, signal: AbortSignal): Promise<End | undefined> {
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  aborted.catch(() => undefined)
  try {
    for (;;) {
      signal.throwIfAborted()
      const claimed = await claimInline(services, id)
      if (claimed) await Promise.race([execute(services, claimed), aborted])
      const end = await endOrState(services, id)
      if (!end || end.execution.finished_at !== null) return end
      // It runs elsewhere, its source is full, or it was handed back: try again later.
      await Promise.race([awaitEnd(services, id, INNER_POLL_INTERVAL_MS, signal), aborted])
    }
  } catch (error) {
    if (signal.aborted) await stopInner(services, id)
    throw error
  }
}

async function claimInline(services: Services, id: string): Promise<ClaimedRow | undefined> {
  const type = await typeOfSource(services.db, id)
  const hasNestedRuns = runners.get(type ?? '')?.readsQueries ?? false
  return claimOne(services.db, services.worker, id, hasNestedRuns ? 'ignored' : 'respected')
}

async function stopInner(services: Services, id: string): Promise<void> {
  const execution = await store.find(services.db, id)
  // If another user also wants it, it goes on without the outer run.
  if (!execution || execution.user_ids.length > 1) return
  const failed = await failWaiting(services.db, id, CANCELLED)
  if (failed) await publishFailure(services, failed)
  else stopRun(services, id, 'cancelled')
}
