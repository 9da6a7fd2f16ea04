import type { ResultInfo, ResultWindow } from '@sightline/contract/results.ts'
import { describe, expect, it } from 'vitest'
import { comparedRows } from '../visualizations/table/use-compared-rows.ts'
import { loadData, resultSource, rowsInMemory, sortText } from './load-data.ts'
import { type ResultReader, sessionReader } from './result-reader.ts'

const signal = () => new AbortController().signal

describe('the rows of a stored result', () => {
  const info: ResultInfo = {
    id: 7,
    data_source_id: 1,
    columns: [{ name: 'n', friendly_name: 'n', type: 'integer', source_type: 'int' }],
    row_count: 3,
    size: 100,
    runtime: 0.1,
    timing: { waiting: 1, database: 2, sightline: 3 },
    retrieved_at: '2026-01-01T00:00:00Z',
    metadata: {},
    log: [],
    truncated: null,
    auto_limit: false,
  }
  const first: ResultWindow = { result: info, offset: 0, total: 3, rows: [[1], [2], [3]] }
  const stored = { reader: sessionReader, first, filters: [] }

  it('come from the first window if it has them', async () => {
    const source = resultSource(stored)
    expect(await source.load({ offset: 0, limit: 200, sort: [] }, signal())).toEqual({
      total: 3,
      rows: [[1], [2], [3]],
    })
  })

  it('have another key when they are searched', () => {
    expect(resultSource({ ...stored, search: 'ada' }).key).not.toBe(resultSource(stored).key)
  })

  it('are grouped by a column in its order, with measures of each group (TABLE-51)', async () => {
    const asked: object[] = []
    const reader: ResultReader = {
      ...sessionReader,
      groups: async (_, request) => {
        asked.push(request)
        return {
          total: 3,
          sets: [
            {
              total: 2,
              keys: [['b', 'a']],
              measures: [
                [2, 1],
                [30, 10],
              ],
            },
          ],
        }
      },
    }
    const source = resultSource({ ...stored, reader, search: 'x' })
    const found = await source.groups?.(0, true, [{ kind: 'exact_sum', column: 1 }], signal())
    expect(found).toEqual({ total: 2, keys: ['b', 'a'], counts: [2, 1], measures: [[30, 10]] })
    expect(asked).toMatchObject([
      {
        search: 'x',
        ask: { sets: [[0]], order: { by: 'key', index: 0, descending: true }, measures: [{ kind: 'count' }, { column: 1 }] },
      },
    ])
  })

  it('are filtered and counted on the server, where the ends of columns are those of all rows (TABLE-46, TABLE-47)', async () => {
    const asked: object[] = []
    const reader: ResultReader = {
      ...sessionReader,
      groups: async (_, { ask, ...rows }) => {
        asked.push(rows)
        return { total: 3, sets: [{ total: 1, keys: [], measures: ask.measures.map(({ kind }) => [kind]) }] }
      },
    }
    const source = resultSource({ ...stored, reader, search: 'x', searchColumns: [0] })
    const measures = Array.from({ length: 60 }, () => ({ kind: 'min' as const, column: 0 }))
    expect(await source.totals?.(measures, 'all', signal())).toHaveLength(60)
    const narrowed = source.filter?.([{ column: 0, min: 2 }])
    expect(await narrowed?.totals?.([{ kind: 'count', column: null }], 'these', signal())).toEqual(['count'])
    expect(asked).toEqual([
      { filters: [] },
      { filters: [] },
      { search: 'x', search_columns: '0', filters: [{ column: 0, min: 2 }] },
    ])
    expect([source.isLimited, narrowed?.isSearched, narrowed?.key === source.key]).toEqual([false, true, false])
    const limited = { ...first, result: { ...info, auto_limit: true } }
    expect(resultSource({ ...stored, first: limited }).isLimited).toBe(true)
  })

  it('are followed by the values of earlier rows from the server, also when they are filtered and counted (OPEN-251)', async () => {
    const asked: object[] = []
    const reader: ResultReader = {
      ...sessionReader,
      window: async (_, request) => {
        asked.push(request)
        return { ...first, rows: [[2, 1]] }
      },
    }
    const source = resultSource({ ...stored, reader, search: 'x' })
    const earlier = [{ column: 0, step: 'row' as const, time: null, group: null }]
    const onRowCount = () => {}
    const compared = comparedRows({ ...source, onRowCount }, earlier, 'Europe/Berlin')
    const narrowed = compared?.filter?.([{ column: 0, min: 2 }])
    expect(await compared?.load({ offset: 0, limit: 1, sort: [] }, signal())).toMatchObject({ rows: [[2, 1]] })
    await narrowed?.load({ offset: 0, limit: 1, sort: [] }, signal())
    expect(asked).toMatchObject([
      { earlier, time_zone: 'Europe/Berlin', search: 'x', filters: [] },
      { earlier, time_zone: 'Europe/Berlin', search: 'x', filters: [{ column: 0, min: 2 }] },
    ])
    expect(compared?.onRowCount).toBe(onRowCount)
    expect(compared?.key).not.toBe(source.key)
    expect(comparedRows(source, [], 'UTC')).toBe(source)
  })

  it('are sorted by column indexes, with a minus for descending', () => {
    expect(sortText([])).toBeUndefined()
    expect(
      sortText([
        { column: 2, descending: false },
        { column: 0, descending: true },
      ]),
    ).toBe('2,-0')
  })

  it('give a counter its line from the first window, or thinned from the server if that has not all rows (OPEN-210)', async () => {
    const asked: object[] = []
    const reader: ResultReader = {
      ...sessionReader,
      columns: async (_, request) => {
        asked.push(request)
        return { total: 900, shown: 2, values: [[1, 900]] }
      },
    }
    const needs = { kind: 'cells' as const, cells: [{ column: 'n', row: 1 }], line: 'n' }
    expect(await loadData({ ...stored, reader }, needs, signal())).toMatchObject({ cells: [1], line: [1, 2, 3] })
    expect(await loadData({ ...stored, reader }, { ...needs, line: 'gone' }, signal())).toMatchObject({ line: [] })
    expect(await loadData({ ...stored, reader }, { kind: 'cells', cells: needs.cells }, signal())).not.toHaveProperty('line')
    expect(asked).toEqual([])
    const long = { ...first, result: { ...info, row_count: 900 } }
    expect(await loadData({ ...stored, reader, first: long }, needs, signal())).toMatchObject({ line: [1, 900] })
    expect(asked).toEqual([{ columns: '0', extreme: 0, limit: 400, filters: [] }])
  })

  it('of a run that goes on are returned in windows', async () => {
    const source = rowsInMemory('live', info.columns, [[1], [2], [3]])
    expect(await source.load({ offset: 1, limit: 1, sort: [] }, signal())).toEqual({ total: 3, rows: [[2]] })
  })
})
