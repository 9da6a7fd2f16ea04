import { describe, expect, it } from 'vitest'
import { marks } from './index.ts'
import { ChartOptions } from './options.ts'
import { textColumn } from './testing.ts'

const columns = [textColumn('land'), textColumn('day', 'date'), textColumn('sold', 'integer')]
const marksOf = (stored: Record<string, unknown>) => marks(ChartOptions.parse(stored), columns)

describe('the marks of a chart', () => {
  it('are categories if x is a text, if its axis says so, or in a pie (FILTER-12)', () => {
    const ofLand = { columnMapping: { land: 'x', sold: 'y' } }
    const ofDay = { columnMapping: { day: 'x', sold: 'y', land: 'series' } }
    expect(marksOf({ ...ofLand, globalSeriesType: 'column' })).toEqual({ x: 'land', series: null, areCategories: true })
    expect(marksOf({ ...ofDay, globalSeriesType: 'line' })).toEqual({ x: 'day', series: 'land', areCategories: false })
    expect(marksOf({ ...ofDay, globalSeriesType: 'pie' })).toMatchObject({ areCategories: true })
    expect(marksOf({ ...ofDay, globalSeriesType: 'column', xAxis: { type: 'category' } })).toMatchObject({
      areCategories: true,
    })
    expect(marksOf({ ...ofLand, globalSeriesType: 'scatter', xAxis: { type: 'linear' } })).toMatchObject({
      areCategories: false,
    })
  })

  it('do not exist in custom charts and in charts without an x column', () => {
    expect(marksOf({ globalSeriesType: 'custom', columnMapping: { land: 'x', sold: 'y' } })).toBeNull()
    expect(marksOf({ globalSeriesType: 'column', columnMapping: { gone: 'x', sold: 'y' } })).toBeNull()
  })
})
