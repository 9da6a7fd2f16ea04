import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { dropInactiveRuns, refreshRun, runResultQuery, type WidgetRun } from './runs.ts'

let sent: { parameters: unknown; max_age: number }[] = []
/** The requests for stored results, and the ids of the results that the server has, by query. */
let requested: { query_id: number; parameters: unknown }[][] = []
let stored: Record<number, number> = {}
let cache: QueryClient

beforeEach(() => {
  sent = []
  requested = []
  stored = {}
  cache = new QueryClient()
  cache.setQueryData(['session'], { client_config: { timeZone: 'UTC', weekStart: 'Sunday' } })
  vi.useFakeTimers({ now: 1_000_000 })
  vi.stubGlobal('document', { baseURI: 'http://localhost/', cookie: '' })
  const windowOf = (id: number) => ({ result: { id, row_count: 0, columns: [] }, rows: [] })
  const answer = (path: string, body: string) => {
    if (!path.endsWith('/stored')) {
      sent.push(JSON.parse(body))
      return { job: { id: 'j', status: 3, query_result_id: sent.length }, window: windowOf(sent.length) }
    }
    const { runs } = JSON.parse(body)
    requested.push(runs)
    return { windows: runs.map(({ query_id: id }: { query_id: number }) => (stored[id] ? windowOf(stored[id]) : null)) }
  }
  vi.stubGlobal('fetch', (path: string, { body }: { body: string }) => {
    const reply = answer(path, body)
    return Promise.resolve(new Response(JSON.stringify(reply), { headers: { 'content-type': 'application/json' } }))
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const run = (value: string, queryId = 1): WidgetRun => ({
  queryId,
  definitions: [{ name: 'region', type: 'enum', enumOptions: 'north\nsouth', value }],
})
const show = (one: WidgetRun, since: number | null = null) =>
  cache.fetchQuery({ ...runResultQuery(one, since), staleTime: 1000 })

describe('the runs of a dashboard', () => {
  it('runs a query once for the same values, however many widgets show it', async () => {
    await Promise.all([show(run('north')), show(run('north')), show(run('south')), show(run('north', 2))])
    expect(sent.map(({ parameters }) => parameters)).toEqual([{ region: 'north' }, { region: 'south' }, { region: 'north' }])
    expect(sent.every(({ max_age }) => max_age === -1)).toBe(true)
  })

  it('requests all stored results in one call and runs only the queries without one', async () => {
    stored = { 1: 11, 2: 12 }
    const shown = await Promise.all([show(run('north')), show(run('north')), show(run('north', 2)), show(run('south', 3))])
    expect(requested).toEqual([
      [
        { query_id: 1, parameters: { region: 'north' } },
        { query_id: 2, parameters: { region: 'north' } },
        { query_id: 3, parameters: { region: 'south' } },
      ],
    ])
    expect(sent).toEqual([expect.objectContaining({ parameters: { region: 'south' }, max_age: -1 })])
    expect(shown.map(({ result }) => result.id)).toEqual([11, 11, 12, 1])
  })

  it('runs a query once for many simultaneous refreshes', async () => {
    await Promise.all(Array.from({ length: 50 }, () => refreshRun(cache, run('north'))))
    expect(sent).toEqual([expect.objectContaining({ parameters: { region: 'north' }, max_age: 0 })])
  })

  it('accepts no result from before the values were applied (DASH-73)', async () => {
    await show(run('north'), 1_000_000)
    expect(sent[0]?.max_age).toBe(0)
    vi.advanceTimersByTime(2500)
    await show(run('south'), 1_000_000)
    expect(sent[1]?.max_age).toBe(3)
    // No widget shows them any more, so the next request runs the query again.
    dropInactiveRuns(cache)
    await show(run('north'), Date.now())
    expect(sent).toHaveLength(3)
  })

  it('resolves dynamic dates in the time zone of the reader (PARAM-70)', async () => {
    vi.setSystemTime(new Date('2026-11-29T20:00:00Z'))
    cache.setQueryData(['session'], { client_config: { timeZone: 'Asia/Kolkata', weekStart: 'Monday' } })
    const definitions = [
      { name: 'day', type: 'date', value: 'd_now' },
      { name: 'week', type: 'date-range', value: 'd_this_week' },
    ]
    await show({ queryId: 1, definitions })
    expect(sent.map(({ parameters }) => parameters)).toEqual([
      { day: '2026-11-30', week: { start: '2026-11-30', end: '2026-12-06' } },
    ])
  })

  it('sends nothing while a parameter has no value', async () => {
    const missing: WidgetRun = { queryId: 1, definitions: [{ name: 'limit', title: 'Limit', type: 'number', value: null }] }
    await expect(show(missing)).rejects.toThrow('missing value for Limit parameter.')
    expect(sent).toEqual([])
  })
})
