import type { Cell } from '@sightline/contract/results.ts'
import { describe, expect, it } from 'vitest'
import type { RowSource } from '../ui/data-table/row-source.ts'
import { cellData, groupData, groupsAsk, groupsInMemory, hasAllGroups, loadCells, withoutGroups } from './result-data.ts'
import { column } from './samples.ts'
import type { GroupNeeds } from './visualization.ts'

const columns = [column('fruit', 'string'), column('sum', 'integer')]
const needs = (fields: Partial<GroupNeeds> = {}): GroupNeeds => ({
  kind: 'groups',
  sets: [['fruit'], []],
  measures: [{ kind: 'sum', column: 'sum' }],
  limit: 10,
  without: [],
  ...fields,
})
const rows = [
  ['apple', 1],
  ['pear', 5],
  ['apple', 3],
  [null, 9],
]

describe('the request for groups', () => {
  it('identifies columns by their index', () => {
    expect(
      groupsAsk(
        columns,
        needs({
          measures: [
            { kind: 'count', column: null },
            { kind: 'sum', column: 'sum' },
          ],
        }),
      ),
    ).toEqual({
      ask: {
        sets: [[0], []],
        measures: [
          { kind: 'count', column: null },
          { kind: 'sum', column: 1 },
        ],
        limit: 10,
      },
      without: [],
    })
  })

  it('is null if a column of groups or measures no longer exists', () => {
    expect(groupsAsk(columns, needs({ sets: [['gone']] }))).toBeNull()
    expect(groupsAsk(columns, needs({ measures: [{ kind: 'sum', column: 'gone' }] }))).toBeNull()
  })

  it('excludes values of existing columns, up to a thousand per column', () => {
    const many = Array.from({ length: 1200 }, (_, n) => n)
    const asked = groupsAsk(
      columns,
      needs({
        without: [
          { column: 'gone', values: [1] },
          { column: 'fruit', values: [] },
          { column: 'sum', values: many },
        ],
      }),
    )
    expect(asked?.without).toEqual([{ column: 1, none_of: many.slice(0, 1000) }])
  })
})

describe('groups computed in the browser', () => {
  it('exclude the filtered values, and count all rows', () => {
    const data = groupsInMemory(columns, rows, needs({ without: [{ column: 'fruit', values: ['pear', null] }] }))
    expect(data).toMatchObject({ kind: 'groups', total: 4, asked: [{ kind: 'sum', column: 'sum' }] })
    expect(data.sets).toEqual([
      { by: ['fruit'], total: 1, keys: [['apple']], measures: [[4]] },
      { by: [], total: 1, keys: [], measures: [[4]] },
    ])
  })

  it('are empty if a column no longer exists', () => {
    const asked = needs({ sets: [['gone']] })
    expect(groupsInMemory(columns, rows, asked)).toEqual(withoutGroups(columns, asked, 4))
    expect(withoutGroups(columns, asked, 4)).toEqual({ kind: 'groups', columns, asked: asked.measures, total: 4, sets: [] })
  })

  it('are complete only if no set was truncated', () => {
    const all = groupsInMemory(columns, rows, needs())
    expect(hasAllGroups(all)).toBe(true)
    expect(hasAllGroups(groupsInMemory(columns, rows, needs({ limit: 2 })))).toBe(false)
    expect(hasAllGroups(withoutGroups(columns, needs(), 4))).toBe(false)
    expect(hasAllGroups(groupData(columns, needs(), { total: 4, sets: [{ total: 1, keys: [], measures: [] }] }))).toBe(false)
  })
})

const cellColumns = [column('n', 'integer'), column('word', 'string')]
const cellRows: Cell[][] = [
  [1, 'a'],
  [2, 'b'],
  [3, 'a'],
]
const { signal } = new AbortController()

/** @param total number of rows according to the first window */
function source(total: number | null): { rows: RowSource; offsets: number[] } {
  const offsets: number[] = []
  return {
    offsets,
    rows: {
      key: 'three',
      columns: cellColumns,
      rowCount: 99,
      load: ({ offset, limit }) => {
        offsets.push(offset)
        return Promise.resolve({ total, rows: cellRows.slice(offset, offset + limit) })
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

  it('are counted from the bottom once the number of rows is known', async () => {
    const { rows: three } = source(null)
    const last = { kind: 'cells' as const, cells: [{ column: 'word', row: -2 }] }
    expect(await loadCells(three, last, signal)).toMatchObject({ total: 3, cells: ['b'] })
  })
})

describe('the column for a line', () => {
  const cells = [{ column: 'n', row: 1 }]
  const rowOf = (place: number) => cellRows[place] ?? []

  it('is read with the cells of rows in memory, and is empty if it is gone (OPEN-210)', () => {
    expect(cellData(cellColumns, 3, { kind: 'cells', cells, line: 'n' }, rowOf)).toMatchObject({ cells: [1], line: [1, 2, 3] })
    expect(cellData(cellColumns, 3, { kind: 'cells', cells, line: 'gone' }, rowOf)).toMatchObject({ line: [] })
    expect(cellData(cellColumns, 3, { kind: 'cells', cells }, rowOf)).not.toHaveProperty('line')
  })
})

describe('groups in memory', () => {
  const needs = { kind: 'groups' as const, sets: [['word']], limit: 10, without: [] }

  it('are named by the columns that form them', () => {
    const measures = [{ kind: 'sum' as const, column: 'n' }]
    expect(groupsInMemory(cellColumns, cellRows, { ...needs, measures }).sets).toEqual([
      { by: ['word'], total: 2, keys: [['a', 'b']], measures: [[4, 2]] },
    ])
    const without = [{ column: 'word', values: ['a'] }]
    expect(groupsInMemory(cellColumns, cellRows, { ...needs, measures, without })).toMatchObject({
      total: 3,
      sets: [{ keys: [['b']], measures: [[2]] }],
    })
  })

  it('are empty if a column no longer exists', () => {
    expect(groupsInMemory(cellColumns, cellRows, { ...needs, measures: [{ kind: 'sum', column: 'gone' }] }).sets).toEqual([])
  })
})
