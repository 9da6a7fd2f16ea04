import { setTimeout as sleep } from 'node:timers/promises'
import { CANCELLED, QueryError } from '../runner.ts'

/** Trouble of a server that passes, or of what stands between. */
export class PassingTrouble extends QueryError {}

interface Patience {
  /** How often it is asked at most. */
  tries: number
  /** Milliseconds until the next try, by the number of tries so far. */
  pause(tries: number): number
  signal: AbortSignal
  /** What is worth another try; `PassingTrouble` when left out. */
  isPassing?(error: unknown): boolean
}

/** Pauses that double each time, in milliseconds. */
export const growing =
  (first: number) =>
  (tries: number): number =>
    first * 2 ** (tries - 1)

/**
 * Asks, and again as long as there is passing trouble.
 * @throws QueryError in the words of the last answer
 */
export async function askAgain<Answer>(
  ask: () => Promise<Answer>,
  { tries: most, pause, signal, isPassing = (error) => error instanceof PassingTrouble }: Patience,
): Promise<Answer> {
  for (let tries = 1; ; tries++) {
    try {
      return await ask()
    } catch (error) {
      if (!isPassing(error) || tries === most) throw error
    }
    await sleep(pause(tries), undefined, { signal }).catch(() => {
      throw new QueryError(CANCELLED)
    })
  }
}
