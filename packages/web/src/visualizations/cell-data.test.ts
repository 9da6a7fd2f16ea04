import type { Cell } from '@sightline/contract/results.ts'
import { describe, expect, it } from 'vitest'
import type { RowSource } from '../ui/data-table/row-source.ts'
import { loadCells } from './cell-data.ts'
import { groupsInMemory } from './group-data.ts'
import { column } from './samples.ts'

const columns = [column('n', 'integer'), column('word', 'string')]
const rows: Cell[][] = [
  [1, 'a'],
  [2, 'b'],
  [3, 'a'],
]
const { signal } = new AbortController()

/** @param total what the first window knows of the number of rows */
function source(total: number | null): { rows: RowSource; offsets: number[] } {
  const offsets: number[] = []
  return {
    offsets,
    rows: {
      key: 'three',
      columns,
      rowCount: 99,
      load: ({ offset, limit }) => {
        offsets.push(offset)
        return Promise.resolve({ total, rows: rows.slice(offset, offset + limit) })
      },
      count: () => Promise.resolve(3),
    },
  }
}

describe('single cells', () => {
  it('are read from the top and from the bottom, each as one row (COUNTER-03)', async () => {
    const { rows: three, offsets } = source(3)
    const cells = [
      { column: 'n', row: 1 },
      { column: 'n', row: -1 },
      { column: 'gone', row: 2 },
    ]
    expect(await loadCells(three, { kind: 'cells', cells }, signal)).toMatchObject({ total: 3, cells: [1, 3, null] })
    expect(offsets).toEqual([0, 2, 1])
  })

  it('are counted from the bottom of what is counted later', async () => {
    const { rows: three } = source(null)
    const last = { kind: 'cells' as const, cells: [{ column: 'word', row: -2 }] }
    expect(await loadCells(three, last, signal)).toMatchObject({ total: 3, cells: ['b'] })
  })
})

describe('groups in memory', () => {
  const needs = { kind: 'groups' as const, sets: [['word']], limit: 10, without: [] }

  it('are named by the columns that make them', () => {
    const measures = [{ kind: 'sum' as const, column: 'n' }]
    expect(groupsInMemory(columns, rows, { ...needs, measures }).sets).toEqual([
      { by: ['word'], total: 2, keys: [['a', 'b']], measures: [[4, 2]] },
    ])
    const without = [{ column: 'word', values: ['a'] }]
    expect(groupsInMemory(columns, rows, { ...needs, measures, without })).toMatchObject({
      total: 3,
      sets: [{ keys: [['b']], measures: [[2]] }],
    })
  })

  it('are none where a column is gone', () => {
    expect(groupsInMemory(columns, rows, { ...needs, measures: [{ kind: 'sum', column: 'gone' }] }).sets).toEqual([])
  })
})
