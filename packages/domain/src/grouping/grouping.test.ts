import type { Cell } from '@sightline/contract/results.ts'
import { describe, expect, it } from 'vitest'
import { computeMeasure, groupRows, rowAt } from './groups.ts'

describe('what a group makes of its values', () => {
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

  it('orders numbers by size and dates by their text', () => {
    expect([computeMeasure('min', [10, 9, null]), computeMeasure('max', [10, 9, null])]).toEqual([9, 10])
    expect([computeMeasure('min', ['2024-02-01', '2024-01-31']), computeMeasure('max', ['a', 'b'])]).toEqual([
      '2024-01-31',
      'b',
    ])
  })

  it('has the variance of a sample: of 2, 4, 9 it is 13', () => {
    expect(computeMeasure('variance', [2, 4, 9])).toBe(13)
    expect(computeMeasure('variance', [2])).toBeNull()
  })

  it('is empty where there is nothing to make it of', () => {
    for (const kind of ['list', 'sum', 'avg', 'median', 'variance', 'min', 'max', 'first', 'last'] as const) {
      expect(computeMeasure(kind, [null])).toBeNull()
    }
    expect([computeMeasure('count', []), computeMeasure('unique', [null])]).toEqual([0, 0])
    expect(computeMeasure('sum', ['a', true])).toBeNull()
  })
})

describe('rows in groups', () => {
  const columns: Cell[][] = [
    ['DE', 'FR', 'DE', null],
    [1, 5, 2, 9],
  ]
  const measures = [{ kind: 'sum' as const, column: 1 }]

  it('are the largest first, with a group of what is empty', () => {
    expect(groupRows(columns, 4, { sets: [[0], []], measures, limit: 10 })).toEqual({
      total: 4,
      sets: [
        { total: 3, keys: [[null, 'FR', 'DE']], measures: [[9, 5, 3]] },
        { total: 1, keys: [], measures: [[17]] },
      ],
    })
  })

  it('are cut at the limit, with their number told', () => {
    const [set] = groupRows(columns, 4, { sets: [[0]], measures, limit: 1 }).sets
    expect(set).toEqual({ total: 3, keys: [[null]], measures: [[9]] })
  })

  it('are one group when there are none', () => {
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
  ])('%i of three is at %i', (rowNumber, place) => {
    expect(rowAt(rowNumber, 3)).toBe(place)
  })

  it('is nowhere without rows', () => {
    expect(rowAt(1, 0)).toBeNull()
  })
})
