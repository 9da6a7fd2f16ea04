import type { Cell } from '@sightline/contract/results.ts'
import { expect, describe as group, it } from 'vitest'
import { sampleFormats } from '../samples.ts'
import { legendOf } from './legend.ts'
import { draw, renderable, textColumn } from './testing.ts'

const columns = [
  textColumn('day', 'date'),
  textColumn('shop'),
  textColumn('gross_revenue', 'integer'),
  textColumn('hit_rate', 'float'),
]
const rows: Cell[][] = [
  ['2026-01-01', 'Oslo', 10, 1],
  ['2026-01-01', 'Bonn', 20, 2],
]
const drawn = (globalSeriesType: string, columnMapping: Record<string, string>, stored: Record<string, unknown> = {}) =>
  renderable(draw({ globalSeriesType, columnMapping, readableNames: true, ...stored }, { columns, rows }).chart)
const titles = (...given: Parameters<typeof drawn>) => drawn(...given).titles

group('the axes of a chart with readable names', () => {
  it('say in plain words what they measure (CHART-54)', () => {
    expect(titles('scatter', { gross_revenue: 'x', hit_rate: 'y' })).toEqual({ x: 'Gross Revenue', y: ['Hit Rate', ''] })
    expect(titles('box', { shop: 'x', hit_rate: 'y' })).toEqual({ x: 'Shop', y: ['Hit Rate', ''] })
    const both = { day: 'x', gross_revenue: 'y', hit_rate: 'y' }
    expect(titles('line', both, { seriesOptions: { hit_rate: { yAxis: 1 } } })).toEqual({
      x: '',
      y: ['Gross Revenue', 'Hit Rate'],
    })
    expect(titles('heatmap', { day: 'x', shop: 'y', hit_rate: 'zVal' })).toEqual({ x: 'Day', y: ['Shop', ''] })
  })

  it('have no title if a legend names several series, and that of the grouped column otherwise', () => {
    expect(titles('line', { day: 'x', gross_revenue: 'y', hit_rate: 'y' }).y).toEqual(['', ''])
    expect(titles('line', { day: 'x', shop: 'series', hit_rate: 'y' }).y).toEqual(['Hit Rate', ''])
  })

  it('say how rows are aggregated (CHART-48, CHART-54)', () => {
    const left = (aggregation: string) => titles('column', { day: 'x', hit_rate: 'y' }, { aggregation }).y[0]
    expect(['sum', 'avg', 'min', 'max', 'count', 'none'].map(left)).toEqual([
      'Sum of Hit Rate',
      'Average of Hit Rate',
      'Minimum of Hit Rate',
      'Maximum of Hit Rate',
      'Number of Rows',
      'Hit Rate',
    ])
  })

  it('keep stored titles and names, and have none if the chart does not say so (CHART-09, CHART-54)', () => {
    const mapping = { gross_revenue: 'x', hit_rate: 'y' }
    const stored = { xAxis: { title: { text: 'Money' } }, seriesOptions: { hit_rate: { name: 'Hits' } } }
    expect(titles('scatter', mapping, stored)).toEqual({ x: 'Money', y: ['Hits', ''] })
    expect(titles('scatter', mapping, { readableNames: false })).toEqual({ x: '', y: ['', ''] })
  })
})

group('the legend of a chart with readable names', () => {
  const legend = (columnMapping: Record<string, string>, readableNames = true) => {
    const { chart, options } = draw({ globalSeriesType: 'column', columnMapping, readableNames }, { columns, rows })
    return legendOf(renderable(chart), options, sampleFormats, 'light', 1000)?.entries.map(({ name }) => name)
  }

  it('appears only with two series or more, in plain words (CHART-54)', () => {
    expect(legend({ day: 'x', gross_revenue: 'y' })).toBeUndefined()
    expect(legend({ day: 'x', gross_revenue: 'y', hit_rate: 'y' })).toEqual(['Gross Revenue', 'Hit Rate'])
    expect(legend({ day: 'x', shop: 'series', hit_rate: 'y' })).toEqual(['Oslo', 'Bonn'])
  })

  it('has the names of the columns in other charts (CHART-15)', () => {
    expect(legend({ day: 'x', gross_revenue: 'y' }, false)).toEqual(['gross_revenue'])
  })
})

group('a horizontal chart', () => {
  const isInverse = (stored: Record<string, unknown>) => draw({ swappedAxes: true, ...stored }).plain.yAxis.inverse

  it('starts at the top if it says so, and at the bottom otherwise (CHART-55)', () => {
    expect([isInverse({ startsAtTop: true }), isInverse({})]).toEqual([true, false])
  })
})
