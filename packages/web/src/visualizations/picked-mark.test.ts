import { describe, expect, it } from 'vitest'
import {
  conditionsOfMark,
  hasValue,
  isFromBelow,
  isFromTo,
  markOf,
  markOfPath,
  markOfSeveral,
  sentenceOfMark,
  valuesOfMark,
} from './picked-mark.ts'
import { column, sampleFormats } from './samples.ts'

const x = { column: 'day', value: '2026-05-01' }

describe('the conditions of the rows behind a mark', () => {
  it('are the values on both axes and of the series, and a missing value is one (OPEN-208)', () => {
    expect(conditionsOfMark({ x, series: { column: 'shop', value: null }, y: null, panel: null })).toEqual([
      hasValue('day', '2026-05-01'),
      hasValue('shop', null),
    ])
    expect(conditionsOfMark({ x, series: null, y: { column: 'hour', value: 7 }, panel: null })).toEqual([
      hasValue('day', '2026-05-01'),
      hasValue('hour', 7),
    ])
  })

  it('of several values are those or all others, whichever list is shorter, and none if both are too long (OPEN-479)', () => {
    const kept = [hasValue('land', 'CH')]
    expect(markOfSeveral('town', ['a', null], ['b', 'c'], kept)?.where).toEqual([
      ...kept,
      { column: 'town', kind: 'is', values: ['a', null] },
    ])
    expect(markOfSeveral('town', ['a', 'b'], ['c'], [])?.where).toEqual([{ column: 'town', kind: 'is_not', values: ['c'] }])
    const many = Array.from({ length: 101 }, (_, at) => at)
    expect(markOfSeveral('n', many, many, [])).toBeNull()
  })

  it('name a column once that is both axis and series (OPEN-208)', () => {
    const shop = { column: 'shop', value: 'Chur' }
    expect(conditionsOfMark({ x: shop, series: shop, y: null, panel: null })).toEqual([hasValue('shop', 'Chur')])
  })

  it('can be those of a range, which has no value for a parameter or another widget (OPEN-244)', () => {
    const range = markOf(null, isFromBelow('n', 0.5, 1))
    expect(conditionsOfMark(range)).toEqual([
      { column: 'n', kind: 'min', values: [0.5] },
      { column: 'n', kind: 'below', values: [1] },
    ])
    expect(valuesOfMark(range)).toEqual([])
  })

  it('are all values of a path, of which the last one is its own (OPEN-244)', () => {
    const tile = markOfPath(['land', 'town'], ['CH', 'Chur'])
    expect(tile.x).toEqual({ column: 'town', value: 'Chur' })
    expect(valuesOfMark(tile).map(({ column: name }) => name)).toEqual(['town', 'land'])
    expect(new Set(conditionsOfMark(tile))).toEqual(new Set([hasValue('land', 'CH'), hasValue('town', 'Chur')]))
  })
})

describe('the title of the rows behind a mark', () => {
  const columns = [column('n', 'float'), column('at', 'datetime'), column('name', 'string')]
  const formats = { ...sampleFormats, dateFormat: 'DD/MM/YYYY' }
  const title = (mark: Parameters<typeof sentenceOfMark>[0]) => sentenceOfMark(mark, columns, formats)

  it('says both ends of a range (OPEN-244)', () => {
    expect(title(markOf(null, isFromBelow('n', 0.5, 1)))).toBe('Rows where n is at least 0.5 and is less than 1')
    expect(title(markOf(null, isFromTo('n', 2, 7)))).toBe('Rows where n is from 2 to 7')
    expect(title(markOf(null, isFromTo('at', '2024-05-01', '2024-05-31')))).toBe(
      'Rows where at is from 01/05/2024 to 31/05/2024',
    )
    expect(title(markOf(null, isFromTo('at', '2024-05-01', '2024-05-01')))).toBe('Rows where at is 01/05/2024')
  })

  it('says what is missing, left out and contained (OPEN-244)', () => {
    expect(title(markOf({ column: 'name', value: null }))).toBe('Rows where name is (empty)')
    expect(title(markOf(null, [{ column: 'name', kind: 'is_not', values: ['a', 'b'] }]))).toBe('Rows where name is not a or b')
    expect(title(markOf(null, [{ column: 'name', kind: 'contains', values: ['tea'] }]))).toBe('Rows where name contains “tea”')
  })

  it('names the first of many values and counts the others (OPEN-479)', () => {
    const titleOf = (count: number) =>
      title(markOf(null, [{ column: 'name', kind: 'is', values: Array.from({ length: count }, (_, at) => `n${at}`) }]))
    expect(titleOf(9)).toBe('Rows where name is n0 or n1 or n2 or n3 or n4 or n5 or n6 or n7 or n8')
    expect(titleOf(10)).toBe('Rows where name is n0 or n1 or n2 or n3 or n4 or n5 or n6 or n7 or 2 others')
  })

  it('names no condition where all rows are counted (OPEN-244)', () => {
    expect(title(markOf(null))).toBe('Rows behind this number')
  })
})
