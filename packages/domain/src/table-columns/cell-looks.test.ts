import type { Cell } from '@sightline/contract/results.ts'
import { describe, expect, it } from 'vitest'
import { cellLooks } from './cell-looks.ts'
import { columnsWithEnds, endMeasures, endsOf } from './column-ends.ts'
import { tableColumns } from './column-view.ts'
import { StoredColumns } from './stored-columns.ts'
import { tableColors, tableSurface } from './table-colors.ts'
import { sampleFormats } from './testing.ts'

const result = [
  { name: 'status', type: 'string' as const, source_type: '' },
  { name: 'n', type: 'integer' as const, source_type: '' },
]
const columnsOf = (...stored: object[]) => tableColumns(result, { columns: StoredColumns.parse(stored) }, sampleFormats)

/** The looks of a row, for columns whose number is from `min` to `max`. */
function looksOf(row: readonly Cell[], stored: object[], [min, max]: [number, number] = [0, 10]) {
  const looks = cellLooks(columnsOf(...stored), { ends: new Map([[1, { min, max }]]), scheme: 'light', timeZone: 'UTC' })
  return row.map((_, index) => looks?.(row, index) ?? null)
}

const { red, green, blue, orange } = tableColors.light
const late = { condition: 'is', value: 'late', color: 'red' }

describe('the looks of cells', () => {
  it('are the usual ones without rules, bars and heat', () => {
    expect(cellLooks(columnsOf({ name: 'n' }), { ends: new Map(), scheme: 'light', timeZone: 'UTC' })).toBeNull()
  })

  it('follow the first rule that the cell meets (TABLE-45)', () => {
    const colorRules = [late, { condition: 'contains', value: 'a', color: 'green', target: 'text' }]
    expect(looksOf(['late', 1], [{ name: 'status', colorRules }])).toEqual([
      { background: red.fill, text: null, bar: null },
      null,
    ])
    expect(looksOf(['early', 1], [{ name: 'status', colorRules }])[0]).toEqual({
      background: null,
      text: green.text,
      bar: null,
    })
  })

  it('cover the whole row if the rule says so, also if its column is hidden, below the rules of single cells (TABLE-45)', () => {
    const rows = [{ name: 'status', visible: false, colorRules: [{ ...late, wholeRow: true }] }]
    expect(looksOf(['late', 1], rows).map((look) => look?.background)).toEqual([red.fill, red.fill])
    const own = { name: 'n', colorRules: [{ condition: 'above', value: '0', color: 'green' }] }
    expect(looksOf(['late', 1], [...rows, own]).map((look) => look?.background)).toEqual([red.fill, green.fill])
  })

  it('use at most ten rules of a column (TABLE-45)', () => {
    const colorRules = [...Array.from({ length: 10 }, () => ({ ...late, value: 'other' })), late]
    expect(looksOf(['late', 1], [{ name: 'status', colorRules }])).toEqual([null, null])
    expect(looksOf(['late', 1], [{ name: 'status', colorRules: colorRules.slice(1) }])[0]).not.toBeNull()
  })

  it('have bars from zero, to the left for negative numbers (TABLE-46)', () => {
    const bars = [{ name: 'n', cellFill: 'bars' }]
    const bar = (n: Cell, ends: [number, number]) => looksOf(['', n], bars, ends)[1]?.bar
    expect(bar(5, [2, 10])).toEqual({ from: 0, to: 0.5, color: blue.strong })
    expect(bar(5, [-10, 10])).toEqual({ from: 0.5, to: 0.75, color: blue.strong })
    expect(bar(-5, [-10, 10])).toEqual({ from: 0.25, to: 0.5, color: blue.strong })
    expect(bar(-5, [-10, -2])).toEqual({ from: 0.5, to: 1, color: blue.strong })
    expect(bar('9007199254740993', [0, 2 ** 54])?.to).toBeCloseTo(0.5)
    expect(bar(1e308, [-1.5e308, 1.5e308])?.from).toBe(0.5)
  })

  it('have no bar for cells without a number, and none if all numbers are zero (TABLE-46)', () => {
    const bars = [{ name: 'n', cellFill: 'bars' }]
    for (const cell of [null, '', 'NaN']) expect(looksOf(['', cell], bars)[1], String(cell)).toBeNull()
    expect(looksOf(['', 0], bars, [0, 0])[1]).toEqual({ background: null, text: null, bar: null })
  })

  it('have heat between the ends, to both sides of a midpoint if there is one (TABLE-46)', () => {
    const heat = (n: Cell, change: object = {}) =>
      looksOf(['', n], [{ name: 'n', cellFill: 'heat', fillColor: 'green', lowColor: 'orange', ...change }])[1]?.background
    expect([heat(0), heat(10)]).toEqual([tableSurface.light, green.strong])
    expect([heat(0, { midpoint: 5 }), heat(5, { midpoint: 5 }), heat(10, { midpoint: 5 })]).toEqual([
      orange.strong,
      tableSurface.light,
      green.strong,
    ])
  })

  it('show a rule above the heat, and a bar below it (TABLE-46)', () => {
    const colorRules = [{ condition: 'above', value: '5', color: 'red' }]
    expect(looksOf(['', 6], [{ name: 'n', cellFill: 'heat', colorRules }])[1]?.background).toBe(red.fill)
    expect(looksOf(['', 6], [{ name: 'n', cellFill: 'bars', colorRules }])[1]).toMatchObject({
      background: red.fill,
      bar: { from: 0, to: 0.6 },
    })
  })
})

describe('the ends of columns', () => {
  it('are asked for visible columns of numbers with bars or heat only (TABLE-46)', () => {
    const columns = columnsWithEnds(columnsOf({ name: 'n', cellFill: 'heat' }, { name: 'status', cellFill: 'bars' }))
    expect(columns.map(({ name }) => name)).toEqual(['n'])
    expect(columnsWithEnds(columnsOf({ name: 'n', cellFill: 'heat', visible: false }))).toEqual([])
    expect(endMeasures(columns)).toEqual([
      { kind: 'min', column: 1 },
      { kind: 'max', column: 1 },
    ])
    expect(endsOf(columns, ['-9007199254740993', 4])).toEqual(new Map([[1, { min: -9007199254740992, max: 4 }]]))
    expect(endsOf(columns, [null, null])).toEqual(new Map())
  })

  it('leave a column without bars as long as they are unknown (TABLE-46)', () => {
    const columns = columnsOf({ name: 'n', cellFill: 'bars' })
    const looks = cellLooks(columns, { ends: new Map(), scheme: 'light', timeZone: 'UTC' })
    expect(looks?.(['', 5], 1)).toBeNull()
  })
})
