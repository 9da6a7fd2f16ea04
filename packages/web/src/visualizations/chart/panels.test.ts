import { MAX_PANELS } from '@sightline/domain/chart-data/panels.ts'
import { describe, expect, it } from 'vitest'
import { sampleFormats } from '../samples.ts'
import { clickedRow, pickedMark } from './clicked.ts'
import { describe as inWords } from './describe.ts'
import { legendOf } from './legend.ts'
import { needs } from './needs.ts'
import { cellsOf } from './option/panels.ts'
import { ChartOptions } from './options.ts'
import { withSharedColors } from './shared.ts'
import { tableOf } from './table-rows.ts'
import { draw, hover, renderable, textColumn } from './testing.ts'

const columns = [textColumn('month'), textColumn('sold', 'integer'), textColumn('shop'), textColumn('region')]
const rows = [
  ['Jan', 10, 'a', 'North'],
  ['Jan', 300, 'a', 'South'],
  ['Feb', 20, 'b', 'North'],
  ['Mar', 250, 'b', 'South'],
]
const stored = {
  globalSeriesType: 'column',
  columnMapping: { month: 'x', sold: 'y', shop: 'series', region: 'panel' },
}
const drawn = draw(stored, { columns, rows })
const chart = renderable(drawn.chart)

describe('a chart with a column for panels', () => {
  it('has one plot for each value, below its name, with the same categories in all (CHART-67)', () => {
    const { plain } = drawn
    expect(plain.title.map(({ text }: { text: string }) => text)).toEqual(['North', 'South'])
    expect(plain.grid).toHaveLength(2)
    expect(plain.xAxis.map(({ gridIndex, data }: { gridIndex: number; data: string[] }) => [gridIndex, data])).toEqual([
      [0, ['Jan', 'Feb', 'Mar']],
      [1, ['Jan', 'Feb', 'Mar']],
    ])
    const marks = plain.series.map((one: { id: string; name: string; xAxisIndex: number; yAxisIndex: number }) => [
      one.id,
      one.name,
      one.xAxisIndex,
      one.yAxisIndex,
    ])
    expect(marks).toEqual([
      ['0:a', 'a', 0, 0],
      ['0:b', 'b', 0, 0],
      ['1:a', 'a', 1, 1],
      ['1:b', 'b', 1, 1],
    ])
  })

  it('has one value scale for all, or one for each (CHART-67)', () => {
    const ends = (options: ReturnType<typeof draw>) =>
      options.plain.yAxis.map(({ min, max }: { min?: number; max?: number }) => [min, max])
    expect(ends(drawn)).toEqual([
      [0, 300],
      [0, 300],
    ])
    expect(ends(draw({ ...stored, ownPanelScales: true }, { columns, rows }))).toEqual([
      [undefined, undefined],
      [undefined, undefined],
    ])
    expect(ends(draw({ ...stored, yAxis: [{ rangeMin: -5, rangeMax: 500 }] }, { columns, rows }))[1]).toEqual([-5, 500])
    const log = draw({ ...stored, yAxis: [{ type: 'logarithmic' }] }, { columns, rows })
    expect(ends(log)[0]).toEqual([1, 1000])
    const lined = draw({ ...stored, referenceLines: [{ kind: 'value', value: 390 }] }, { columns, rows })
    expect(ends(lined)[0]).toEqual([0, 400])
  })

  it('stacks each panel for itself, also as shares (CHART-67)', () => {
    const stacked = draw({ ...stored, series: { stacking: 'stack', percentValues: true } }, { columns, rows })
    const stacks = stacked.plain.series.map(({ stack }: { stack: string }) => stack)
    expect(new Set(stacks)).toEqual(new Set(['0:column 0', '1:column 0']))
    hover(stacked.option, 0, -1)
    expect(stacked.tooltip()?.rows.at(-1)?.value).toBe('100% (10)')
  })

  it('names the panel in the tooltip (CHART-67)', () => {
    hover(drawn.option, -1, -1, 0)
    expect(drawn.tooltip()).toMatchObject({ title: 'South, Jan', rows: [{ name: 'a', value: '300' }] })
  })

  it('has one legend with the colors of all panels (CHART-67)', () => {
    expect(legendOf(chart, drawn.options, sampleFormats, 'light', 900)?.entries.map(({ name }) => name)).toEqual(['a', 'b'])
    const shared = withSharedColors({ chart, options: drawn.options }, new Map([['b', 4]])).chart
    const colors = shared.kind === 'cartesian' ? shared.panels?.map(({ data }) => data.series[1]?.color) : null
    expect(new Set(colors)).toEqual(new Set([shared.kind === 'cartesian' ? shared.data.series[1]?.color : null]))
    expect(colors?.[0]).not.toBeNull()
  })

  it('leads from a mark to the rows with its panel (CHART-67)', () => {
    const row = clickedRow(chart, { seriesId: '1:b', dataIndex: 0 })
    expect(row).toBe(3)
    expect(pickedMark(chart, drawn.options, row ?? -1)).toEqual({
      x: { column: 'month', value: 'Mar' },
      series: { column: 'shop', value: 'b' },
      y: null,
      panel: { column: 'region', value: 'South' },
    })
  })

  it('names the panels in its table and description (CHART-67)', () => {
    const table = tableOf(chart, drawn.options, sampleFormats)
    expect(table.head).toEqual(['Panel', 'Series', 'month', 'Value'])
    expect(table.rows[1]).toEqual(['North', 'b', 'Feb', '20'])
    expect(table).toMatchObject({ xAt: 2, numbers: ['Value'] })
    expect(inWords('Sales', chart, drawn.options, sampleFormats)).toBe(
      'Sales. Bar chart of a, b by month from Jan to Mar. 2 panels: North, South. Values from 10 to 300.',
    )
  })

  it('says how many panels are not shown (CHART-67)', () => {
    const many = Array.from({ length: MAX_PANELS + 12 }, (_, index) => ['Jan', index, 'a', `region ${index}`])
    const { chart: long } = draw(stored, { columns, rows: many })
    expect(renderable(long).note).toBe('24 of 36 panels')
    expect(long.kind === 'cartesian' ? long.panels : null).toHaveLength(MAX_PANELS)
    const { chart: thinned } = draw(stored, { columns, rows: many, total: 9000 })
    expect(renderable(thinned).note).toContain('24 of at least 36 panels')
  })

  it('has the same reach of times in all panels (CHART-67)', () => {
    const timed = {
      columns: [textColumn('day', 'date'), textColumn('sold', 'integer'), textColumn('region')],
      rows: [
        ['2026-01-01', 1, 'North'],
        ['2026-01-09', 2, 'South'],
      ],
    }
    const { plain } = draw({ globalSeriesType: 'line', columnMapping: { day: 'x', sold: 'y', region: 'panel' } }, timed)
    const reach = plain.series.filter(({ id }: { id: string }) => id.endsWith('reach'))
    const ends = [Date.UTC(2026, 0, 1), Date.UTC(2026, 0, 9)]
    expect(reach.map(({ data }: { data: number[][] }) => data.map(([x]) => x))).toEqual([ends, ends])
  })

  it('asks for the column, also where the server adds up the rows (CHART-67)', () => {
    const options = ChartOptions.parse({ ...stored, aggregation: 'sum' })
    expect(needs(options, columns)).toMatchObject({
      columns: expect.arrayContaining(['region']),
      instead: { sets: [['month', 'shop', 'region']] },
    })
    expect(needs({ ...options, globalSeriesType: 'box' }, columns)).not.toMatchObject({
      columns: expect.arrayContaining(['region']),
    })
  })

  it('places panels in rows that fit the plot (CHART-67)', () => {
    expect(cellsOf(4, 1200, 700).map(({ left, top }) => [left, top])).toEqual([
      [0, 0],
      [600, 0],
      [0, 350],
      [600, 350],
    ])
    expect(cellsOf(3, 300, 900).map(({ left }) => left)).toEqual([0, 0, 0])
  })
})
