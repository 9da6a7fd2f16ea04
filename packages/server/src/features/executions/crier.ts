import type { Cell, ResultColumn } from '@sightline/contract/results.ts'
import type { TaskListeners } from '../../executor/pool.ts'
import type { Services } from '../../platform/context.ts'
import type { Session } from '../../runners/runner.ts'
import { BEGINS, firstRowsNews, type News, newsChannel, watchChannel } from './channels.ts'
import { presentColumn } from './present.ts'

/** Nobody wonders about a run shorter than this, milliseconds. */
export const WONDER_MS = 2_000

/** Characters of what a source says. */
const LONGEST_STATE = 500

/** Tells those who follow an execution how far it is; silent while nobody has said that they do. */
export interface Crier extends Required<TaskListeners> {
  /** The first rows, as they came from the executor; empty before. */
  firstRows(): Cell[][]
  close(): void
}

/**
 * Begins with the run.
 * @param look asks the source what the run waits for there
 */
export function openCrier(services: Services, id: string, look: (session: Session) => Promise<string | null>): Crier {
  const startedAt = performance.now()
  let rows = 0
  let firstRows: Cell[][] = []
  let firstRowsTold: News | null = null
  let isWatched = false
  let isClosed = false
  let session: Session | null = null
  let isLooking = false
  const say = (news: News | null) => {
    if (!isWatched || isClosed || news === null) return
    // A lost message costs a follower a second of news, not the run.
    services.events
      .publish(newsChannel(id), news)
      .catch((err) => services.log.warn({ err }, 'News of a run could not be told.'))
  }
  const lookAtSource = async () => {
    if (session === null || isLooking || performance.now() - startedAt < WONDER_MS) return
    isLooking = true
    try {
      const state = await look(session)
      say({ type: 'database', text: state?.slice(0, LONGEST_STATE) ?? null })
    } catch (err) {
      services.log.info({ err, execution_id: id }, 'The source did not tell what a run waits for.')
    } finally {
      isLooking = false
    }
  }
  const stop = services.events.subscribe(watchChannel(id), (payload) => {
    isWatched = true
    // Those who have followed for a while have them.
    if (payload === BEGINS) say(firstRowsTold)
    say({ type: 'progress', rows })
    void lookAtSource()
  })
  return {
    onProgress(progress) {
      rows = progress.rows
      say({ type: 'progress', rows })
    },
    onFirstRows(first) {
      const columns: ResultColumn[] = first.columns.map(presentColumn)
      firstRows = first.rows
      firstRowsTold = firstRowsNews(columns, first.rows)
      say(firstRowsTold)
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
