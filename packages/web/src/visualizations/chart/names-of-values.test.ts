import type { Cell } from '@sightline/contract/results.ts'
import { describe, expect, it } from 'vitest'
import { sampleFormats } from '../samples.ts'
import { pickedMark } from './clicked.ts'
import { describe as inWords } from './describe.ts'
import { legendOf } from './legend.ts'
import { selectedName, selectedRows } from './option/selected.ts'
import { tableOf } from './table-rows.ts'
import { draw, hover, renderable, textColumn } from './testing.ts'

/** Midnights in Berlin, which are 05:30 in India. */
const days: Cell[][] = [
  ['2026-06-30T22:00:00Z', 10, 'a'],
  ['2026-07-01T22:00:00Z', 30, 'a'],
]
const columns = [textColumn('at', 'datetime'), textColumn('n', 'integer'), textColumn('kind')]
const formatsIn = (timeZone: string) => ({ ...sampleFormats, timeZone })
const berlin = formatsIn('Europe/Berlin')
const kolkata = formatsIn('Asia/Kolkata')
const byTime = { at: 'x', n: 'y' }

/** Every text in which a chart names its times. */
function textsOf(stored: Record<string, unknown>, formats = kolkata) {
  const drawn = draw(stored, { columns, rows: days, formats })
  const chart = renderable(drawn.chart)
  hover(drawn.option, 0)
  return {
    axis: drawn.plain.xAxis?.data,
    tooltip: drawn.tooltip()?.title,
    tooltipRows: drawn.tooltip()?.rows.map(({ name }) => name),
    legend: legendOf(chart, drawn.options, formats, 'light', 500)?.entries.map(({ name }) => name),
    description: inWords('It', chart, drawn.options, formats),
    table: tableOf(chart, drawn.options, formats).rows.map((row) => row.slice(0, 2)),
  }
}

describe('missing values and empty texts as names in a chart', () => {
  const gaps: Cell[][] = [
    [null, 1, 'a'],
    ['', 2, null],
    ['x', 3, ''],
  ]
  const names = ['(empty)', '(empty text)', 'x']
  const textColumns = [textColumn('at'), textColumn('n', 'integer'), textColumn('kind')]
  const drawGaps = (stored: Record<string, unknown>, rows = gaps) => draw(stored, { columns: textColumns, rows })
  const legendNames = ({ chart, options }: ReturnType<typeof draw>) =>
    legendOf(renderable(chart), options, sampleFormats, 'light', 500)?.entries.map(({ name }) => name)

  it('stand in words on axes, in tooltips and in tables, and keep their keys (OPEN-786)', () => {
    const drawn = drawGaps({ columnMapping: byTime })
    expect(drawn.plain.xAxis.data).toEqual(names)
    hover(drawn.option, 0)
    expect(drawn.tooltip()?.title).toBe('(empty)')
    expect(tableOf(renderable(drawn.chart), drawn.options, sampleFormats).rows.map((row) => row[1])).toEqual(names)
    expect(pickedMark(renderable(drawn.chart), drawn.options, 0)?.x).toEqual({ column: 'at', value: null })
    const heat = drawGaps({ globalSeriesType: 'heatmap', columnMapping: { at: 'x', kind: 'y', n: 'zVal' } })
    expect([heat.plain.xAxis.data, heat.plain.yAxis.data]).toEqual([names, expect.arrayContaining(['a', '(empty)'])])
  })

  it('name slices, series and panels, which are colored and renamed by their keys (OPEN-786)', () => {
    const pie = drawGaps({
      globalSeriesType: 'pie',
      columnMapping: byTime,
      piesort: false,
      valuesOptions: { null: { color: '#112233' } },
    })
    expect(legendNames(pie)).toEqual(names)
    expect(JSON.stringify(pie.plain.series)).toContain('#112233')
    const grouped = { columnMapping: { at: 'x', n: 'y', kind: 'series' } }
    expect(legendNames(drawGaps(grouped))).toEqual(['a', '(empty)', '(empty text)'])
    expect(legendNames(drawGaps({ ...grouped, seriesOptions: { null: { name: 'None' } } }))).toContain('None')
    const panels = drawGaps({ columnMapping: { at: 'x', n: 'y', kind: 'panel' } }).chart
    expect(panels.kind === 'cartesian' && panels.panels?.map(({ name }) => name)).toEqual(['a', '(empty)', '(empty text)'])
  })

  it('differ from the text "null" (OPEN-786)', () => {
    const drawn = drawGaps({ columnMapping: byTime }, [['null', 1, 'a']])
    expect(drawn.plain.xAxis.data).toEqual(['null'])
  })
})

describe('times as names in a chart', () => {
  it('stand on a category axis on the clock of the reader, as dates if all begin a day (OPEN-140)', () => {
    const stored = { columnMapping: byTime, xAxis: { type: 'category' } }
    expect(textsOf(stored)).toMatchObject({
      axis: ['2026-07-01 03:30', '2026-07-02 03:30'],
      tooltip: '2026-07-01 03:30',
      description: 'It. Bar chart of n by at from 2026-07-01 03:30 to 2026-07-02 03:30. Values from 10 to 30.',
      table: [
        ['n', '2026-07-01 03:30'],
        ['n', '2026-07-02 03:30'],
      ],
    })
    expect(textsOf(stored, berlin)).toMatchObject({ axis: ['2026-07-01', '2026-07-02'], tooltip: '2026-07-01' })
    expect(textsOf({ ...stored, dateTimeFormat: 'D MMM' }, berlin)).toMatchObject({ axis: ['1 Jul', '2 Jul'] })
  })

  it('are alike on a pie: in its legend, tooltip, description and table (OPEN-140)', () => {
    expect(textsOf({ globalSeriesType: 'pie', columnMapping: byTime, piesort: false }, berlin)).toMatchObject({
      tooltip: '2026-07-01',
      legend: ['2026-07-01', '2026-07-02'],
      description: 'It. Pie chart. n: 2026-07-01 25%, 2026-07-02 75%.',
      table: [
        ['n', '2026-07-01'],
        ['n', '2026-07-02'],
      ],
    })
  })

  it('are alike as the groups of a chart (OPEN-140)', () => {
    const grouped = { columnMapping: { kind: 'x', n: 'y', at: 'series' } }
    expect(textsOf(grouped, berlin)).toMatchObject({ legend: ['2026-07-01', '2026-07-02'], tooltipRows: ['2026-07-01'] })
    const renamed = { ...grouped, seriesOptions: { '2026-06-30T22:00:00Z': { name: 'First' } } }
    expect(textsOf(renamed).legend).toEqual(['First', '2026-07-02 03:30'])
  })

  it('are alike on a heatmap and at its points (OPEN-140)', () => {
    const heat = { globalSeriesType: 'heatmap', columnMapping: { at: 'x', kind: 'y', n: 'zVal' } }
    expect(textsOf(heat, berlin)).toMatchObject({ axis: ['2026-07-01', '2026-07-02'], tooltip: '2026-07-01, a' })
    const points = { globalSeriesType: 'scatter', columnMapping: { kind: 'x', n: 'y' } }
    const drawn = draw(points, { columns, rows: days, formats: kolkata })
    hover(drawn.option, 0)
    expect(drawn.tooltip()?.rows).toContainEqual({ color: '', name: 'at', value: '2026-07-01 03:30' })
  })

  it('fill the templates of data labels (OPEN-140)', () => {
    const drawn = draw(
      { columnMapping: { kind: 'x', n: 'y' }, showDataLabels: true, textFormat: '{{ at }}: {{ @@y }}' },
      { columns, rows: days, formats: berlin },
    )
    const [series] = [drawn.option?.series ?? []].flat() as { label?: { formatter?: unknown } }[]
    const formatter = series?.label?.formatter
    expect(typeof formatter === 'function' && formatter({ dataIndex: 0 })).toBe('2026-07-01: 10')
  })

  it('keep the values of the result as keys of stored colours and as values of filters, in every zone (OPEN-140)', () => {
    const pie = {
      globalSeriesType: 'pie',
      columnMapping: byTime,
      valuesOptions: { '2026-06-30T22:00:00Z': { color: '#112233' } },
    }
    const drawn = draw(pie, { columns, rows: days, formats: kolkata })
    expect(JSON.stringify(drawn.plain.series)).toContain('#112233')
    const grouped = draw({ columnMapping: { kind: 'x', n: 'y', at: 'series' } }, { columns, rows: days, formats: kolkata })
    const chart = renderable(grouped.chart)
    expect(pickedMark(chart, grouped.options, 1)?.series).toEqual({ column: 'at', value: '2026-07-01T22:00:00Z' })
    const selected = { by: 'series', value: '2026-07-01T22:00:00Z' } as const
    expect(selectedRows(chart, grouped.options, selected)).toEqual(new Set([1]))
    expect(selectedName(chart, grouped.options, kolkata, selected)).toBe('2026-07-02 03:30')
  })

  it('name the two hours that a clock shows twice alike and keep them apart (OPEN-140)', () => {
    const rows: Cell[][] = ['2026-10-25T00:00:00Z', '2026-10-25T01:00:00Z'].map((at, n) => [at, n + 1, ''])
    const { plain } = draw({ columnMapping: byTime, xAxis: { type: 'category' } }, { columns, rows, formats: berlin })
    expect(plain.xAxis.data).toEqual(['2026-10-25 02:00', '2026-10-25 02:00'])
    expect(plain.series[0].data).toHaveLength(2)
  })
})
