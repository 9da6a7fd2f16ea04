import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { splitDialect } from '@sightline/domain/query-dialect.ts'
import { isSameQuestion } from '@sightline/domain/query-hash.ts'
import type { WrittenResult } from '../../../executor/protocol.ts'
import type { Services } from '../../../platform/context.ts'
import { retryOnDisconnect } from '../../../platform/db/retry-on-disconnect.ts'
import { mustHaveFreeSpace } from '../../../platform/files/free-space.ts'
import { AppError } from '../../../platform/http/errors.ts'
import { runners } from '../../../runners/registry.ts'
import { type AnyRunner, CANCELLED, inDialect, OutcomeUnknown, QueryError, type Session } from '../../../runners/runner.ts'
import { resolveOptions } from '../../data-sources/resolve-options.ts'
import { standardText } from '../../queries/run-text.ts'
import { cancelChannel } from '../channels.ts'
import { keepFreshRows } from '../fresh-rows.ts'
import type { ClaimedRow } from '../queue.store.ts'
import * as queue from '../queue.store.ts'
import { awaitEnd } from '../queue.ts'
import { type End, recentEnd } from '../recent-ends.ts'
import { isSafeToRepeat, unansweredMessage, workerStoppedMessage } from '../repeat.ts'
import { registerRun, Stopped, stopRun } from '../running.ts'
import * as store from '../store.ts'
import { countRun } from '../tally.ts'
import { linkCandidates, type NewResult } from './finish.store.ts'
import { endDone, endFailed, publishFailure, requeue } from './finish.ts'
import { openProgressPublisher, type ProgressPublisher } from './progress.ts'
import { type ReadyText, readyText } from './query-inputs.ts'
import { annotated, toldOfText } from './task.ts'

const UNFORESEEN = 'Sightline could not run this query. The log of the server tells why.'

/**
 * Runs a claimed execution to its end and stores what comes of it. A failed run is an answer, so this throws only when the
 * database cannot be told of the end for a long time; then another worker takes the execution over.
 */
export async function execute(services: Services, execution: ClaimedRow): Promise<void> {
  const { id, worker } = execution
  const run = registerRun(id, worker)
  const stopListening = services.events.subscribe(cancelChannel(id), () => stopRun(id, 'cancelled'))
  const progress = openProgressPublisher(services, id, (session) => lookAtSource(services, execution, session))
  const started = performance.now()
  let isDone = false
  let tempDir: string | undefined
  const sending = { isSent: false }
  try {
    await mustHaveFreeSpace(services.config)
    tempDir = await services.files.tempDir()
    await runAndStore(services, execution, { tempDir, progress, signal: run.signal, sending })
    isDone = true
  } catch (error) {
    await retryOnDisconnect(() => endOtherwise(services, execution, error, { signal: run.signal, sending }))
  } finally {
    countRun(worker, isDone, (performance.now() - started) / 1000)
    run.end()
    progress.close()
    stopListening()
    if (tempDir !== undefined) await rm(tempDir, { recursive: true, force: true })
  }
}

/** How long a source may take to say what a run waits for there. */
const LOOK_AT_SOURCE_MS = 3_000

/** How often an inner run that has to wait looks by itself whether it can go on, milliseconds. */
const INNER_POLL_INTERVAL_MS = 1_000

/**
 * Runs this very execution to its end in the caller's slot, whatever the slots of the worker; when somebody else has taken it,
 * waits for its end. For runs inside a run: one that waited for a slot could wait for the one that holds it. The limit of the
 * data source counts, unless runs of that source have inner runs themselves: those take part in the slot of the outer one.
 * @param signal aborts with the outer run; the inner one is then stopped as well, unless somebody else has asked for it too
 * @returns the execution as it ended, with its result if it has one; undefined when there is no such execution
 * @throws the reason of the signal when it aborts
 */
export async function runInline(services: Services, id: string, signal: AbortSignal): Promise<End | undefined> {
  const abandoned = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  abandoned.catch(() => undefined)
  try {
    for (;;) {
      signal.throwIfAborted()
      const claimed = await claimInline(services, id)
      if (claimed) await Promise.race([execute(services, claimed), abandoned])
      const end = recentEnd(id) ?? (await store.findWithResult(services.db, id))
      if (!end || end.execution.finished_at !== null) return end
      // It runs elsewhere, its source is full, or it was handed back: whatever comes next, it is looked at again.
      await Promise.race([awaitEnd(services, id, INNER_POLL_INTERVAL_MS, signal), abandoned])
    }
  } catch (error) {
    if (signal.aborted) await stopInner(services, id)
    throw error
  }
}

async function claimInline(services: Services, id: string): Promise<ClaimedRow | undefined> {
  const type = await queue.typeOfSource(services.db, id)
  const nests = runners.get(type ?? '')?.readsQueries ?? false
  return queue.claimOne(services.db, services.worker, id, nests ? 'ignored' : 'respected')
}

async function stopInner(services: Services, id: string): Promise<void> {
  const execution = await store.find(services.db, id)
  // Somebody else waits for it: it goes on without the outer run.
  if (!execution || execution.user_ids.length > 1) return
  const failed = await queue.failWaiting(services.db, id, CANCELLED)
  if (failed) await publishFailure(services, failed)
  else stopRun(id, 'cancelled')
}

/** What a run has of its process. */
interface Place {
  tempDir: string
  signal: AbortSignal
  progress: ProgressPublisher
  /** Whether the text has gone to its source. */
  sending: { isSent: boolean }
}

async function runAndStore(services: Services, execution: ClaimedRow, place: Place): Promise<void> {
  const started = performance.now()
  const usual = runners.get(execution.source.type)
  if (!usual) throw new QueryError('Target data source not available.')
  const runner = inDialect(usual, splitDialect(execution.query).dialect)
  const resultPath = join(place.tempDir, 'result.parquet')
  const written = await run(services, execution, runner, resultPath, place)
  // A name of this try alone: one that was given up may still be about to store its file.
  const file = `results/${execution.id}${execution.retries > 0 ? `-${execution.retries}` : ''}.parquet`
  let isStored = false
  try {
    await retryOnDisconnect(() => services.files.put(file, resultPath))
    keepFreshRows(file, written.rowCount, place.progress.firstRows())
    isStored = await retryOnDisconnect(async () => {
      const candidates = await linkCandidates(services.db, execution.data_source_id, execution.query_hash)
      const asking = await queriesAsking(candidates, execution.query, usual)
      const result = resultOf(execution, written, file, performance.now() - started)
      return endDone(
        services,
        execution,
        result,
        asking.map((query) => query.id),
      )
    })
  } finally {
    if (!isStored) await retryOnDisconnect(() => services.files.remove(file))
  }
}

/** A result, and the other data sources that its rows were read from. */
type WrittenRun = WrittenResult & Pick<ReadyText, 'inputSourceIds'>

/** Those queries whose text, with their stored values, asks the same as the text of a run. */
async function queriesAsking(candidates: Awaited<ReturnType<typeof linkCandidates>>, text: string, runner: AnyRunner) {
  const asking: typeof candidates = []
  for (const query of candidates) {
    if (isSameQuestion(await standardText(query, runner), text, runner.dialect)) asking.push(query)
  }
  return asking
}

/** @param duration milliseconds from the claim until the result was written */
function resultOf(execution: ClaimedRow, written: WrittenRun, file: string, duration: number): NewResult {
  return {
    data_source_id: execution.data_source_id,
    input_source_ids: written.inputSourceIds,
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

async function run(
  services: Services,
  execution: ClaimedRow,
  runner: AnyRunner,
  resultPath: string,
  { tempDir, signal, progress, sending }: Place,
): Promise<WrittenRun> {
  const { rows, bytes } = services.config.limits
  const ofSource = execution.source.time_limit === null ? null : execution.source.time_limit * 1000
  const limits = { time: shorter(timeLimit(services, execution), ofSource), rows, bytes }
  const ready = runner.readsQueries
    ? await readyText(services, execution, { tempDir, signal, runInner: runInline })
    : { text: execution.query, inputs: [], inputSourceIds: [], placeIn: (position: number) => position, duration: 0 }
  const isAnnotated = runner.annotates && services.config.annotates
  const text = isAnnotated ? annotated(ready.text, annotationOf(execution)) : ready.text
  const options = await resolveOptions(services, execution.source)
  const { inputs } = ready
  const isScheduled = execution.scheduled
  const { dialect } = runner
  const task = {
    kind: 'run',
    type: runner.type,
    options,
    text,
    dialect,
    limits,
    resultPath,
    tempDir,
    inputs,
    isScheduled,
  } as const
  try {
    sending.isSent = true
    const written = await services.executors.run(task, signal, progress)
    return {
      ...written,
      duration: written.duration + ready.duration,
      database: written.database + ready.duration,
      inputSourceIds: ready.inputSourceIds,
    }
  } catch (error) {
    if (!(error instanceof QueryError)) throw lostExecutor(services, execution, error)
    if (error instanceof OutcomeUnknown) throw error
    const before = text.length - ready.text.length
    const position = error.position === null ? 0 : error.position - before
    throw new QueryError(toldOfText(error.message, before), {
      cause: error,
      position: position > 0 ? ready.placeIn(position) : null,
    })
  }
}

function timeLimit({ config }: Services, { scheduled, caller }: ClaimedRow): number | null {
  const { time, scheduledTime, publicTime } = config.limits
  if (scheduled) return scheduledTime
  return caller === null ? time : shorter(time, publicTime)
}

/** The shorter of two limits; null is none. */
const shorter = (one: number | null, other: number | null) =>
  one === null ? other : other === null ? one : Math.min(one, other)

/** What a run waits for inside its source; null when that does not tell. */
async function lookAtSource(services: Services, { source }: ClaimedRow, session: Session): Promise<string | null> {
  if (!runners.get(source.type)?.waitState) return null
  const options = await resolveOptions(services, source)
  const task = { kind: 'wait_state', type: source.type, options, session } as const
  return (await services.executors.run(task, AbortSignal.timeout(LOOK_AT_SOURCE_MS))).waitState
}

function annotationOf({ id, email, query_id, query_hash, scheduled }: ClaimedRow) {
  // Without a user it was started with the key of a query.
  const username = email ?? `ApiKey: Query ${query_id}`
  return { username, queryId: query_id, jobId: id, queryHash: query_hash, scheduled }
}

/** An executor process that died says why in one sentence, which the analyst may read as well. */
function lostExecutor(services: Services, execution: ClaimedRow, error: unknown): OutcomeUnknown {
  services.log.error({ err: error, execution_id: execution.id }, 'The executor of a run was lost.')
  return new OutcomeUnknown(error instanceof Error ? error.message : UNFORESEEN, { cause: error })
}

/** Ends an execution that has led to no result. */
async function endOtherwise(
  services: Services,
  execution: ClaimedRow,
  error: unknown,
  { signal, sending }: Pick<Place, 'signal' | 'sending'>,
): Promise<void> {
  const why = signal.reason instanceof Stopped ? signal.reason.why : null
  if (why === 'lost') return
  if (why === 'shutdown') {
    // Not the query's fault, so it does not count as a loss.
    if (isSafeToRepeat(execution, execution.source.type)) await requeue(services, execution, execution.retries)
    else
      await endFailed(services, execution, {
        message: workerStoppedMessage(execution, execution.source.type),
        position: null,
      })
    return
  }
  const { message, position } = reasonOf(services, error)
  const isAnswered = error instanceof QueryError && !(error instanceof OutcomeUnknown)
  const isKnown = isAnswered || !sending.isSent
  await endFailed(services, execution, {
    message: isKnown ? message : unansweredMessage(message, execution, execution.source.type),
    position,
  })
}

function reasonOf(services: Services, error: unknown): { message: string; position: number | null } {
  if (error instanceof QueryError) return { message: error.message, position: error.position }
  if (error instanceof AppError) return { message: error.message, position: null }
  services.log.error({ err: error }, 'A run failed in Sightline.')
  return { message: UNFORESEEN, position: null }
}
