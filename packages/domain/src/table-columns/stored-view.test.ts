import { describe, expect, it } from 'vitest'
import { totalMeasure, totalsFor } from './column-totals.ts'
import { StoredConditions, StoredSort, viewFilters, viewSort } from './stored-view.ts'

const columns = [
  { name: 'n', type: 'integer' as const },
  { name: 'at', type: 'datetime' as const, isInstant: true },
  { name: 'open', type: 'boolean' as const },
  { name: 'town', type: 'string' as const },
]
const filtersOf = (filters: object[], timeZone = 'UTC') =>
  viewFilters({ filters: StoredConditions.parse(filters), sort: [] }, columns, timeZone)

describe('the stored filters of a table', () => {
  it('are sent with the indexes of their columns, and days of times with a zone as those of the reader (TABLE-48)', () => {
    expect(
      filtersOf(
        [
          { column: 'at', kind: 'min', values: ['2026-03-02'] },
          { column: 'town', kind: 'is', values: ['Bern', null] },
        ],
        'Europe/Berlin',
      ),
    ).toEqual([
      { column: 1, min: '2026-03-01T23:00:00.000Z' },
      { column: 3, one_of: ['Bern', null] },
    ])
  })

  it('have no effect where they do not fit their column, or lack a value (TABLE-48)', () => {
    expect(
      filtersOf([
        { column: 'gone', kind: 'is', values: ['x'] },
        { column: 'open', kind: 'is', values: ['yes'] },
        { column: 'n', kind: 'is', values: ['ten', true] },
        { column: 'n', kind: 'contains', values: ['1'] },
        { column: 'town', kind: 'min', values: ['2'] },
        { column: 'n', kind: 'max', values: ['much'] },
        { column: 'n', kind: 'min', values: [] },
      ]),
    ).toEqual([])
    expect(filtersOf([{ column: 'n', kind: 'is', values: ['ten', '9007199254740993'] }])).toEqual([
      { column: 0, one_of: ['9007199254740993'] },
    ])
  })

  it('are none if they are unreadable (TABLE-48)', () => {
    for (const broken of [undefined, 'x', [{ column: 1 }], [{ column: 'n', kind: 'is', values: [{}] }]])
      expect(StoredConditions.parse(broken)).toEqual([])
  })
})

describe('the stored order of a table', () => {
  it('is by column indexes, without columns that are gone (TABLE-48)', () => {
    const sort = StoredSort.parse([
      { column: 'town', descending: true },
      { column: 'gone', descending: false },
    ])
    expect(viewSort({ filters: [], sort }, columns)).toEqual([{ column: 3, descending: true }])
    expect(StoredSort.parse([{ column: 3 }])).toEqual([])
  })
})

describe('the total of a column', () => {
  it('is an exact sum, an average, an end or a count (TABLE-47)', () => {
    expect(totalMeasure({ total: 'sum', index: 2 })).toEqual({ kind: 'exact_sum', column: 2 })
    expect(totalMeasure({ total: 'count', index: 2 })).toEqual({ kind: 'filled', column: 2 })
    expect(totalMeasure({ total: 'none', index: 2 })).toBeNull()
  })

  it('is offered where it suits the type of the column (TABLE-47)', () => {
    expect(totalsFor({ type: 'float' })).toContain('sum')
    expect(totalsFor({ type: 'date' })).toEqual(['none', 'min', 'max', 'count', 'distinct'])
    expect(totalsFor({ type: 'string' })).toEqual(['none', 'count', 'distinct'])
  })
})
