import type { ResultWindow } from '@sightline/contract/results.ts'
import { describe, expect, it } from 'vitest'
import { batchStoredResults, type StoredResultRequest } from './batch-stored-results.ts'

const windowOf = (id: number) => ({ result: { id } }) as ResultWindow
const run = (query_id: number): StoredResultRequest => ({ query_id, parameters: {} })

/** Requests several stored results in the same task. */
function requestAll(ids: number[], answers: (runs: StoredResultRequest[]) => Promise<(ResultWindow | null)[]>) {
  const calls: number[][] = []
  const load = batchStoredResults((runs) => {
    calls.push(runs.map(({ query_id }) => query_id))
    return answers(runs)
  })
  const got = Promise.all(ids.map((id) => load(run(id))))
  return { calls, got }
}

const each = async (runs: StoredResultRequest[]) => runs.map(({ query_id }) => windowOf(query_id))

describe('batchStoredResults', () => {
  it('loads all results requested in one task with one call, null for those that have to be run', async () => {
    const { calls, got } = requestAll([7, 8, 9], async () => [windowOf(1), null, windowOf(3)])
    expect((await got).map((window) => window?.result.id ?? null)).toEqual([1, null, 3])
    expect(calls).toEqual([[7, 8, 9]])
  })

  it('sends several calls if there are more requests than one call takes', async () => {
    const ids = Array.from({ length: 230 }, (_, index) => index)
    const { calls, got } = requestAll(ids, each)
    expect((await got).map((window) => window?.result.id)).toEqual(ids)
    expect(calls.map(({ length }) => length)).toEqual([100, 100, 30])
  })

  it('returns null for every request if the call fails', async () => {
    const { got } = requestAll([7, 8], () => Promise.reject(new Error('Not now.')))
    expect(await got).toEqual([null, null])
  })
})
