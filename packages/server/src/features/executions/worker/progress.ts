import type { Cell, ResultColumn } from '@sightline/contract/results.ts'
import type { TaskListeners } from '../../../executor/protocol.ts'
import type { Services } from '../../../platform/context.ts'
import type { Session } from '../../../runners/runner.ts'
import { FROM_START, firstRowsEvent, type ProgressEvent, progressChannel, watchChannel } from '../channels.ts'
import { presentColumn } from '../present.ts'

/** Nobody wonders about a run shorter than this, milliseconds. */
export const EXPLAIN_AFTER_MS = 2_000

/** Characters of what a source says. */
const LONGEST_STATE = 500

/** Tells those who follow an execution how far it is; silent while nobody has said that they do. */
export interface ProgressPublisher extends Required<TaskListeners> {
  /** The first rows, as they came from the executor; empty before. */
  firstRows(): Cell[][]
  close(): void
}

/**
 * Begins with the run.
 * @param look asks the source what the run waits for there
 */
export function openProgressPublisher(
  services: Services,
  id: string,
  look: (session: Session) => Promise<string | null>,
): ProgressPublisher {
  const startedAt = performance.now()
  let rows = 0
  let firstRows: Cell[][] = []
  let firstRowsEventSent: ProgressEvent | null = null
  let isWatched = false
  let isClosed = false
  let session: Session | null = null
  let isLooking = false
  const publish = (event: ProgressEvent | null) => {
    if (!isWatched || isClosed || event === null) return
    // A lost message delays what a follower sees by a second, and stops no run.
    services.events
      .publish(progressChannel(id), event)
      .catch((err) => services.log.warn({ err }, 'ProgressEvent of a run could not be told.'))
  }
  const lookAtSource = async () => {
    if (session === null || isLooking || performance.now() - startedAt < EXPLAIN_AFTER_MS) return
    isLooking = true
    try {
      const state = await look(session)
      publish({ type: 'database', text: state?.slice(0, LONGEST_STATE) ?? null })
    } catch (err) {
      services.log.info({ err, execution_id: id }, 'The source did not tell what a run waits for.')
    } finally {
      isLooking = false
    }
  }
  const stop = services.events.subscribe(watchChannel(id), (payload) => {
    isWatched = true
    // Those who have followed for a while have them.
    if (payload === FROM_START) publish(firstRowsEventSent)
    publish({ type: 'progress', rows })
    void lookAtSource()
  })
  return {
    onProgress(progress) {
      rows = progress.rows
      publish({ type: 'progress', rows })
    },
    onFirstRows(first) {
      const columns: ResultColumn[] = first.columns.map(presentColumn)
      firstRows = first.rows
      firstRowsEventSent = firstRowsEvent(columns, first.rows)
      publish(firstRowsEventSent)
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
