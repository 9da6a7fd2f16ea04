import type { Cell } from '@sightline/contract/results.ts'
import { describe, expect, it } from 'vitest'
import { aggregatorOf, aggregators, valuesNeeded } from './aggregators.ts'
import { type KeyOrder, spansOf } from './lines.ts'
import { pivotOf } from './pivot.ts'

const named = (name: string) => {
  const aggregator = aggregatorOf(name)
  if (!aggregator) throw new Error(`There is no aggregator "${name}".`)
  return aggregator
}
const none = { keys: [], measures: [] }
const group = (keys: Cell[], values: Cell[]) => ({ keys: [keys], measures: [values] })

function pivot(columns: ReturnType<typeof group>, order: KeyOrder = 'key_a_to_z', maxColumns = 50) {
  const layout = { aggregator: named('Sum'), rowOrder: order, columnOrder: order, maxRows: 50, maxColumns }
  return pivotOf({ cells: columns, rows: { keys: [], measures: [[1]] }, columns, all: none }, layout)
}

describe('an aggregator of a pivot table', () => {
  it('defines how its results are formatted', () => {
    const kinds = Object.groupBy(aggregators, ({ result }) => result)
    const names = (result: keyof typeof kinds) => kinds[result]?.map(({ name }) => name)
    expect(names('whole number')).toEqual(['Count', 'Count Unique Values', 'Integer Sum'])
    expect(names('value')).toEqual(['List Unique Values', 'Minimum', 'Maximum', 'First', 'Last'])
    expect(names('share')).toEqual([
      'Sum as Fraction of Total',
      'Sum as Fraction of Rows',
      'Sum as Fraction of Columns',
      'Count as Fraction of Total',
      'Count as Fraction of Rows',
      'Count as Fraction of Columns',
    ])
    expect(names('number')).toHaveLength(8)
  })

  it('needs a column of values for each of its measures except a count', () => {
    const needs = ['Count', 'Sum', 'Sum over Sum', '80% Upper Bound', '80% Lower Bound', 'Count as Fraction of Rows']
    expect(needs.map((name) => valuesNeeded(named(name)))).toEqual([0, 1, 2, 2, 2, 0])
  })

  it('returns null if a part is missing or the whole is zero', () => {
    const finish = (name: string, own: Cell[], all: Cell[] = []) => named(name).finish({ own, row: [], column: [], all })
    expect([finish('Sum over Sum', [1, null]), finish('Sum over Sum', [null, 2]), finish('Sum over Sum', [1, 0])]).toEqual([
      null,
      null,
      null,
    ])
    expect([finish('80% Upper Bound', [1, null]), finish('80% Lower Bound', [])]).toEqual([null, null])
    expect([finish('Sum as Fraction of Total', [0], [4]), finish('Sum as Fraction of Total', [2], [])]).toEqual([0, null])
    expect([finish('Sample Standard Deviation', [null]), finish('Sample Standard Deviation', [9])]).toEqual([null, 3])
  })
})

describe('the columns of a pivot table', () => {
  it('are left out beyond the maximum and counted', () => {
    const table = pivot(group(['a', 'b', 'c'], [1, 2, 3]), 'key_a_to_z', 2)
    expect(table.columns.map(({ keys }) => keys)).toEqual([['a'], ['b']])
    expect(table.omitted).toEqual({ rows: 0, columns: 1 })
    expect(table.rows[0]?.cells).toEqual([1, 2])
  })

  it('are sorted by the numbers in their texts, with empty ones last', () => {
    const table = pivot(group(['item 10', null, 'item 9', 'Item 1', 2, 10], [1, 2, 3, 4, 5, 6]))
    expect(table.columns.map(({ keys }) => keys[0])).toEqual([2, 10, 'Item 1', 'item 9', 'item 10', null])
  })

  it('are sorted by their totals, with those without a total last in either direction', () => {
    const groups = group(['a', 'b', 'c', 'd'], [2, null, 3, 2])
    const names = (order: KeyOrder) => pivot(groups, order).columns.map(({ keys }) => keys[0])
    expect(names('value_a_to_z')).toEqual(['a', 'd', 'c', 'b'])
    expect(names('value_z_to_a')).toEqual(['c', 'a', 'd', 'b'])
  })

  it('are sorted by their second key if the first is equal', () => {
    const two = {
      keys: [
        ['a', 'a', 'A'],
        ['2', '10', '1'],
      ],
      measures: [[1, 2, 3]],
    }
    const layout = {
      aggregator: named('Sum'),
      rowOrder: 'key_a_to_z',
      columnOrder: 'key_a_to_z',
      maxRows: 9,
      maxColumns: 9,
    } as const
    const { rows } = pivotOf({ cells: two, rows: two, columns: { keys: [], measures: [[6]] }, all: none }, layout)
    expect(rows.map(({ keys }) => keys.join(' '))).toEqual(['a 2', 'a 10', 'A 1'])
    expect(rows.map(({ cells }) => cells)).toEqual([[1], [2], [3]])
  })
})

describe('the span of a heading', () => {
  const lines = [
    ['a', 'x'],
    ['a', 'x'],
    ['a', 'y'],
    ['b', 'y'],
    ['a', 'y'],
  ].map((keys) => ({ keys, total: null }))

  it('covers adjacent lines with the same keys up to its level', () => {
    expect(spansOf(lines, 0, 2)).toEqual([3, 0, 0, 1, 1])
    expect(spansOf(lines, 1, 2)).toEqual([2, 0, 1, 1, 1])
    expect(spansOf([], 0, 2)).toEqual([])
  })
})
