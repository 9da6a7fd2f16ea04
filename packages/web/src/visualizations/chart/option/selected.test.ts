import { describe, expect, it } from 'vitest'
import type { SelectedMark } from '../../visualization.ts'
import { pickedMark } from '../clicked.ts'
import { draw, renderable, textColumn } from '../testing.ts'
import { selectedRows, withSelected } from './selected.ts'

const given = {
  columns: [textColumn('month'), textColumn('sold', 'integer'), textColumn('shop')],
  rows: [
    ['Jan', 10, 'Bern'],
    ['Feb', 30, 'Bern'],
    ['Jan', 5, 'Chur'],
    ['Feb', 8, 'Chur'],
  ],
}
const inFebruary = { by: 'x', value: 'Feb' } as const
const inChur = { by: 'series', value: 'Chur' } as const

/** Opacity of each series and of each of its marks (null for that of the series). */
function opacities(globalSeriesType: string, selected: SelectedMark) {
  const columnMapping = { month: 'x', sold: 'y', ...(globalSeriesType === 'pie' ? {} : { shop: 'series' }) }
  const { chart, options, option } = draw({ globalSeriesType, columnMapping }, given)
  const rows = selectedRows(renderable(chart), options, selected)
  if (option === null || rows === null) return null
  const series = withSelected(option, renderable(chart), rows).series as Record<string, unknown>[]
  return series.map(({ lineStyle, itemStyle, data }) => ({
    all: opacityOf(lineStyle) ?? opacityOf(itemStyle),
    marks: (data as { itemStyle?: unknown; symbol?: string }[]).map((mark) => mark.symbol ?? opacityOf(mark.itemStyle)),
  }))
}
const opacityOf = (style: unknown) => (style as { opacity?: number } | undefined)?.opacity ?? null

describe('a selected mark', () => {
  it('stands out among dimmed bars, in every series that has its x value (FILTER-14)', () => {
    const series = { all: 0.25, marks: [null, 1] }
    expect(opacities('column', inFebruary)).toEqual([series, series])
  })

  it('stands out among dimmed slices (FILTER-14)', () => {
    expect(opacities('pie', inFebruary)).toEqual([{ all: 0.25, marks: expect.arrayContaining([null, 1]) }])
  })

  it('is the only point with a symbol on a dimmed line (FILTER-14)', () => {
    const line = { all: 0.25, marks: ['none', null] }
    expect(opacities('line', inFebruary)).toEqual([line, line])
  })

  it('may be a whole series (FILTER-14)', () => {
    expect(opacities('line', inChur)).toEqual([
      { all: 0.25, marks: ['none', 'none'] },
      { all: null, marks: [null, null] },
    ])
  })

  it('keeps its own opacity in a box chart, whose other boxes fade (FILTER-14)', () => {
    const { chart, options, option } = draw({ globalSeriesType: 'box', columnMapping: { month: 'x', sold: 'y' } }, given)
    const rows = selectedRows(renderable(chart), options, inFebruary)
    if (option === null || rows === null) throw new Error('Nothing is drawn.')
    const [series] = withSelected(option, renderable(chart), rows).series as { renderItem: (...args: unknown[]) => unknown }[]
    const api = { coord: () => [0, 0], barLayout: () => [{ offsetCenter: 0, width: 20 }], value: () => 0, size: () => [9, 9] }
    const drawn = [0, 1].map((dataIndex) => series?.renderItem({ dataIndex }, api) as { children: { style: object }[] })
    const opacity = drawn.map(({ children }) => new Set(children.map(({ style }) => opacityOf(style))))
    expect(opacity).toEqual([new Set([0.25]), new Set([null])])
  })

  it('is found by the text of a number, as parameters hold it', () => {
    const chart = { x: { name: 'year', type: 'integer', values: [2024, 2025, null] } as const, columns: [] }
    const rowsOf = (value: SelectedMark['value']) => selectedRows(chart, { columnMapping: {} }, { by: 'x', value })
    expect(rowsOf('2025')).toEqual(new Set([1]))
    expect(rowsOf(2025)).toEqual(new Set([1]))
    expect(rowsOf(null)).toEqual(new Set([2]))
    expect(rowsOf('null')).toBeNull()
  })

  it('dims nothing if no row has its value', () => {
    expect(opacities('column', { by: 'x', value: 'March' })).toBeNull()
    expect(opacities('pie', inChur)).toBeNull()
  })
})

describe('a clicked mark', () => {
  it('has the values of its row on the x axis and of its series', () => {
    const { chart, options } = draw(
      { globalSeriesType: 'column', columnMapping: { month: 'x', sold: 'y', shop: 'series' } },
      given,
    )
    expect(pickedMark(renderable(chart), options, 3)).toEqual({
      x: { column: 'month', value: 'Feb' },
      series: { column: 'shop', value: 'Chur' },
      y: null,
      panel: null,
    })
    expect(pickedMark(renderable(chart), options, 9)).toBeNull()
    expect(pickedMark(renderable(chart), { columnMapping: { month: 'x' } }, 0)).toMatchObject({ series: null })
  })

  it('has the value of its row on the y axis of a heatmap (OPEN-208)', () => {
    const { chart, options } = draw(
      { globalSeriesType: 'heatmap', columnMapping: { month: 'x', shop: 'y', sold: 'zVal' } },
      given,
    )
    expect(pickedMark(renderable(chart), options, 3)).toEqual({
      x: { column: 'month', value: 'Feb' },
      series: null,
      y: { column: 'shop', value: 'Chur' },
      panel: null,
    })
  })
})
