import type { ResultWindow } from '@sightline/contract/results.ts'
import type { Values } from '@sightline/domain/parameters/definition.ts'

/** A saved query with the values that its parameters have. */
export interface StoredRun {
  query_id: number
  parameters: Values
}

/** Asks for the stored result of a run; null where there is none to be had, for whatever reason: then it is run. */
export type AskStored = (run: StoredRun) => Promise<ResultWindow | null>

/** As many runs as the server takes in one call. */
const MAX_BATCH = 100

/**
 * Has runs that are asked for in the same moment, as those of a dashboard are, answered by one call.
 * @param ask answers in the order of the runs
 */
export function collectStored(ask: (runs: StoredRun[]) => Promise<readonly (ResultWindow | null)[]>): AskStored {
  const waiting: { run: StoredRun; answer(window: ResultWindow | null): void }[] = []

  async function send(): Promise<void> {
    const asked = waiting.splice(0, MAX_BATCH)
    if (waiting.length > 0) queueMicrotask(() => void send())
    // What fails here is told by the runs, each for itself.
    const windows = await ask(asked.map(({ run }) => run)).catch(() => [])
    for (const [index, { answer }] of asked.entries()) answer(windows[index] ?? null)
  }

  return (run) =>
    new Promise((answer) => {
      if (waiting.length === 0) queueMicrotask(() => void send())
      waiting.push({ run, answer })
    })
}
