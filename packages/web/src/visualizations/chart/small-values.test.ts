import type { Cell } from '@sightline/contract/results.ts'
import { expect, describe as group, it } from 'vitest'
import { draw, renderable, textColumn } from './testing.ts'

const columns = [textColumn('month'), textColumn('sold', 'float'), textColumn('left', 'float')]
const oneColumn = { month: 'x', sold: 'y' }
const twoColumns = { month: 'x', sold: 'y', left: 'y' }

/** The note of a chart of one column, or of two side by side. */
function noteOf(sold: readonly Cell[], left: readonly Cell[] | null = null, stored: Record<string, unknown> = {}) {
  const rows = sold.map((value, at): Cell[] => [`m${at}`, value, left?.[at] ?? null])
  const columnMapping = left === null ? oneColumn : twoColumns
  return renderable(draw({ columnMapping, ...stored }, { columns, rows }).chart).note
}
const ofOne = '1 value is too small to tell from zero; a logarithmic scale shows it'
const ofTwo = '2 values are too small to tell from zero; a logarithmic scale shows them'

group('values that are too small to see', () => {
  it.each<[string, readonly Cell[], readonly Cell[] | null, string | null]>([
    ['one beside a quintillion', [1e-12, 1e18], null, ofOne],
    ['the least and the greatest numbers', [Number.MIN_VALUE, Number.MAX_VALUE], null, ofOne],
    ['all that are invisible, if one is extreme', [1e-12, 900, 1e6, 5e5], null, ofTwo],
    ['a whole series', [1e4, 2e4], [3, 4], ofTwo],
    ['a whole series with zeros and gaps', [1e4, 2e4, 3e4, 1e4], [0, 3, null, 4], ofTwo],
    ['negative ones, for which a logarithmic scale has no place', [-1e-9, 1e3], null, '1 value is too small to tell from zero'],
    ['those beside a negative value, which it would leave out', [-1e18, 1], null, '1 value is too small to tell from zero'],
  ])('are counted below the chart: %s (OPEN-182)', (_, sold, left, note) => {
    for (const globalSeriesType of ['column', 'line', 'area', 'scatter'])
      expect(noteOf(sold, left, { globalSeriesType })).toBe(note)
  })

  it.each<[string, readonly Cell[], readonly Cell[] | null]>([
    ['three sales beside ten thousand', [3, 1e4, 1.2e4], null],
    ['one sale beside a million', [1, 1e6], null],
    ['zeros and missing values', [0, null, 1e18], [0, 0, 0]],
    ['series that differ, but can be seen', [1e4, 2e4], [30, 40]],
    ['small values among themselves', [1e-12, 2e-12], [3e-12, 1e-12]],
    ['great values among themselves', [1e18, 1.001e18], null],
    ['values too far apart for an axis', [-Number.MAX_VALUE, Number.MAX_VALUE], null],
    ['a series of one low value', [1e4, 2e4], [3, null]],
  ])('are not reported in ordinary data: %s (OPEN-182)', (_, sold, left) => {
    for (const globalSeriesType of ['column', 'line', 'area', 'scatter'])
      expect(noteOf(sold, left, { globalSeriesType })).toBeNull()
  })

  it('are measured on their own axis, as it is drawn (OPEN-182)', () => {
    const few = [1e4, 2e4]
    const errors = [3, 4]
    expect(noteOf(few, errors, { seriesOptions: { left: { yAxis: 1 } } })).toBeNull()
    expect(noteOf(few, errors, { yAxis: [{ type: 'logarithmic' }] })).toBeNull()
    expect(noteOf(few, errors, { yAxis: [{ rangeMax: 10 }] })).toBeNull()
    expect(noteOf([10, 20], [3, 4], { yAxis: [{ rangeMax: 1e5 }] })).toBe(
      '4 values are too small to tell from zero; a logarithmic scale shows them',
    )
    expect(noteOf(few, errors, { yAxis: [{ rangeMin: 2 }] })).toBeNull()
  })

  it('of stacks are counted without a remedy, and shares are not (OPEN-182)', () => {
    const stacking = 'stack'
    expect(noteOf([1e4, 2e4], [3, 4], { series: { stacking } })).toBe('2 values are too small to tell from zero')
    expect(noteOf([1e4, 2e4], [3, 4], { series: { stacking, percentValues: true } })).toBeNull()
  })
})

group('bars on a logarithmic axis', () => {
  const startOf = (sold: readonly number[], stored: Record<string, unknown> = {}) => {
    const rows = sold.map((value, at): Cell[] => [`m${at}`, value, null])
    const { plain } = draw({ columnMapping: oneColumn, yAxis: [{ type: 'logarithmic' }], ...stored }, { columns, rows })
    return plain.yAxis[0].startValue
  }

  it.each([
    ['a value of one', [1, 1000], 0.1],
    ['a value below one', [0.5, 1000], 0.1],
    ['a very small value', [3e-12, 1e18], 1e-12],
  ])('start below the least, so that it can be seen: %s (OPEN-183)', (_, sold, start) => {
    expect(startOf(sold) / start).toBeCloseTo(1)
  })

  it('start at 1 if all are longer, and only bars have a start (OPEN-183)', () => {
    expect(startOf([2, 1000])).toBeUndefined()
    expect(startOf([0, -5, 1000])).toBeUndefined()
    expect(startOf([1, 1000], { globalSeriesType: 'line' })).toBeUndefined()
    expect(startOf([1, 1000], { yAxis: [{ type: 'linear' }] })).toBeUndefined()
  })
})
