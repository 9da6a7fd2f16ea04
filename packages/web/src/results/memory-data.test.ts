import type { Cell } from '@sightline/contract/results.ts'
import { describe, expect, it } from 'vitest'
import type { Needs } from '../visualizations/visualization.ts'
import { filtersIn, memoryData, sorted, type WholeResult } from './memory-data.ts'

const result: WholeResult = {
  id: 7,
  columns: [
    { name: 'land::filter', type: 'string', source_type: '' },
    { name: 'n', type: 'integer', source_type: '' },
  ],
  rows: [
    ['DE', 3],
    ['FR', null],
    ['DE', '{"a":1}'],
  ],
}
const never = new AbortController().signal
const window = { offset: 0, limit: 10, sort: [] }

async function sourceOf(load: ReturnType<typeof memoryData>) {
  const data = await load({ kind: 'windows' }, never)
  if (data.kind !== 'windows') throw new Error('There are no windows.')
  return data.source
}
const rowsOf = async (load: ReturnType<typeof memoryData>, request = window) => (await sourceOf(load)).load(request, never)

describe('a complete result in the browser', () => {
  it('is available synchronously for every kind of visualization data', async () => {
    const load = memoryData(result, [])
    const wanted = [
      { kind: 'columns', columns: ['n'], extreme: null },
      { kind: 'cells', cells: [{ column: 'n', row: -1 }] },
      {
        kind: 'groups',
        sets: [['land::filter']],
        measures: [{ kind: 'count', column: null }],
        limit: 10,
        without: [],
      },
    ] satisfies Needs[]
    const given = wanted.map((needs) => load.atHand?.(needs))
    expect(given).toMatchObject([
      { kind: 'columns', values: [[3, null, '{"a":1}']] },
      { kind: 'cells', total: 3, cells: ['{"a":1}'] },
      { kind: 'groups', sets: [{ keys: [['DE', 'FR']] }] },
    ])
    expect(await Promise.all(wanted.map((needs) => load(needs, never)))).toEqual(given)
  })

  it('shows only rows that match all filters (FILTER-08, EMBED-13)', async () => {
    const [land] = filtersIn(result)
    expect(land).toMatchObject({ friendlyName: 'Land', values: ['DE', 'FR'], current: ['DE'] })
    if (land === undefined) return
    expect((await rowsOf(memoryData(result, [land]))).total).toBe(2)
    const french = memoryData(result, [{ ...land, current: ['FR'] }])
    expect(await rowsOf(french)).toEqual({ total: 1, rows: [['FR', null]] })
    expect(await french({ kind: 'columns', columns: ['n', 'gone'], extreme: null }, never)).toMatchObject({
      total: 1,
      shown: 1,
      values: [[null]],
    })
  })

  it('searches the given columns, ignoring case (TABLE-11)', async () => {
    const source = await sourceOf(memoryData(result, []))
    const found = (text: string, columns: number[]) => source.search?.(text, columns).load(window, never)
    expect(await found('fr', [0])).toEqual({ total: 1, rows: [['FR', null]] })
    expect(await found('fr', [1])).toEqual({ total: 0, rows: [] })
    expect((await found('3', [0, 1]))?.rows).toEqual([['DE', 3]])
    expect((await found('A', [0, 1]))?.rows).toEqual([['DE', '{"a":1}']])
    expect(source.search?.('fr', [0]).key).not.toBe(source.search?.('fr', [1]).key)
  })

  it('compares its rows with earlier ones on the server, which has the whole result (OPEN-251)', async () => {
    const compared = { ...(await sourceOf(memoryData(result, []))), key: 'compared' }
    const stored = { ...compared, key: 'stored', compare: () => compared }
    expect((await sourceOf(memoryData(result, [], stored))).compare?.([], 'UTC')).toBe(compared)
    expect((await sourceOf(memoryData(result, []))).compare).toBeUndefined()
  })

  it('returns the requested window of rows', async () => {
    const load = memoryData(result, [])
    expect(await rowsOf(load, { ...window, offset: 1, limit: 1 })).toEqual({ total: 3, rows: [['FR', null]] })
  })

  it('sorts by several columns, with nulls last', () => {
    const rows = [
      ['b', 2],
      ['a', null],
      ['a', 10],
      ['a', 9],
    ]
    const by = (...columns: number[]) =>
      columns.map((column) => ({ column: Math.abs(column), descending: Object.is(column, -1) }))
    const columns = [{ type: 'string' }, { type: 'integer' }] as const
    expect(sorted(rows, by(0, 1), columns)).toEqual([rows[3], rows[2], rows[1], rows[0]].map((row) => row))
    expect(sorted(rows, by(-1), columns).map(([, n]) => n)).toEqual([10, 9, 2, null])
    expect(sorted(rows, [], columns)).toBe(rows)
  })

  it('sorts texts by the alphabet of the reader, and dates by their digits (OPEN-601)', () => {
    const ascending = (type: 'string' | 'date', values: Cell[]) =>
      sorted(
        values.map((value) => [value]),
        [{ column: 0, descending: false }],
        [{ type }],
      ).flat()
    expect(ascending('string', ['Zebra', 'apple', 'Öl', null, 'Ofen'])).toEqual(['apple', 'Ofen', 'Öl', 'Zebra', null])
    expect(ascending('date', ['2024-01-02', '-000043-03-15', '2023-12-31'])).toEqual([
      '-000043-03-15',
      '2023-12-31',
      '2024-01-02',
    ])
  })

  it('sorts numbers sent as digit strings by value, and strings of digits as text (TABLE-29)', () => {
    const ascending = (type: 'float' | 'string', values: Cell[]) =>
      sorted(
        values.map((value) => [value]),
        [{ column: 0, descending: false }],
        [{ type }],
      ).flat()
    const big = ['9007199254740993', '12345678901234567890', 7, '9007199254740995', '-9007199254740995', '-9007199254740993']
    expect(ascending('float', big)).toEqual([
      '-9007199254740995',
      '-9007199254740993',
      7,
      '9007199254740993',
      '9007199254740995',
      '12345678901234567890',
    ])
    expect(ascending('float', ['0.12345678901234567892', '0.1234567890123456789'])).toEqual([
      '0.1234567890123456789',
      '0.12345678901234567892',
    ])
    expect(ascending('string', ['9', '10'])).toEqual(['10', '9'])
  })
})

describe('numbers that are not finite', () => {
  const odd: WholeResult = {
    id: 8,
    columns: [
      { name: 'x::filter', type: 'float', source_type: 'double' },
      { name: 'word', type: 'string', source_type: 'text' },
    ],
    rows: [
      ['NaN', 'NaN'],
      [2, 'a'],
      ['-Infinity', 'b'],
      [null, 'c'],
      [1, 'd'],
    ],
  }
  const all = memoryData(odd, [])

  it('stay in the rows that a table shows, and sort last with nulls (TABLE-43, TABLE-44)', async () => {
    expect((await rowsOf(all)).rows).toEqual(odd.rows)
    const inOrder = async (descending: boolean) =>
      (await (await sourceOf(all)).load({ ...window, sort: [{ column: 0, descending }] }, never)).rows.map(([x]) => x)
    expect(await inOrder(false)).toEqual([1, 2, 'NaN', '-Infinity', null])
    expect(await inOrder(true)).toEqual([2, 1, 'NaN', '-Infinity', null])
  })

  it('are no value to filters, searches, groups and charts, as on the server (TABLE-44)', async () => {
    const [filter] = filtersIn(odd)
    expect(filter?.values).toEqual([null, 2, 1])
    const found = (await sourceOf(all)).search?.('nan', [0, 1])
    expect((await found?.load(window, never))?.rows).toEqual([['NaN', 'NaN']])
    const onlyNumbers = (await sourceOf(all)).search?.('nan', [0])
    expect((await onlyNumbers?.load(window, never))?.rows).toEqual([])
    const columns = await all({ kind: 'columns', columns: ['x::filter'], extreme: null }, never)
    expect(columns).toMatchObject({ values: [[null, 2, null, null, 1]] })
    const measures = [{ kind: 'sum' as const, column: 'x::filter' }]
    const groups = await all({ kind: 'groups', sets: [[]], measures, limit: 9, without: [] }, never)
    expect(groups).toMatchObject({ sets: [{ measures: [[3]] }] })
  })
})
