import type { ResultWindow } from '@sightline/contract/results.ts'
import { describe, expect, it } from 'vitest'
import { collectStored, type StoredRun } from './stored-windows.ts'

const windowOf = (id: number) => ({ result: { id } }) as ResultWindow
const run = (query_id: number): StoredRun => ({ query_id, parameters: {} })

/** What is asked for in one moment, and how it is answered. */
function asked(ids: number[], answers: (runs: StoredRun[]) => Promise<(ResultWindow | null)[]>) {
  const calls: number[][] = []
  const ask = collectStored((runs) => {
    calls.push(runs.map(({ query_id }) => query_id))
    return answers(runs)
  })
  const got = Promise.all(ids.map((id) => ask(run(id))))
  return { calls, got }
}

const each = async (runs: StoredRun[]) => runs.map(({ query_id }) => windowOf(query_id))

describe('stored results that are asked for together', () => {
  it('come by one call, each to who asked for it; null for what has to be run', async () => {
    const { calls, got } = asked([7, 8, 9], async () => [windowOf(1), null, windowOf(3)])
    expect((await got).map((window) => window?.result.id ?? null)).toEqual([1, null, 3])
    expect(calls).toEqual([[7, 8, 9]])
  })

  it('come by as many calls as it takes where they are very many', async () => {
    const ids = Array.from({ length: 230 }, (_, index) => index)
    const { calls, got } = asked(ids, each)
    expect((await got).map((window) => window?.result.id)).toEqual(ids)
    expect(calls.map(({ length }) => length)).toEqual([100, 100, 30])
  })

  it('are left to their runs where the call fails', async () => {
    const { got } = asked([7, 8], () => Promise.reject(new Error('Not now.')))
    expect(await got).toEqual([null, null])
  })
})
