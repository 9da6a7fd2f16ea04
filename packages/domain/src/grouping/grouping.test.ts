import type { Cell } from '@sightline/contract/results.ts'
import { describe, expect, it } from 'vitest'
import { groupRows, rowAt } from './groups.ts'
import { computeMeasure } from './measures.ts'

describe('the measures of a group', () => {
  const values: Cell[] = [4, null, '1,000', 'none', 2, 4]

  it.each([
    ['count', 6],
    ['unique', 4],
    ['list', '1,000, 2, 4, none'],
    ['sum', 1010],
    ['avg', 252.5],
    ['median', 4],
    ['first', 4],
    ['last', 4],
  ] as const)('%s is %s', (kind, expected) => {
    expect(computeMeasure(kind, values)).toBe(expected)
  })

  it('compare numbers by value and dates as text', () => {
    expect([computeMeasure('min', [10, 9, null]), computeMeasure('max', [10, 9, null])]).toEqual([9, 10])
    expect([computeMeasure('min', ['2024-02-01', '2024-01-31']), computeMeasure('max', ['a', 'b'])]).toEqual([
      '2024-01-31',
      'b',
    ])
  })

  it('count the cells with a value, and add up whole numbers without rounding (TABLE-47)', () => {
    expect(computeMeasure('filled', [1, null, ''])).toBe(2)
    expect(computeMeasure('exact_sum', ['9007199254740993', 9, null])).toBe('9007199254741002')
    expect([computeMeasure('exact_sum', [1, 2]), computeMeasure('exact_sum', [0.5, 2])]).toEqual([3, 2.5])
    expect([computeMeasure('exact_sum', []), computeMeasure('exact_sum', ['x'])]).toEqual([null, null])
  })

  it('include the sample variance: 13 for 2, 4 and 9', () => {
    expect(computeMeasure('variance', [2, 4, 9])).toBe(13)
    expect(computeMeasure('variance', [2])).toBeNull()
  })

  it('are compensated for what additions round away, as in DuckDB', () => {
    expect(computeMeasure('sum', [1e16, 1, 1])).toBe(10_000_000_000_000_002)
    expect(
      computeMeasure(
        'sum',
        Array.from({ length: 10 }, () => 0.1),
      ),
    ).toBe(1)
    expect(
      computeMeasure(
        'avg',
        Array.from({ length: 10 }, () => 0.1),
      ),
    ).toBe(0.1)
  })

  it('are empty if a number is too large', () => {
    expect([computeMeasure('sum', [1e308, 1e308]), computeMeasure('avg', [1e308, 1e308])]).toEqual([null, null])
    expect([computeMeasure('variance', [1, 1e150]), computeMeasure('variance', [1, -1e150])]).toEqual([null, null])
    expect(computeMeasure('median', [1e308, 1.5e308])).toBe(1.25e308)
  })

  it('compare digits of large numbers by value if the column is numeric', () => {
    const ids: Cell[] = ['9007199254740995', 7, '9007199254740993', '12345678901234567890']
    expect([computeMeasure('min', ids, true), computeMeasure('max', ids, true)]).toEqual([7, '12345678901234567890'])
    expect(computeMeasure('list', ids, true)).toBe('7, 9007199254740993, 9007199254740995, 12345678901234567890')
    expect(computeMeasure('max', ['9', '10'])).toBe('9')
  })

  it('are empty if there are no values', () => {
    for (const kind of ['list', 'sum', 'avg', 'median', 'variance', 'min', 'max', 'first', 'last'] as const) {
      expect(computeMeasure(kind, [null])).toBeNull()
    }
    expect([computeMeasure('count', []), computeMeasure('unique', [null])]).toEqual([0, 0])
    expect(computeMeasure('sum', ['a', true])).toBeNull()
  })
})

describe('grouping rows', () => {
  const columns: Cell[][] = [
    ['DE', 'FR', 'DE', null],
    [1, 5, 2, 9],
  ]
  const measures = [{ kind: 'sum' as const, column: 1 }]

  it('returns the largest groups first, with one group for empty values', () => {
    expect(groupRows(columns, 4, { sets: [[0], []], measures, limit: 10 })).toEqual({
      total: 4,
      sets: [
        { total: 3, keys: [[null, 'FR', 'DE']], measures: [[9, 5, 3]] },
        { total: 1, keys: [], measures: [[17]] },
      ],
    })
  })

  it('sorts groups by the values of numeric columns, also if they are sent as digits', () => {
    const ids: Cell[][] = [['1000000000000000000', '999999999999999999']]
    const count = [{ kind: 'count' as const, column: null }]
    const largest = [{ kind: 'max' as const, column: 0 }]
    const keysOf = (chosen: typeof count | typeof largest) =>
      groupRows(ids, 2, { sets: [[0]], measures: chosen, limit: 9 }, ['integer']).sets[0]?.keys[0]
    expect(keysOf(count)).toEqual(['999999999999999999', '1000000000000000000'])
    expect(keysOf(largest)).toEqual(['1000000000000000000', '999999999999999999'])
  })

  it('stops at the limit and reports the number of groups', () => {
    const [set] = groupRows(columns, 4, { sets: [[0]], measures, limit: 1 }).sets
    expect(set).toEqual({ total: 3, keys: [[null]], measures: [[9]] })
  })

  it('returns one group if there are neither rows nor columns', () => {
    expect(groupRows([[], []], 0, { sets: [[], [0]], measures: [{ kind: 'count', column: null }], limit: 5 }).sets).toEqual([
      { total: 1, keys: [], measures: [[0]] },
      { total: 0, keys: [[]], measures: [[]] },
    ])
  })
})

describe('the number of a row', () => {
  it.each([
    [1, 0],
    [3, 2],
    [4, 0],
    [0, 0],
    [-1, 2],
    [-3, 0],
    [-4, 2],
  ])('is %i of three for the row at index %i', (rowNumber, place) => {
    expect(rowAt(rowNumber, 3)).toBe(place)
  })

  it('is null without rows', () => {
    expect(rowAt(1, 0)).toBeNull()
  })
})
