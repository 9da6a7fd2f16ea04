import type { JobEvent } from '@sightline/contract/executions.ts'
import { Cell, ResultColumn } from '@sightline/contract/results.ts'
import { z } from 'zod'
import type { TaskListeners } from '../../../executor/protocol.ts'
import type { Services } from '../../../platform/context.ts'
import type { Session } from '../../../runners/runner.ts'
import { presentColumn } from '../present.ts'

/** Channel on which the worker of an execution publishes its progress. */
export const progressChannel = (id: string) => `job:${id}`
/** Channel on which the worker is asked to stop. */
export const cancelChannel = (id: string) => `cancel:${id}`
/** Channel on which followers make the worker publish its progress. */
export const watchChannel = (id: string) => `watch:${id}`
/** Payload of followers that have received nothing yet. */
export const FROM_START = 'begins'

/** An event of a run. A change of its state carries no data: followers read the state from the database. */
export const ProgressEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('progress'), rows: z.int() }),
  z.object({ type: z.literal('rows'), columns: z.array(ResultColumn), rows: z.array(z.array(Cell)) }),
  /** The wait state of the run inside its source. */
  z.object({ type: z.literal('database'), text: z.string().nullable() }),
  /** The execution was requeued. */
  z.object({ type: z.literal('moved') }),
  z.object({ type: z.literal('end') }),
])
export type ProgressEvent = z.infer<typeof ProgressEvent>

/** Size of an event; PostgreSQL notifications hold less than 8,000 bytes. */
const MAX_BYTES = 7_000

/** An event with the first rows, as many of them as it can hold; null if not even the columns fit. */
export function firstRowsEvent(
  columns: ResultColumn[],
  rows: Extract<JobEvent, { type: 'rows' }>['rows'],
): ProgressEvent | null {
  for (let count = rows.length; ; count = Math.floor(count / 2)) {
    const event: ProgressEvent = { type: 'rows', columns, rows: rows.slice(0, count) }
    if (Buffer.byteLength(JSON.stringify(event)) <= MAX_BYTES) return event
    if (count === 0) return null
  }
}

/** Milliseconds after which a run is long enough to be worth explaining. */
export const EXPLAIN_AFTER_MS = 2_000

/** Characters of a wait state. */
const MAX_WAIT_STATE_LENGTH = 500

/** Publishes the progress of an execution to its followers; silent until one has announced itself. */
export interface ProgressPublisher extends Required<TaskListeners> {
  /** The first rows, as received from the executor; empty until then. */
  firstRows(): Cell[][]
  close(): void
}

/**
 * Opens the publisher of a run that begins now.
 * @param readWaitState reads from the source what the run waits for there
 */
export function openProgressPublisher(
  services: Services,
  id: string,
  readWaitState: (session: Session) => Promise<string | null>,
): ProgressPublisher {
  const startedAt = performance.now()
  let rows = 0
  let firstRows: Cell[][] = []
  let sentFirstRows: ProgressEvent | null = null
  let isWatched = false
  let isClosed = false
  let session: Session | null = null
  let isReadingState = false
  const publish = (event: ProgressEvent | null) => {
    if (!isWatched || isClosed || event === null) return
    // A lost event delays what a follower sees by a second; it must not stop the run.
    services.events
      .publish(progressChannel(id), event)
      .catch((err) => services.log.warn({ err }, 'An event of a run could not be published.'))
  }
  const publishWaitState = async () => {
    if (session === null || isReadingState || performance.now() - startedAt < EXPLAIN_AFTER_MS) return
    isReadingState = true
    try {
      const state = await readWaitState(session)
      publish({ type: 'database', text: state?.slice(0, MAX_WAIT_STATE_LENGTH) ?? null })
    } catch (err) {
      services.log.info({ err, execution_id: id }, 'The source did not report what a run waits for.')
    } finally {
      isReadingState = false
    }
  }
  const stop = services.events.subscribe(watchChannel(id), (payload) => {
    isWatched = true
    // Followers that have watched for a while already have the first rows.
    if (payload === FROM_START) publish(sentFirstRows)
    publish({ type: 'progress', rows })
    void publishWaitState()
  })
  return {
    onProgress(progress) {
      rows = progress.rows
      publish({ type: 'progress', rows })
    },
    onFirstRows(first) {
      firstRows = first.rows
      sentFirstRows = firstRowsEvent(first.columns.map(presentColumn), first.rows)
      publish(sentFirstRows)
    },
    onSession(named) {
      session = named
    },
    firstRows: () => firstRows,
    close() {
      isClosed = true
      stop()
    },
  }
}
