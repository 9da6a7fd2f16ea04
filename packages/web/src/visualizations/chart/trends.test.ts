import { describe, expect, it } from 'vitest'
import { sampleFormats } from '../samples.ts'
import { describe as inWords } from './describe.ts'
import { ChartOptions } from './options.ts'
import { prepare } from './prepare.ts'
import { tableOf } from './table-rows.ts'
import { draw, hover, renderable, textColumn } from './testing.ts'

const columns = [textColumn('day', 'date'), textColumn('sold', 'integer'), textColumn('left', 'integer')]
const sold = [10, 30, 20, 40]
const rows = sold.map((value, day) => [`2026-01-0${day + 1}`, value, 5])
const stored = {
  globalSeriesType: 'line',
  columnMapping: { day: 'x', sold: 'y' },
  missingValuesAsZero: false,
  seriesOptions: { sold: { trend: 'linear' } },
}
const average = { ...stored, seriesOptions: { sold: { trend: 'average', trendPoints: 2, name: 'Sales' } } }

/** The heights of the trends that are drawn, by the id of their series. */
function drawnTrends(options: Record<string, unknown>, given: Parameters<typeof draw>[1] = {}) {
  const { plain, chart } = draw({ ...stored, ...options }, { columns, rows, ...given })
  const series: { id: string; name: string; data: number[][] }[] = plain.series
  return {
    note: renderable(chart).note,
    lines: series.filter(({ id }) => / trend$/.test(id)).map(({ name, data }) => [name, data.map((place) => place[1])]),
  }
}

describe('the trend of a series', () => {
  it('is a line over time, hidden together with its series (CHART-66)', () => {
    expect(drawnTrends({}).lines).toEqual([['sold', [13, 21, 29, 37]]])
    expect(drawnTrends({}, { hidden: ['sold'] }).lines).toEqual([])
  })

  it('can be a moving average (CHART-66)', () => {
    expect(drawnTrends(average).lines).toEqual([['sold', [null, 20, 25, 30]]])
  })

  it('is in the tooltip, the table and the description (CHART-66)', () => {
    const { option, tooltip, chart, options } = draw(average, { columns, rows })
    hover(option, 1)
    expect(tooltip()?.rows.map(({ name, value }) => [name, value])).toEqual([
      ['Sales', '30'],
      ['Sales (2-point average)', '20'],
    ])
    hover(option, 0)
    expect(tooltip()?.rows).toHaveLength(1)
    const { rows: lines, marks } = tableOf(renderable(chart), options, sampleFormats)
    expect(lines.slice(4).map(([name, , value]) => [name, value])).toEqual([
      ['Sales (2-point average)', '20'],
      ['Sales (2-point average)', '25'],
      ['Sales (2-point average)', '30'],
    ])
    expect(marks.slice(4)).toEqual([null, null, null])
    expect(inWords('Sales', renderable(chart), options, sampleFormats)).toContain(
      'Trend lines: Sales (2-point average) from 20 at 2026-01-02 to 30 at 2026-01-04.',
    )
  })

  it('runs along the values of a horizontal chart (CHART-66)', () => {
    const { plain } = draw({ ...stored, globalSeriesType: 'column', swappedAxes: true }, { columns, rows })
    const trend = plain.series.find(({ id }: { id: string }) => id === 'sold trend')
    expect(trend.data[0][0]).toBe(13)
    expect(trend.xAxisIndex).toBe(0)
  })

  it('is not drawn for the layers of a stack (CHART-66)', () => {
    const stacked = { columnMapping: { day: 'x', sold: 'y', left: 'y' }, series: { stacking: 'stack' } }
    expect(drawnTrends(stacked)).toEqual({ note: null, lines: [] })
  })

  it('leaves out a period that is not over (CHART-66)', () => {
    const options = ChartOptions.parse({ ...stored, marksIncomplete: true })
    const values = [rows.map(([day]) => String(day)), [10, 20, 30, 1]]
    const data = { kind: 'columns' as const, columns: columns.slice(0, 2), total: 4, shown: 4, values }
    const chart = prepare(data, options, sampleFormats, Date.UTC(2026, 0, 4, 12))
    if (chart.kind !== 'cartesian') throw new Error('There is no chart.')
    expect(chart.incompleteFrom).toBe(Date.UTC(2026, 0, 4))
    expect(chart.trends[0]?.line.points.map(({ y }) => y)).toEqual([10, 20, 30])
  })

  it('of shares consists of shares (CHART-66)', () => {
    const shares = { ...stored, columnMapping: { day: 'x', sold: 'y', left: 'y' }, series: { percentValues: true } }
    const { option, tooltip } = draw(
      { ...shares, seriesOptions: { left: { trend: 'average', trendPoints: 2 } } },
      { columns, rows },
    )
    hover(option, 1, 1)
    expect(tooltip()?.rows.at(-1)).toMatchObject({ name: 'left (2-point average)', value: '23.81%' })
  })

  it('says why there is none, if there are too few values or not all points are drawn (CHART-66)', () => {
    const long = { seriesOptions: { sold: { trend: 'average', trendPoints: 9 } } }
    expect(drawnTrends(long)).toEqual({ note: 'too few values for sold (9-point average)', lines: [] })
    expect(drawnTrends({}, { total: 5000 })).toEqual({
      note: '4 of 5,000 rows, no trend lines, because not all points are drawn',
      lines: [],
    })
  })

  it('ignores stored values that cannot be read (CHART-66)', () => {
    expect(drawnTrends({ seriesOptions: { sold: { trend: 'cubic' } } }).lines).toEqual([])
    const { lines } = drawnTrends({ seriesOptions: { sold: { trend: 'average', trendPoints: 'two' } } })
    expect(lines).toEqual([])
    expect(drawnTrends({ seriesOptions: { sold: { trend: 'average', trendPoints: -3 } } }).lines).toHaveLength(1)
  })
})
