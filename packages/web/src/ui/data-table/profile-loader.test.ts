import type { BriefProfile } from '@sightline/contract/result-profiles.ts'
import { describe, expect, it } from 'vitest'
import { ProfileLoader } from './profile-loader.ts'

const profileOf = (rows: number): BriefProfile => ({
  ...{ rows, nulls: 0, distinct: 0, is_distinct_exact: true, min: null, max: null, bars: [], frequent: [] },
})

/** A loader whose requests are answered by the test. */
function loading() {
  const requests: { columns: readonly number[]; signal: AbortSignal; answer(isOk?: boolean): Promise<void> }[] = []
  const loader = new ProfileLoader((columns, signal) => {
    const { promise, resolve, reject } = Promise.withResolvers<BriefProfile[]>()
    const answer = async (isOk = true) => {
      if (isOk) resolve(columns.map(profileOf))
      else reject(new Error('It is gone.'))
      await new Promise(setImmediate)
    }
    requests.push({ columns, signal, answer })
    return promise
  })
  return { loader, requests, asked: () => requests.map(({ columns }) => columns) }
}
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at)

describe('the profiles of the columns in view (OPEN-236)', () => {
  it('are loaded by two requests, the first for three columns, and no column twice', async () => {
    const { loader, requests, asked } = loading()
    loader.want(range(0, 30))
    expect(asked()).toEqual([[0, 1, 2]])
    await requests[0]?.answer()
    expect(asked()).toEqual([[0, 1, 2], range(3, 30)])
    expect(loader.profile(1)?.rows).toBe(1)
    await requests[1]?.answer()
    loader.want(range(20, 40))
    expect(asked()[2]).toEqual(range(30, 40))
  })

  it('are given up once none of the requested columns is in view', async () => {
    const { loader, requests, asked } = loading()
    loader.want([0, 1, 2, 3])
    loader.want([2, 3, 4])
    expect(requests[0]?.signal.aborted).toBe(false)
    loader.want([1000, 1001])
    expect(requests[0]?.signal.aborted).toBe(true)
    await requests[0]?.answer()
    expect(loader.profile(0)).toBeUndefined()
    expect(asked()).toEqual([
      [0, 1, 2],
      [1000, 1001],
    ])
  })

  it('are not asked for again after a failure, except on demand', async () => {
    const { loader, requests, asked } = loading()
    let changes = 0
    loader.subscribe(() => changes++)
    loader.want([0])
    await requests[0]?.answer(false)
    expect([loader.hasFailed, changes]).toEqual([true, 1])
    loader.want([0, 1])
    expect(asked()).toHaveLength(1)
    loader.retry()
    await requests[1]?.answer()
    expect([loader.hasFailed, loader.profile(1)?.rows]).toEqual([false, 1])
  })
})
