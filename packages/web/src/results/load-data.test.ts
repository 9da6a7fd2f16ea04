import type { ResultInfo, ResultWindow } from '@sightline/contract/results.ts'
import { describe, expect, it } from 'vitest'
import { resultSource, rowsInMemory, sortText } from './load-data.ts'
import { sessionReader } from './result-reader.ts'

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

  it('are sorted by column indexes, with a minus for descending', () => {
    expect(sortText([])).toBeUndefined()
    expect(
      sortText([
        { column: 2, descending: false },
        { column: 0, descending: true },
      ]),
    ).toBe('2,-0')
  })

  it('of a run that goes on are returned in windows', async () => {
    const source = rowsInMemory('live', info.columns, [[1], [2], [3]])
    expect(await source.load({ offset: 1, limit: 1, sort: [] }, signal())).toEqual({ total: 3, rows: [[2]] })
  })
})
