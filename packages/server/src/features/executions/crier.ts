import type { Cell, ResultColumn } from '@sightline/contract/executions.ts'
import type { TaskListeners } from '../../executor/pool.ts'
import type { Services } from '../../platform/context.ts'
import { firstRowsNews, type News, newsChannel, watchChannel } from './channels.ts'
import { presentColumn } from './present.ts'

/** Tells those who follow an execution how far it is; silent while nobody has said that they do. */
export interface Crier extends Required<TaskListeners> {
  /** The first rows, as they came from the executor; empty before. */
  firstRows(): Cell[][]
  close(): void
}

export function openCrier(services: Services, id: string): Crier {
  let rows = 0
  let firstRows: Cell[][] = []
  let firstRowsTold: News | null = null
  let isWatched = false
  const say = (news: News | null) => {
    if (!isWatched || news === null) return
    // A lost message costs a follower a second of news, not the run.
    services.events
      .publish(newsChannel(id), news)
      .catch((err) => services.log.warn({ err }, 'News of a run could not be told.'))
  }
  const stop = services.events.subscribe(watchChannel(id), () => {
    isWatched = true
    say(firstRowsTold)
    say({ type: 'progress', rows })
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
    firstRows: () => firstRows,
    close: stop,
  }
}
