import { describe, expect, it } from 'vitest'
import { createRunLimit } from './run-limit.ts'

const never = new AbortController().signal

describe('a limit of runs', () => {
  it('lets so many run at a time, and the others in the order in which they came', async () => {
    const limit = createRunLimit(2)
    const started: number[] = []
    const ends: (() => void)[] = []
    const run = (number: number) =>
      limit(() => {
        started.push(number)
        return new Promise<void>((resolve) => ends.push(resolve))
      }, never)
    const all = [1, 2, 3, 4].map(run)
    expect(started).toEqual([1, 2])
    ends[1]?.()
    await all[1]
    expect(started).toEqual([1, 2, 3])
    ends[0]?.()
    await all[0]
    expect(started).toEqual([1, 2, 3, 4])
  })

  it('goes on after one that failed', async () => {
    const limit = createRunLimit(1)
    const failed = limit(() => Promise.reject(new Error('no')), never)
    const after = limit(() => Promise.resolve('yes'), never)
    await expect(failed).rejects.toThrow('no')
    await expect(after).resolves.toBe('yes')
  })

  it('forgets who has left', async () => {
    const limit = createRunLimit(1)
    let end = () => {}
    const first = limit(() => new Promise<void>((resolve) => (end = resolve)), never)
    const leaving = new AbortController()
    const left = limit(() => Promise.resolve('ran'), leaving.signal)
    const third = limit(() => Promise.resolve('third'), never)
    leaving.abort(new Error('gone'))
    await expect(left).rejects.toThrow('gone')
    end()
    await first
    await expect(third).resolves.toBe('third')
    await expect(limit(() => Promise.resolve('free'), never)).resolves.toBe('free')
  })
})
