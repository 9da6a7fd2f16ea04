import type { Cell } from '@sightline/contract/results.ts'
import { describe, expect, it } from 'vitest'
import { readBox } from '../chart-data/quartiles.ts'
import { compareCells } from './compare.ts'
import { groupRows } from './groups.ts'
import { computeMeasure } from './measures.ts'

describe('groups of rows', () => {
  const columns: Cell[][] = [
    ['b', 'a', null, 'a', 'c'],
    [1, 2, 3, null, 3],
  ]

  it('are sorted by their first measure, the largest first, then by their keys; those without a measure are last', () => {
    const { sets, total } = groupRows(columns, 5, { sets: [[0]], measures: [{ kind: 'sum', column: 1 }], limit: 9 })
    expect(total).toBe(5)
    expect(sets).toEqual([{ total: 4, keys: [['c', null, 'a', 'b']], measures: [[3, 3, 2, 1]] }])
    const empty: Cell[][] = [
      ['x', 'y', 'z'],
      [null, 0, null],
    ]
    const [set] = groupRows(empty, 3, { sets: [[0]], measures: [{ kind: 'sum', column: 1 }], limit: 9 }).sets
    expect(set?.keys).toEqual([['y', 'x', 'z']])
  })

  it('are sorted by all of their keys without a measure', () => {
    const pairs: Cell[][] = [
      [2, 1, 1, 1],
      ['a', 'b', null, 'a'],
    ]
    const [set] = groupRows(pairs, 4, { sets: [[0, 1]], measures: [], limit: 3 }).sets
    expect(set).toEqual({
      total: 4,
      keys: [
        [1, 1, 1],
        ['a', 'b', null],
      ],
      measures: [],
    })
  })

  it('contain the index of their first row, and how many rows they have', () => {
    const measures = [
      { kind: 'row', column: null },
      { kind: 'count', column: null },
    ] as const
    const [set] = groupRows(columns, 5, { sets: [[0]], measures: [...measures], limit: 9 }).sets
    expect(set).toMatchObject({
      keys: [['c', null, 'a', 'b']],
      measures: [
        [4, 2, 1, 0],
        [1, 1, 2, 1],
      ],
    })
  })

  it('are a single one without columns, even if there are no rows', () => {
    const measures = [
      { kind: 'count', column: null },
      { kind: 'row', column: null },
    ] as const
    const [set] = groupRows([], 0, { sets: [[]], measures: [...measures], limit: 9 }).sets
    expect(set).toEqual({ total: 1, keys: [], measures: [[0], [null]] })
  })

  it('have null if a column is missing', () => {
    const [set] = groupRows(columns, 5, { sets: [[7]], measures: [{ kind: 'max', column: 8 }], limit: 9 }).sets
    expect(set).toEqual({ total: 1, keys: [[null]], measures: [[null]] })
  })
})

describe('a measure of a group', () => {
  it('is null if no value can be measured', () => {
    for (const kind of ['list', 'sum', 'avg', 'median', 'variance', 'min', 'max', 'first', 'last', 'box'] as const)
      expect(computeMeasure(kind, [null, null]), kind).toBeNull()
    expect([computeMeasure('count', [null]), computeMeasure('unique', [null])]).toEqual([1, 0])
  })

  it('lists twenty values at most, without duplicates, in the order of databases', () => {
    const listed = computeMeasure('list', [...Array.from({ length: 30 }, (_, n) => `v${n}`), 'v1', 'B', 'a'])
    expect(String(listed).split(', ')).toHaveLength(20)
    expect(String(listed)).toMatch(/^B, a, v0, v1, v10, v11/)
  })

  it('can be a box of the numbers', () => {
    expect(readBox(computeMeasure('box', [1, 2, null, '3']))).toMatchObject({ low: 1, median: 2, high: 3, count: 3 })
  })

  it('is the first of equal values, and the mean of the middle two for a median', () => {
    expect([computeMeasure('max', ['1', 1]), computeMeasure('min', [1, '1'])]).toEqual(['1', 1])
    expect([computeMeasure('median', [4, 1]), computeMeasure('variance', [2, 4])]).toEqual([2.5, 2])
  })
})

describe('sorting cells', () => {
  it('compares numbers by value and others as text, with empty ones last', () => {
    expect([null, 'b', 10, 9, null, 'B'].toSorted(compareCells)).toEqual([9, 10, 'B', 'b', null, null])
    expect([compareCells(null, null), compareCells(10, '9'), compareCells('10', 9), compareCells('a', 'a')]).toEqual([
      0, -1, -1, 0,
    ])
  })
})
