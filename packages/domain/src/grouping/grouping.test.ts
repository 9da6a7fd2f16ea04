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

  it('include the sample variance: 13 for 2, 4 and 9', () => {
    expect(computeMeasure('variance', [2, 4, 9])).toBe(13)
    expect(computeMeasure('variance', [2])).toBeNull()
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
