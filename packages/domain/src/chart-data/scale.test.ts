import { describe, expect, it } from 'vitest'
import { autoScale, comparePositions, positionOf, toNumber } from './scale.ts'

describe('the automatic scale', () => {
  it('follows the type of the column, whatever its values are', () => {
    expect((['date', 'datetime', 'integer', 'float', 'boolean'] as const).map((type) => autoScale(type, ['x']))).toEqual([
      'datetime',
      'datetime',
      'linear',
      'linear',
      'category',
    ])
    expect(autoScale('boolean', [1, 2])).toBe('category')
    expect(autoScale('integer', [])).toBe('linear')
  })

  it('follows all non-empty values if the type is not enough', () => {
    expect(autoScale('string', ['2024-05-01', null, '', '2024-05-02T10:00:00'])).toBe('datetime')
    expect(autoScale('string', ['2024-05-01', 'soon'])).toBe('category')
    expect(autoScale(null, [1, 2, null, ''])).toBe('linear')
    expect(autoScale(null, [1, '2'])).toBe('category')
    expect(autoScale(null, ['a', 1])).toBe('category')
    expect(autoScale(null, [null, ''])).toBe('category')
  })
})

describe('the position of a cell', () => {
  it('is its text on a category scale, even if it is empty', () => {
    expect([positionOf(null, 'category'), positionOf(true, 'category'), positionOf(5, 'category')]).toEqual([
      'null',
      'true',
      '5',
    ])
  })

  it('is a time on a date scale, for dates and for milliseconds', () => {
    expect([positionOf('1970-01-02', 'datetime'), positionOf(5, 'datetime')]).toEqual([86_400_000, 5])
    expect([positionOf('soon', 'datetime'), positionOf(true, 'datetime'), positionOf(null, 'datetime')]).toEqual([
      null,
      null,
      null,
    ])
  })

  it('is a number on the other scales, above zero on a logarithmic one', () => {
    expect([positionOf('1,000', 'linear'), positionOf(0, 'linear'), positionOf('x', 'linear')]).toEqual([1000, 0, null])
    expect([positionOf(10, 'logarithmic'), positionOf(0, 'logarithmic'), positionOf(-1, 'logarithmic')]).toEqual([
      10,
      null,
      null,
    ])
    expect([positionOf('x', 'logarithmic'), positionOf(null, 'logarithmic')]).toEqual([null, null])
  })
})

describe('a cell as a number', () => {
  it('ignores thousands commas, and no others', () => {
    expect([toNumber('1,234,567.5'), toNumber(' 12 '), toNumber('-1,000')]).toEqual([1234567.5, 12, -1000])
    expect([toNumber('1,5'), toNumber('1,23'), toNumber('12a'), toNumber('')]).toEqual([null, null, null, null])
  })

  it('is read as on the server, which knows no hexadecimal digits, underscores or groups of other lengths', () => {
    expect(['0x1F', '1_000', '1,2345', '1,200.5', '+5', '.5', '5.', '1e3'].map(toNumber)).toEqual([
      null,
      null,
      null,
      1200.5,
      5,
      0.5,
      5,
      1000,
    ])
  })

  it('is null for an infinite number, a boolean or an empty cell', () => {
    expect([toNumber(Number.NaN), toNumber(Number.POSITIVE_INFINITY), toNumber('Infinity'), toNumber('1e999')]).toEqual([
      null,
      null,
      null,
      null,
    ])
    expect([toNumber(true), toNumber(null)]).toEqual([null, null])
  })
})

describe('positions', () => {
  it('are sorted as numbers, or as texts with numbers compared by value', () => {
    expect([10, 9, -1].toSorted(comparePositions)).toEqual([-1, 9, 10])
    expect(['item 10', 'item 9', 'Item 1'].toSorted(comparePositions)).toEqual(['Item 1', 'item 9', 'item 10'])
    expect([comparePositions(10, '9') > 0, comparePositions('9', 10) < 0, comparePositions(0.5, 0.25)]).toEqual([
      true,
      true,
      0.25,
    ])
  })
})
