import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { JobStatus } from '@sightline/contract/executions.ts'
import { isSameQuestion } from '@sightline/domain/query-hash.ts'
import type { WrittenResult } from '../../executor/protocol.ts'
import type { Services } from '../../platform/context.ts'
import { runners } from '../../runners/registry.ts'
import { type AnyRunner, CANCELLED, QueryError } from '../../runners/runner.ts'
import { resolveOptions } from '../data-sources/resolve-options.ts'
import { standardText } from '../queries/run-text.ts'
import { annotated } from './annotation.ts'
import { cancelChannel, newsChannel } from './channels.ts'
import { type Crier, openCrier } from './crier.ts'
import { keepFreshRows } from './fresh-rows.ts'
import * as store from './store.ts'

export const WORKER_STOPPED = 'The worker that ran this query stopped. Please run it again.'
const UNFORESEEN = 'Sightline could not run this query. The log of the server tells why.'
const HEARTBEAT_MS = 5_000

/**
 * Runs a waiting execution to its end and stores what comes of it. A failed run is an answer, so this does not throw for one.
 * @param shutdown aborts when this process is asked to stop
 */
export async function execute(services: Services, id: string, shutdown: AbortSignal): Promise<void> {
  const cancel = new AbortController()
  // Listening comes before the claim: until then a cancel finds the execution waiting and ends it there.
  const stopListening = services.events.subscribe(cancelChannel(id), () => cancel.abort())
  const crier = openCrier(services, id)
  let heartbeat: NodeJS.Timeout | undefined
  let tempDir: string | undefined
  try {
    const execution = await store.claim(services.db, id)
    if (!execution) return
    heartbeat = setInterval(() => void beat(services, id, cancel), HEARTBEAT_MS)
    try {
      tempDir = await services.files.tempDir()
      await runAndStore(services, execution, { tempDir, crier, signal: AbortSignal.any([cancel.signal, shutdown]) })
    } catch (error) {
      await store.fail(services.db, id, JobStatus.processing, reasonOf(services, error, { cancel: cancel.signal, shutdown }))
    }
    await services.events.publish(newsChannel(id), { type: 'end' })
  } finally {
    clearInterval(heartbeat)
    crier.close()
    stopListening()
    if (tempDir !== undefined) await rm(tempDir, { recursive: true, force: true })
  }
}

async function beat(services: Services, id: string, cancel: AbortController): Promise<void> {
  try {
    if (await store.beat(services.db, id)) cancel.abort()
  } catch (err) {
    services.log.warn({ err, execution_id: id }, 'A heartbeat could not be stored.')
  }
}

/** What a run has of its process. */
interface Place {
  tempDir: string
  signal: AbortSignal
  crier: Crier
}

async function runAndStore(services: Services, execution: store.ClaimedRow, place: Place): Promise<void> {
  const started = performance.now()
  const runner = runners.get(execution.source.type)
  if (!runner) throw new QueryError('Target data source not available.')
  const resultPath = join(place.tempDir, 'result.parquet')
  const written = await run(services, execution, runner, resultPath, place)
  const file = `results/${execution.id}.parquet`
  await services.files.put(file, resultPath)
  try {
    const candidates = await store.linkCandidates(services.db, execution.data_source_id, execution.query_hash)
    const asking = candidates.filter((query) => isSameQuestion(standardText(query, runner), execution.query, runner.dialect))
    keepFreshRows(file, written.rowCount, place.crier.firstRows())
    await store.finish(
      services.db,
      execution.id,
      {
        data_source_id: execution.data_source_id,
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
          sightline: Math.max(0, performance.now() - started - written.database),
        },
        metadata: written.metadata,
        log: written.log,
        truncated: written.truncated,
      },
      asking.map((query) => query.id),
    )
  } catch (error) {
    await services.files.remove(file)
    throw error
  }
}

async function run(
  services: Services,
  execution: store.ClaimedRow,
  runner: AnyRunner,
  resultPath: string,
  { tempDir, signal, crier }: Place,
): Promise<WrittenResult> {
  const { time, rows, bytes } = services.config.limits
  const text = runner.annotates ? annotated(execution.query, annotationOf(execution)) : execution.query
  const options = await resolveOptions(services, execution.source)
  const task = { kind: 'run', type: runner.type, options, text, limits: { time, rows, bytes }, resultPath, tempDir } as const
  try {
    return await services.executors.run(task, signal, crier)
  } catch (error) {
    if (!(error instanceof QueryError)) throw lostExecutor(services, execution, error)
    if (error.position === null) throw error
    const position = error.position - (text.length - execution.query.length)
    throw new QueryError(error.message, { cause: error, position: position > 0 ? position : null })
  }
}

function annotationOf({ id, email, query_id, query_hash }: store.ClaimedRow) {
  // Without a user it was started with the key of a query.
  const username = email ?? `ApiKey: Query ${query_id}`
  return { username, queryId: query_id, jobId: id, queryHash: query_hash, scheduled: false }
}

/** An executor process that died says why in one sentence, which the analyst may read as well. */
function lostExecutor(services: Services, execution: store.ClaimedRow, error: unknown): QueryError {
  services.log.error({ err: error, execution_id: execution.id }, 'The executor of a run was lost.')
  return new QueryError(error instanceof Error ? error.message : UNFORESEEN, { cause: error })
}

function reasonOf(services: Services, error: unknown, stop: { cancel: AbortSignal; shutdown: AbortSignal }) {
  if (stop.cancel.aborted) return { message: CANCELLED, position: null }
  if (stop.shutdown.aborted) return { message: WORKER_STOPPED, position: null }
  if (error instanceof QueryError) return { message: error.message, position: error.position }
  services.log.error({ err: error }, 'A run failed in Sightline.')
  return { message: UNFORESEEN, position: null }
}
