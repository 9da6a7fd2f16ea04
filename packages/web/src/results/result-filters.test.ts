import type { ResultWindow } from '@sightline/contract/results.ts'
import { filtersOf, withChosen } from '@sightline/domain/filters/filters.ts'
import { rowFilters } from '@sightline/domain/filters/row-filters.ts'
import { describe, expect, it, vi } from 'vitest'
import { filteredData, filterRequests, wholeResultOf } from './result-filters.ts'
import { sessionReader } from './result-reader.ts'

const columns = [{ name: 'n' }, { name: 'land::filter' }, { name: 'kind::multi-filter' }]
const [lands, kinds] = [
  ['DE', 'FR', null],
  ['a', 'b', 'c', 'd'],
]
const filters = filtersOf(columns.slice(1), [lands, kinds])
const chosen = (land: (string | null)[], kind: string[]) =>
  withChosen(
    filters,
    new Map<string, (string | null)[]>([
      ['land::filter', land],
      ['kind::multi-filter', kind],
    ]),
  )

describe('rowFilters', () => {
  it('sends the chosen or the excluded values, whichever are fewer, and leaves out filters with all values chosen (FILTER-08)', () => {
    expect(rowFilters(columns, chosen(['FR'], kinds))).toEqual([{ column: 1, one_of: ['FR'] }])
    expect(rowFilters(columns, chosen([null], ['a', 'b', 'd']))).toEqual([
      { column: 1, one_of: [null] },
      { column: 2, none_of: ['c'] },
    ])
    expect(rowFilters(columns.slice(0, 1), chosen(['FR'], ['a']))).toEqual([])
  })

  it('returns null if a filter has no values chosen', () => {
    expect(rowFilters(columns, chosen(['DE'], []))).toBeNull()
  })
})

const first = (rows: ResultWindow['rows'], row_count: number): ResultWindow => ({
  result: {
    id: 7,
    data_source_id: 1,
    columns: [{ name: 'land::filter', friendly_name: 'land', type: 'string', source_type: 'text' }],
    row_count,
    size: 1,
    runtime: 0,
    timing: { waiting: 0, database: 0, sightline: 0 },
    retrieved_at: '2026-01-01T00:00:00Z',
    metadata: {},
    log: [],
    truncated: null,
    auto_limit: false,
  },
  offset: 0,
  total: row_count,
  rows,
})

describe('filteredData', () => {
  it('filters in memory, without a request, if the first window has all rows (FILTER-08)', async () => {
    const [land] = filtersOf([{ name: 'land::filter' }], [['DE', 'FR']])
    const window = first([['DE'], ['FR'], ['DE']], 3)
    expect(wholeResultOf(window)).toMatchObject({ id: 7, rows: [['DE'], ['FR'], ['DE']] })
    const load = filteredData(window, land ? [land] : [], sessionReader)
    const needs = { kind: 'columns', columns: ['land::filter'], extreme: null } as const
    expect(await load({ ...needs, columns: ['land::filter'] }, new AbortController().signal)).toMatchObject({
      total: 2,
      values: [['DE', 'DE']],
    })
  })

  it('uses the rows in memory for columns, but has the server sort, which knows every number exactly', async () => {
    const requested: string[] = []
    vi.stubGlobal('document', { baseURI: 'http://localhost/', cookie: '' })
    vi.stubGlobal('fetch', (url: string) => {
      requested.push(url)
      return Promise.resolve(new Response(JSON.stringify({ total: 150, rows: [['sorted']] })))
    })
    const { signal } = new AbortController()
    const load = filteredData(
      first(
        Array.from({ length: 150 }, (_, row) => [`${row}`]),
        150,
      ),
      [],
      sessionReader,
    )
    expect(await load({ kind: 'columns', columns: ['land::filter'], extreme: null }, signal)).toMatchObject({ shown: 150 })
    const table = await load({ kind: 'windows' }, signal)
    if (table.kind !== 'windows') throw new Error('These are no rows.')
    expect((await table.source.load({ offset: 0, limit: 150, sort: [] }, signal)).rows).toHaveLength(150)
    expect(requested).toEqual([])
    const sorted = await table.source.load({ offset: 0, limit: 50, sort: [{ column: 0, descending: true }] }, signal)
    expect(sorted.rows).toEqual([['sorted']])
    expect(requested).toEqual([expect.stringContaining('/api/query_results/7/window?')])
    vi.unstubAllGlobals()
  })

  it('is empty, without a request, if no row can pass', async () => {
    const [land] = filtersOf([{ name: 'land::filter' }], [['DE', 'FR']])
    expect(wholeResultOf(first([['DE']], 2))).toBeNull()
    const load = filteredData(first([['DE']], 2), land ? [{ ...land, current: [] }] : [], sessionReader)
    const needs = { kind: 'columns' as const, columns: ['land::filter'], extreme: null }
    expect(await load(needs, new AbortController().signal)).toMatchObject({ total: 0, shown: 0 })
  })
})

describe('filterRequests', () => {
  it('names the columns whose values have to be loaded, of results that are not in memory alone', () => {
    expect(filterRequests(first([['DE'], ['FR']], 2), sessionReader)).toEqual([])
    expect(filterRequests(first([['DE']], 2), sessionReader)).toMatchObject([{ queryKey: ['results', 7, 'distinct', 0] }])
  })
})
