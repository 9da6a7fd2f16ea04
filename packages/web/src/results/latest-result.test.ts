import { afterEach, describe, expect, it, vi } from 'vitest'
import { latestResult } from './latest-result.ts'
import { queryReader, sessionReader } from './result-reader.ts'

const never = new AbortController().signal

/** Replies to each path with a status and a body. */
function replies(bodies: Record<string, [number, unknown]>) {
  vi.stubGlobal('document', { baseURI: 'http://localhost/', cookie: '' })
  vi.stubGlobal('fetch', async (address: string) => {
    const [status, body] = bodies[new URL(address, 'http://localhost').pathname] ?? [404, { message: 'Not found' }]
    return new Response(JSON.stringify(body), { status })
  })
}
afterEach(() => vi.unstubAllGlobals())

describe('the latest result of another query', () => {
  it('is read without running the query, up to a number of rows (CHART-68)', async () => {
    const window = { result: { columns: [{ name: 'at' }], row_count: 900 }, rows: [['2026-03-01']], offset: 0 }
    replies({ '/api/queries/7': [200, { latest_query_data_id: 9 }], '/api/query_results/9/window': [200, window] })
    expect(await latestResult(7, never)).toEqual({
      kind: 'rows',
      columns: [{ name: 'at' }],
      rows: [['2026-03-01']],
      total: 900,
    })
  })

  it('is refused in a few words without permission, and if there is none (CHART-68)', async () => {
    replies({ '/api/queries/7': [200, { latest_query_data_id: null }], '/api/queries/8': [403, { message: 'No' }] })
    expect(await latestResult(7, never)).toEqual({ kind: 'none', reason: 'it has no result' })
    expect(await latestResult(8, never)).toEqual({ kind: 'none', reason: 'you may not see it' })
    expect(await latestResult(9, never)).toEqual({ kind: 'none', reason: 'you may not see it' })
  })

  it('is read in a session only, not with the key of a public page (CHART-68)', () => {
    expect(sessionReader.latest).toBe(latestResult)
    expect(queryReader(7, {}).latest).toBeUndefined()
  })
})
