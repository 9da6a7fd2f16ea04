import { describe, expect, it } from 'vitest'
import { column } from '../samples.ts'
import { filteredCell, filterText, placed, toggledFilter, valuesFor, zonesOf } from './arrangement.ts'
import { PivotOptions } from './options.ts'

const columns = [column('a', 'string'), column('b', 'integer'), column('c', 'boolean'), column('d', 'float')]
const zonesFor = (stored: object) => zonesOf(PivotOptions.parse(stored), columns)
const zones = { unused: ['c'], rows: ['a'], cols: ['b'] }

describe('arranging a pivot table', () => {
  it('lists the columns of each zone', () => {
    expect(zonesFor({ rows: ['a', 'gone'], cols: ['b', 'a'], hiddenFromDragDrop: ['d'] })).toEqual(zones)
    expect(zonesFor({ hiddenAttributes: ['a'] })).toEqual({ unused: ['b', 'c', 'd'], rows: [], cols: [] })
  })

  it('moves a column to a position on a side, or off both (PIVOT-04)', () => {
    expect(placed(zones, 'c', 'rows', 0)).toEqual({ rows: ['c', 'a'], cols: ['b'] })
    expect(placed(zones, 'c', 'rows', 9)).toEqual({ rows: ['a', 'c'], cols: ['b'] })
    expect(placed(zones, 'a', 'cols', 0)).toEqual({ rows: [], cols: ['a', 'b'] })
    expect(placed(zones, 'b', 'unused', 0)).toEqual({ rows: ['a'], cols: [] })
  })

  it('picks as many value columns as the aggregator needs', () => {
    expect(valuesFor('Count', [], columns)).toEqual([])
    expect(valuesFor('Sum', [], columns)).toEqual(['b'])
    expect(valuesFor('Sum over Sum', ['d'], columns)).toEqual(['d', 'b'])
    expect(valuesFor('Sum', ['gone'], columns)).toEqual(['b'])
    expect(valuesFor('Sum', [], [column('e', 'string'), column('f', 'float')])).toEqual(['f'])
    expect(valuesFor('Sum', [], [column('e', 'string')])).toEqual(['e'])
    expect(valuesFor('Sum over Sum', ['b'], columns)).toEqual(['b', 'd'])
  })

  it('excludes values and includes them again', () => {
    const off = toggledFilter({}, 'a', 'x')
    expect(off).toEqual({ a: { x: true } })
    expect(toggledFilter(off, 'a', 'y')).toEqual({ a: { x: true, y: true } })
    expect(toggledFilter(off, 'a', 'x')).toEqual({})
  })

  it('converts stored texts to cells of the column type', () => {
    for (const [cell, at] of [
      ['x', 0],
      [12, 1],
      [true, 2],
      [0.5, 3],
      [null, 0],
    ] as const) {
      const of = columns[at]
      expect(of && filteredCell(filterText(cell), of)).toBe(cell)
    }
    expect(filterText(null)).toBe('null')
    expect(filteredCell('false', column('c', 'boolean'))).toBe(false)
    // Texts that are none of the numbers of a column, and texts of columns without numbers.
    for (const text of ['', ' ', 'NaN', 'many']) expect(filteredCell(text, column('b', 'integer'))).toBe(text)
    expect(filteredCell('12', column('a', 'string'))).toBe('12')
  })
})
