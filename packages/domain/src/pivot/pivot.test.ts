import type { GroupsRequest } from '@sightline/contract/result-groups.ts'
import type { Cell } from '@sightline/contract/results.ts'
import { describe, expect, it } from 'vitest'
import { groupRows } from '../grouping/groups.ts'
import { aggregatorOf, aggregators, valuesNeeded } from './aggregators.ts'
import { type KeyOrder, type PivotGroups, spansOf } from './lines.ts'
import { pivotOf } from './pivot.ts'

const none: PivotGroups = { keys: [], measures: [] }

// Country, year, passengers, seats.
const flights: Cell[][] = [
  ['NO', 2024, 10, 20],
  ['NO', 2024, 30, 40],
  ['NO', 2025, 20, 40],
  ['SE', 2024, 6, 10],
  ['SE', 2024, 6, 30],
  [null, 2025, 8, 10],
]

function pivot(name: string, values: number[], order: { rows?: KeyOrder; columns?: KeyOrder } = {}) {
  const aggregator = aggregatorOf(name)
  if (!aggregator) throw new Error(`There is no aggregator "${name}".`)
  const measures = aggregator.measures.map((kind, at): GroupsRequest['measures'][number] => ({
    kind,
    column: kind === 'count' ? null : (values[at] ?? null),
  }))
  const columns = [0, 1, 2, 3].map((column) => flights.map((row) => row[column] ?? null))
  const [cells = none, rows = none, cols = none, all = none] = groupRows(columns, flights.length, {
    sets: [[0, 1], [0], [1], []],
    measures,
    limit: 100,
  }).sets
  return pivotOf(
    { cells, rows, columns: cols, all },
    {
      aggregator,
      rowOrder: order.rows ?? 'key_a_to_z',
      columnOrder: order.columns ?? 'key_a_to_z',
      maxRows: 50,
      maxColumns: 50,
    },
  )
}

/** Rows with their totals, and the totals of the columns below them. */
function table(name: string, values: number[]) {
  const { rows, columns, total } = pivot(name, values)
  const short = (cell: Cell) => (typeof cell === 'number' ? Number(cell.toFixed(4)) : cell)
  return [
    ...rows.map((row) => [row.keys[0], ...row.cells.map(short), short(row.total)]),
    [...columns.map((column) => short(column.total)), short(total)],
  ]
}

describe('a pivot table', () => {
  it('counts rows, with totals for rows and columns', () => {
    expect(table('Count', [])).toEqual([
      ['NO', 2, 1, 3],
      ['SE', 2, null, 2],
      [null, null, 1, 1],
      [4, 2, 6],
    ])
  })

  it.each([
    [
      'Count Unique Values',
      [
        ['NO', 2, 1, 3],
        ['SE', 1, null, 1],
        [null, null, 1, 1],
        [3, 2, 5],
      ],
    ],
    [
      'List Unique Values',
      [
        ['NO', '10, 30', '20', '10, 20, 30'],
        ['SE', '6', null, '6'],
        [null, null, '8', '8'],
        ['6, 10, 30', '8, 20', '6, 8, 10, 20, 30'],
      ],
    ],
    [
      'Sum',
      [
        ['NO', 40, 20, 60],
        ['SE', 12, null, 12],
        [null, null, 8, 8],
        [52, 28, 80],
      ],
    ],
    [
      'Integer Sum',
      [
        ['NO', 40, 20, 60],
        ['SE', 12, null, 12],
        [null, null, 8, 8],
        [52, 28, 80],
      ],
    ],
    [
      'Average',
      [
        ['NO', 20, 20, 20],
        ['SE', 6, null, 6],
        [null, null, 8, 8],
        [13, 14, 13.3333],
      ],
    ],
    [
      'Median',
      [
        ['NO', 20, 20, 20],
        ['SE', 6, null, 6],
        [null, null, 8, 8],
        [8, 14, 9],
      ],
    ],
    [
      'Sample Variance',
      [
        ['NO', 200, null, 100],
        ['SE', 0, null, 0],
        [null, null, null, null],
        [132, 72, 93.8667],
      ],
    ],
    [
      'Sample Standard Deviation',
      [
        ['NO', 14.1421, null, 10],
        ['SE', 0, null, 0],
        [null, null, null, null],
        [11.4891, 8.4853, 9.6885],
      ],
    ],
    [
      'Minimum',
      [
        ['NO', 10, 20, 10],
        ['SE', 6, null, 6],
        [null, null, 8, 8],
        [6, 8, 6],
      ],
    ],
    [
      'Maximum',
      [
        ['NO', 30, 20, 30],
        ['SE', 6, null, 6],
        [null, null, 8, 8],
        [30, 20, 30],
      ],
    ],
    [
      'First',
      [
        ['NO', 10, 20, 10],
        ['SE', 6, null, 6],
        [null, null, 8, 8],
        [10, 20, 10],
      ],
    ],
    [
      'Last',
      [
        ['NO', 30, 20, 20],
        ['SE', 6, null, 6],
        [null, null, 8, 8],
        [6, 8, 8],
      ],
    ],
    [
      'Sum as Fraction of Total',
      [
        ['NO', 0.5, 0.25, 0.75],
        ['SE', 0.15, null, 0.15],
        [null, null, 0.1, 0.1],
        [0.65, 0.35, 1],
      ],
    ],
    [
      'Sum as Fraction of Rows',
      [
        ['NO', 0.6667, 0.3333, 1],
        ['SE', 1, null, 1],
        [null, null, 1, 1],
        [0.65, 0.35, 1],
      ],
    ],
    [
      'Sum as Fraction of Columns',
      [
        ['NO', 0.7692, 0.7143, 0.75],
        ['SE', 0.2308, null, 0.15],
        [null, null, 0.2857, 0.1],
        [1, 1, 1],
      ],
    ],
    [
      'Count as Fraction of Total',
      [
        ['NO', 0.3333, 0.1667, 0.5],
        ['SE', 0.3333, null, 0.3333],
        [null, null, 0.1667, 0.1667],
        [0.6667, 0.3333, 1],
      ],
    ],
    [
      'Count as Fraction of Rows',
      [
        ['NO', 0.6667, 0.3333, 1],
        ['SE', 1, null, 1],
        [null, null, 1, 1],
        [0.6667, 0.3333, 1],
      ],
    ],
    [
      'Count as Fraction of Columns',
      [
        ['NO', 0.5, 0.5, 0.5],
        ['SE', 0.5, null, 0.3333],
        [null, null, 0.5, 0.1667],
        [1, 1, 1],
      ],
    ],
  ])('computes its cells with %s', (name, expected) => {
    expect(table(name, [2])).toEqual(expected)
  })

  it('divides one sum by another', () => {
    expect(table('Sum over Sum', [2, 3])).toEqual([
      ['NO', 0.6667, 0.5, 0.6],
      ['SE', 0.3, null, 0.3],
      [null, null, 0.8, 0.8],
      [0.52, 0.56, 0.5333],
    ])
  })

  it('computes the bounds of a share: 0.4364 and 0.5636 for 50 of 100 at 80%', () => {
    const measures = { own: [50, 100], row: [], column: [], all: [] }
    expect(aggregatorOf('80% Lower Bound')?.finish(measures)).toBeCloseTo(0.43644, 4)
    expect(aggregatorOf('80% Upper Bound')?.finish(measures)).toBeCloseTo(0.56356, 4)
    expect(aggregatorOf('80% Upper Bound')?.finish({ ...measures, own: [1, 0] })).toBeNull()
  })

  it('sorts its lines by their keys or by their totals', () => {
    const rows = (order: KeyOrder) => pivot('Sum', [2], { rows: order }).rows.map(({ keys }) => keys[0])
    expect([rows('key_a_to_z'), rows('value_a_to_z'), rows('value_z_to_a')]).toEqual([
      ['NO', 'SE', null],
      [null, 'SE', 'NO'],
      ['NO', 'SE', null],
    ])
    expect(pivot('Sum', [2], { columns: 'value_a_to_z' }).columns.map(({ keys }) => keys[0])).toEqual([2025, 2024])
  })

  it('reports how many lines are left out', () => {
    const source = { cells: none, rows: { keys: [['a', 'b', 'c']], measures: [[1, 2, 3]] }, columns: none, all: none }
    const aggregator = aggregatorOf('Count')
    if (!aggregator) throw new Error('Counting is gone.')
    const cut = pivotOf(source, { aggregator, rowOrder: 'key_a_to_z', columnOrder: 'key_a_to_z', maxRows: 2, maxColumns: 2 })
    expect([cut.rows.length, cut.omitted]).toEqual([2, { rows: 1, columns: 0 }])
  })

  it('reports how many columns an aggregator needs', () => {
    expect(aggregators.map(valuesNeeded)).toEqual([0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 1, 1, 1, 0, 0, 0])
    expect(aggregatorOf('Guess')).toBeNull()
  })
})

describe('the headings of a pivot table', () => {
  it('span the lines that share them', () => {
    const lines = [
      ['a', 1],
      ['a', 1],
      ['a', 2],
      ['b', 2],
    ].map((keys) => ({ keys, total: null }))
    expect(spansOf(lines, 0, 2)).toEqual([3, 0, 0, 1])
    expect(spansOf(lines, 1, 2)).toEqual([2, 0, 1, 1])
    expect(spansOf([], 0, 2)).toEqual([])
  })
})
