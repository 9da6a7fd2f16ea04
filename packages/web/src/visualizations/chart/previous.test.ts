import { describe, expect, it } from 'vitest'
import { sampleFormats } from '../samples.ts'
import { describe as inWords } from './describe.ts'
import { tableOf } from './table-rows.ts'
import { draw, hover, renderable, textColumn } from './testing.ts'

const columns = [textColumn('month', 'date'), textColumn('sales', 'integer')]
const months = [100, 0, 150, 120]
const rows = months.map((value, month) => [`2026-0${month + 1}-01`, value])
const stored = { globalSeriesType: 'line', columnMapping: { month: 'x', sales: 'y' }, compareUnit: 'month' }

const compared = (options: Record<string, unknown> = {}, given: Parameters<typeof draw>[1] = {}) => {
  const drawn = draw({ ...stored, ...options }, { columns, rows, ...given })
  const series: { id: string; name: string; data: number[][]; lineStyle: unknown }[] = drawn.plain.series
  const line = series.find(({ id }) => / previous$/.test(id))
  return { ...drawn, note: renderable(drawn.chart).note, line, values: line?.data.map(([, y]) => y) ?? null }
}

describe('the earlier values of a series', () => {
  it('stand dashed and paler at the same places, with gaps where there are none (CHART-70)', () => {
    const { line, values, note } = compared()
    expect(values).toEqual([null, 100, 0, 150])
    expect(line).toMatchObject({ name: 'sales', lineStyle: { type: [6, 4], opacity: 0.6 } })
    expect(note).toBe('dashed: previous month')
    expect(compared({ compareCount: 2 }).values).toEqual([null, null, 100, 0])
    expect(compared({ globalSeriesType: 'column' }).values).toEqual([null, 100, 0, 150])
  })

  it('are in the tooltip with the change as a number and in percent (CHART-70)', () => {
    const { option, tooltip } = compared()
    const rowsAt = (index: number) => {
      hover(option, index)
      return tooltip()?.rows.map(({ name, value }) => [name, value])
    }
    expect(rowsAt(3)).toEqual([
      ['sales', '120'],
      ['sales (previous month)', '150, −30 (−20%)'],
    ])
    expect(rowsAt(2)?.[1]).toEqual(['sales (previous month)', '0, +150'])
    expect(rowsAt(0)).toEqual([['sales', '100']])
  })

  it('are not rounded, nor is the change, unlike the values of trends (CHART-70)', () => {
    const exact = [
      ['2026-01-01', 1241.45],
      ['2026-02-01', 2836.73],
    ]
    const euros = { numberFormat: '$0,0.00', percentFormat: '0.00%' }
    const { option, tooltip, chart, options } = compared(euros, { rows: exact })
    hover(option, 1)
    expect(tooltip()?.rows[1]?.value).toBe('$1,241.45, +$1,595.28 (+128.50%)')
    expect(tableOf(renderable(chart), options, sampleFormats).rows.at(-1)).toContain('$1,241.45')
    const noisy = [
      ['2026-01-01', 0.1 + 0.2],
      ['2026-02-01', 0.3],
    ]
    const same = compared({}, { rows: noisy })
    hover(same.option, 1)
    expect(same.tooltip()?.rows[1]?.value).toBe('0.3, 0 (0%)')
  })

  it('are in the table and the description (CHART-70)', () => {
    const { chart, options } = compared({ compareCount: 2 })
    expect(tableOf(renderable(chart), options, sampleFormats).rows.slice(4)).toEqual([
      ['sales (2 months earlier)', '2026-03-01', '100'],
      ['sales (2 months earlier)', '2026-04-01', '0'],
    ])
    expect(inWords('Sales', renderable(chart), options, sampleFormats)).toMatch(
      /Earlier values: sales \(2 months earlier\) from 100 at 2026-03-01 to 0 at 2026-04-01\.$/,
    )
  })

  it('say why there are none (CHART-70)', () => {
    expect(compared({ compareUnit: 'year' }).note).toBe('the result has no rows for sales (previous year)')
    expect(compared({ xAxis: { type: 'category' } }).note).toBe('no earlier values, because the x axis has no times')
    expect(compared({ series: { stacking: 'stack' } }).note).toBe('no earlier values, because the series are stacked')
    expect(compared({}, { total: 9000 })).toMatchObject({ values: null })
  })

  it('are none at a date with several rows, of which none is the value (CHART-70)', () => {
    const twice = [...rows, ['2026-03-01', 7]]
    expect(compared({}, { rows: twice }).values).toEqual([null, 100, 0, null])
    expect(compared({ aggregation: 'sum' }, { rows: twice }).values).toEqual([null, 100, 0, 157])
  })

  it('are not drawn for other kinds of charts, or by options that cannot be read (CHART-70)', () => {
    expect(compared({ globalSeriesType: 'scatter' }).values).toBeNull()
    expect(compared({ compareUnit: 'century' }).values).toBeNull()
    expect(compared({ compareCount: 'many' }).values).toEqual([null, 100, 0, 150])
  })
})
