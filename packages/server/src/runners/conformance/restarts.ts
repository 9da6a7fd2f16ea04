import { expect, it } from 'vitest'
import { rowsOf } from '../../testing/rows-of.ts'
import type { Restartable } from '../../testing/started-program.ts'
import type { RunnerResult } from '../runner.ts'
import { expectPlain } from './rights.ts'
import { failureOf } from './runs.ts'

/** How a server is killed in the middle of a run. */
export interface RestartSetup {
  server(): Restartable
  /** Reads something that is there after a restart, too. */
  read(): Promise<unknown>
  /** Starts a run that would go on for minutes. */
  runLong(): Promise<RunnerResult>
  /** Whether the server is working on it; left out if its rows arrive meanwhile. */
  isWorking?: () => Promise<boolean>
}

/** Milliseconds. Servers in Java start slowly on a busy machine. */
const TIME_LIMIT = 300_000
const LOST = /lost|closed|reset|terminat|refused|ended|hang up|stopped/i

/** Tests that a run ends with its server, and that connections and sessions of before are no trouble to the next one. */
export function itOutlivesRestarts({ server, read, runLong, isWorking }: RestartSetup): void {
  it(
    'ends a run whose server is killed, and runs again when the server is back',
    async () => {
      // Two at once: while one connection is busy, the other one is idle.
      const [before] = await Promise.all([read(), read()])
      const kill = () => server().kill()
      const outcome = failureOf(isWorking ? runLong().then(rowsOf) : readUntilKilled(await runLong(), kill))
      if (isWorking) {
        await expect.poll(isWorking).toBe(true)
        await kill()
      }
      const { message } = await outcome
      expect(message).toMatch(LOST)
      expectPlain(message, [])
      await server().restart()
      expect(await read()).toEqual(before)
    },
    TIME_LIMIT,
  )
}

async function readUntilKilled({ batches }: RunnerResult, kill: () => Promise<void>): Promise<void> {
  let isFirst = true
  for await (const _ of batches) {
    if (isFirst) await kill()
    isFirst = false
  }
}
