import type { Cell } from '@sightline/contract/results.ts'
import { describe, expect, it } from 'vitest'
import { type GroupingInMemory, groupRows } from '../grouping/groups.ts'
import { aggregatorOf } from './aggregators.ts'
import { type PivotGroups, spansOf } from './lines.ts'
import { type PivotLayout, pivotOf } from './pivot.ts'

// Carrier, hub, quarter, month, delay.
const rows: Cell[][] = [
  ['Delta', 'EWR', 'Q1', 1, 10],
  ['Delta', 'EWR', 'Q1', 2, 20],
  ['Delta', 'SFO', 'Q2', 4, 60],
  ['United', 'EWR', 'Q1', 1, 5],
  ['United', 'EWR', 'Q2', 4, 7],
]
const none: PivotGroups = { keys: [], measures: [] }

/** Carriers and hubs against quarters and months, with subtotals of both sides. */
function pivot(name: string, layout: Partial<PivotLayout> = {}) {
  const aggregator = aggregatorOf(name)
  if (!aggregator) throw new Error(`There is no aggregator "${name}".`)
  const depths = [0, 1, 2].flatMap((row) => [0, 1, 2].map((column) => ({ rows: row, columns: column })))
  const ask: GroupingInMemory = {
    sets: depths.map((depth) => [...[0, 1].slice(0, depth.rows), ...[2, 3].slice(0, depth.columns)]),
    measures: aggregator.measures.map((kind) => ({ kind, column: kind === 'count' ? null : 4 })),
    limit: 100,
  }
  const columns = [0, 1, 2, 3, 4].map((column) => rows.map((row) => row[column] ?? null))
  const { sets } = groupRows(columns, rows.length, ask)
  const groupsOf = (row: number, column: number) =>
    sets[depths.findIndex((depth) => depth.rows === row && depth.columns === column)] ?? none
  const subtotals = depths
    .filter((depth) => depth.rows === 1 || depth.columns === 1)
    .map((depth) => ({ ...depth, groups: groupsOf(depth.rows, depth.columns) }))
  return pivotOf(
    { cells: groupsOf(2, 2), rows: groupsOf(2, 0), columns: groupsOf(0, 2), all: groupsOf(0, 0), subtotals },
    { aggregator, rowOrder: 'key_a_to_z', columnOrder: 'key_a_to_z', maxRows: 50, maxColumns: 50, ...layout },
  )
}
const namesOf = (lines: { keys: Cell[] }[]) => lines.map(({ keys }) => keys.join(' '))

describe('the subtotals of a pivot table (PIVOT-06)', () => {
  it('stand after each group of rows and of columns', () => {
    const { rows: lines, columns } = pivot('Sum')
    expect(namesOf(lines)).toEqual(['Delta EWR', 'Delta SFO', 'Delta', 'United EWR', 'United'])
    expect(namesOf(columns)).toEqual(['Q1 1', 'Q1 2', 'Q1', 'Q2 4', 'Q2'])
    expect(lines.map(({ cells, total }) => [...cells, total])).toEqual([
      [10, 20, 30, null, null, 30],
      [null, null, null, 60, 60, 60],
      [10, 20, 30, 60, 60, 90],
      [5, null, 5, 7, 7, 12],
      [5, null, 5, 7, 7, 12],
    ])
  })

  it('are averages and counts of the rows, not of the cells', () => {
    const delta = (name: string) => pivot(name).rows.find(({ keys }) => keys.join() === 'Delta')
    expect(delta('Average')).toMatchObject({ cells: [10, 20, 15, 60, 60], total: 30 })
    expect(delta('Count Unique Values')).toMatchObject({ cells: [1, 1, 2, 1, 1], total: 3 })
    expect(delta('Sum as Fraction of Columns')?.cells[2]).toBeCloseTo(30 / 35)
  })

  it('are all that a collapsed group shows', () => {
    const { rows: lines, columns } = pivot('Sum', { collapsed: { rows: [['Delta'], ['Gone']], columns: [['Q1']] } })
    expect(namesOf(lines)).toEqual(['Delta', 'United EWR', 'United'])
    expect(lines.map(({ isCollapsed }) => isCollapsed)).toEqual([true, false, false])
    expect(namesOf(columns)).toEqual(['Q1', 'Q2 4', 'Q2'])
    expect(lines[0]?.cells).toEqual([30, 60, 60])
  })

  it('order the groups if rows are sorted by values, and keep each in one piece', () => {
    expect(namesOf(pivot('Sum', { rowOrder: 'value_z_to_a' }).rows)).toEqual([
      'Delta SFO',
      'Delta EWR',
      'Delta',
      'United EWR',
      'United',
    ])
    expect(namesOf(pivot('Sum', { rowOrder: 'value_a_to_z' }).rows)[0]).toBe('United EWR')
  })

  it('do not count as rows beyond the limit', () => {
    const { rows: lines, omitted } = pivot('Sum', { maxRows: 1 })
    expect([namesOf(lines), omitted.rows]).toEqual([['Delta EWR'], 2])
  })

  it('have a heading of their own beside the levels that their group spans', () => {
    const lines = pivot('Sum').rows
    expect(spansOf(lines, 0, 2)).toEqual([2, 0, 1, 1, 1])
    expect(spansOf(lines, 1, 2)).toEqual([1, 1, 0, 1, 0])
    const deep = [['a', 'x', 1], ['a', 'x', 2], ['a', 'x'], ['a', 'y', 1], ['a', 'y'], ['a']].map((keys) => ({ keys }))
    expect(spansOf(deep, 0, 3)).toEqual([5, 0, 0, 0, 0, 1])
    expect(spansOf(deep, 1, 3)).toEqual([2, 0, 1, 1, 1, 0])
  })
})

describe('the rows of a pivot table', () => {
  it('are sorted by their cells in a column, those without one last (PIVOT-07)', () => {
    const sorted = (column: Cell[], descending: boolean) => namesOf(pivot('Sum', { sortBy: { column, descending } }).rows)
    expect(sorted(['Q2', 4], true)[0]).toBe('Delta SFO')
    expect(sorted(['Q2', 4], false)).toEqual(['United EWR', 'United', 'Delta SFO', 'Delta EWR', 'Delta'])
    expect(sorted(['Q1'], false)).toEqual(['United EWR', 'United', 'Delta EWR', 'Delta SFO', 'Delta'])
  })

  it('keep their order if the column is gone (PIVOT-07)', () => {
    const table = pivot('Sum', { rowOrder: 'value_a_to_z', sortBy: { column: ['Q9', 9], descending: true } })
    expect([namesOf(table.rows)[0], table.sortedBy]).toEqual(['United EWR', null])
  })
})
