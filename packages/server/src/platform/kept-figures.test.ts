import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { Services } from './context.ts'
import { keptFigures } from './kept-figures.ts'

const MINUTE = 60_000

/** A source with a clock that the test sets. */
function place() {
  const clock = { time: 0 }
  // The sources only identify processes, and provide a log for failed counts.
  const source = { memory: {}, now: () => new Date(clock.time), log: { warn: () => {} } } as unknown as Services
  return { clock, source }
}

it('counts once a minute, and after that returns the old value while it counts again', async () => {
  const { clock, source } = place()
  let counted = 0
  const figures = keptFigures(async () => ++counted)
  expect(await figures(source)).toBe(1)
  clock.time = MINUTE
  expect(await figures(source)).toBe(1)
  clock.time = MINUTE + 1
  expect(await figures(source)).toBe(1)
  await setImmediate()
  expect(await figures(source)).toBe(2)
})

it('returns nothing older than ten minutes', async () => {
  const { clock, source } = place()
  let counted = 0
  const figures = keptFigures(async () => ++counted)
  await figures(source)
  clock.time = 10 * MINUTE + 1
  expect(await figures(source)).toBe(2)
})

it('counts once for concurrent callers, separately for each database, and again after a failure', async () => {
  const { source } = place()
  let counted = 0
  const figures = keptFigures(async () => ++counted)
  expect(await Promise.all([figures(source), figures(source), figures(place().source)])).toEqual([1, 1, 2])

  let isBroken = true
  const fragile = keptFigures(async () => {
    if (isBroken) throw new Error('The database is gone.')
    return 'counted'
  })
  await expect(fragile(source)).rejects.toThrow('gone')
  isBroken = false
  expect(await fragile(source)).toBe('counted')
})
