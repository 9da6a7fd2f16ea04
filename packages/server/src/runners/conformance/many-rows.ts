import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import type { RunnerResult } from '../runner.ts'

export const MILLION = 1_000_000
const MIB = 2 ** 20
/** Memory that may be held for rows that have arrived and not been read. */
const GROWTH_LIMIT = 64 * MIB
const LOOKS = 10
/** Milliseconds. */
const TIME_LIMIT = 300_000

/**
 * Tests that a result is read in full, and that memory does not grow with its rows.
 * @param count the number of its rows; fewer than a million where a server would take minutes to store them
 */
export function itReadsManyRows(run: () => Promise<RunnerResult>, count = MILLION): void {
  it(
    `reads ${count.toLocaleString('en')} rows while its memory stays flat (OPEN-830)`,
    async () => {
      setFlagsFromString('--expose-gc')
      const collect: () => void = runInNewContext('gc')
      const used = () => {
        collect()
        const { heapUsed, external } = process.memoryUsage()
        return heapUsed + external
      }
      let rows = 0
      const looks: number[] = []
      for await (const { rowCount } of (await run()).batches) {
        rows += rowCount
        if (rows >= (count / LOOKS) * (looks.length + 1)) looks.push(used())
      }
      expect(rows).toBe(count)
      const [first = 0, ...later] = looks
      expect(Math.max(...later) - first).toBeLessThan(GROWTH_LIMIT)
    },
    TIME_LIMIT,
  )
}
