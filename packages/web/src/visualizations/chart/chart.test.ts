import { expect, describe as group, it } from 'vitest'
import { tickLabel } from '../cell-label.ts'
import { sampleFormats as formats } from '../samples.ts'
import { describe } from './describe.ts'
import { timeLabel } from './labels.ts'
import { needs, problem } from './needs.ts'
import { ChartOptions } from './options.ts'
import { samples } from './samples.ts'
import { draw, hover, mapping, renderable, sales, textColumn } from './testing.ts'

group('chart options', () => {
  it('have their defaults (CHART-19, CHART-25, CHART-26, CHART-29)', () => {
    expect(ChartOptions.parse({})).toMatchObject({
      globalSeriesType: 'column',
      sortX: true,
      missingValuesAsZero: true,
      numberFormat: '0,0[.]00000',
      percentFormat: '0[.]00%',
      textFormat: '',
      direction: { type: 'counterclockwise' },
      legend: { enabled: true },
      xAxis: { type: '-', labels: { enabled: true } },
      series: { stacking: null, percentValues: false },
    })
  })

  it('have an x axis and two y axes with type, title and range (CHART-09, CHART-10)', () => {
    const { xAxis, yAxis } = ChartOptions.parse({
      xAxis: { type: 'linear', title: 'Year', rangeMin: 1, rangeMax: '5' },
      yAxis: [{ type: 'logarithmic', title: { text: 'Sold' }, rangeMin: 0, rangeMax: null }],
    })
    expect(xAxis).toMatchObject({ type: 'linear', title: { text: 'Year' }, rangeMin: 1, rangeMax: 5 })
    expect(yAxis).toMatchObject([
      { type: 'logarithmic', title: { text: 'Sold' }, rangeMin: 0, rangeMax: null },
      { type: 'linear', opposite: true },
    ])
  })

  it('read the old names for stacking (OPEN-15)', () => {
    expect(ChartOptions.parse({ series: { stacking: 'normal' } }).series).toMatchObject({
      stacking: 'stack',
      percentValues: false,
    })
    expect(ChartOptions.parse({ series: { stacking: 'percent' } }).series).toMatchObject({
      stacking: 'stack',
      percentValues: true,
    })
    expect(ChartOptions.parse({ series: { stacking: null, error_y: { visible: true } } }).series).toMatchObject({
      stacking: null,
      error_y: { visible: true },
    })
  })

  it('keep unknown options and replace unreadable values by defaults', () => {
    expect(ChartOptions.parse({ swappedAxes: true, legend: { enabled: 'yes', font: 3 }, seriesOptions: 7 })).toMatchObject({
      swappedAxes: true,
      legend: { enabled: true, font: 3 },
      seriesOptions: {},
    })
  })
})

group('the time zone of a chart', () => {
  const formatsIn = (timeZone: string) => ({ ...formats, timeZone })
  const monthly = {
    columns: [textColumn('month', 'datetime'), textColumn('sold', 'integer')],
    rows: ['2026-05-31T22:00:00Z', '2026-06-30T22:00:00Z', '2026-10-31T23:00:00Z'].map((month, at) => [month, at]),
  }

  it('places times with a zone on the clock of the reader, where whole days have no time of day', () => {
    const drawn = draw({}, { ...monthly, formats: formatsIn('Europe/Zurich') })
    const { data } = renderable(drawn.chart)
    expect('xs' in data && data.xs).toEqual([Date.UTC(2026, 5, 1), Date.UTC(2026, 6, 1), Date.UTC(2026, 10, 1)])
    hover(drawn.option, 2)
    expect(drawn.tooltip()?.title).toBe('2026-11-01')
  })

  it('keeps the values of the result for filters by clicked marks', () => {
    const { chart } = draw({}, { ...monthly, formats: formatsIn('Europe/Zurich') })
    expect(renderable(chart).x.values).toEqual(monthly.rows.map(([month]) => month))
  })
})

group('the needs of a chart', () => {
  it('are the columns it draws and the columns its labels name', () => {
    const options = ChartOptions.parse({ columnMapping: mapping, textFormat: '{{ @@y }} {{ note }}' })
    expect(needs(options, sales.columns)).toEqual({ kind: 'columns', columns: ['month', 'sold', 'note'], extreme: 'sold' })
  })

  it('are an X column and a Y column (CHART-05, CHART-06)', () => {
    const sentence = 'Choose an X column and at least one Y column.'
    for (const columnMapping of [{}, { month: 'x' }, { sold: 'y' }]) {
      const options = ChartOptions.parse({ columnMapping })
      expect(problem(options, sales.columns)).toBe(sentence)
      expect(draw({ columnMapping }).chart).toEqual({ kind: 'nothing', reason: sentence })
    }
    expect(problem(ChartOptions.parse({ columnMapping: mapping }), sales.columns)).toBeNull()
  })

  it('name columns that the result no longer has', () => {
    const gone = ChartOptions.parse({ columnMapping: { gone: 'x', sold: 'y' } })
    expect(problem(gone, sales.columns)).toBe(
      'The result no longer has the column “gone”. Choose an X column and at least one Y column.',
    )
  })

  it('are explained in one sentence when nothing can be drawn', () => {
    expect(draw({}, { rows: [] }).chart).toEqual({ kind: 'nothing', reason: 'No data' })
    expect(draw({ globalSeriesType: 'hologram' }).chart).toEqual({
      kind: 'nothing',
      reason: 'Charts of type Hologram are not supported.',
    })
  })
})

group('axes', () => {
  it('are drawn with their titles, types and ranges (CHART-09, CHART-10)', () => {
    const { plain } = draw(
      {
        xAxis: { type: 'linear', title: { text: 'Year' }, rangeMin: 1, rangeMax: 9 },
        yAxis: [
          { title: { text: 'Sold' }, rangeMin: 5, rangeMax: 50 },
          { type: 'logarithmic', title: { text: 'Left' } },
        ],
        columnMapping: { year: 'x', sold: 'y', left: 'y' },
        seriesOptions: { left: { yAxis: 1 } },
      },
      {
        columns: [textColumn('year', 'integer'), textColumn('sold', 'integer'), textColumn('left', 'float')],
        rows: [
          [2, 10, 1],
          [3, 20, 2],
        ],
      },
    )
    expect(plain.xAxis).toMatchObject({ type: 'value', name: 'Year', min: 1, max: 9 })
    expect(plain.yAxis).toMatchObject([
      { type: 'value', position: 'left', min: 5, max: 50 },
      { type: 'log', position: 'right' },
    ])
    expect(plain.title).toMatchObject([
      { text: 'Sold', left: 20 },
      { text: 'Left', right: 20 },
    ])
  })

  it('are left or right as each series chooses (CHART-14)', () => {
    const { plain } = draw({ columnMapping: { month: 'x', sold: 'y', left: 'y' }, seriesOptions: { left: { yAxis: 1 } } })
    expect(plain.series).toMatchObject([
      { id: 'sold', yAxisIndex: 0 },
      { id: 'left', yAxisIndex: 1 },
    ])
    const right = draw({ seriesOptions: { sold: { yAxis: 1 } } }).plain
    expect(right.yAxis).toMatchObject([{ position: 'right' }])
    expect(right.series).toMatchObject([{ yAxisIndex: 0 }])
  })

  it('are swapped for horizontal charts (CHART-22)', () => {
    expect(draw({ reverseX: true }).plain.xAxis).toMatchObject({ data: ['Feb', 'Jan'], inverse: false })
  })

  it('abbreviate large values and write small ones in full', () => {
    expect([0, 950, 1400, 0.25].map((value) => tickLabel(value, 1400, formats.numberMarks))).toEqual([
      '0',
      '950',
      '1,400',
      '0.25',
    ])
    expect([0, 600_000, 1_500_000].map((value) => tickLabel(value, 2_000_000, formats.numberMarks))).toEqual([
      '0',
      '600K',
      '1.5M',
    ])
  })

  it('label time ticks with the unit that begins there', () => {
    expect(timeLabel(Date.UTC(2025, 0, 1))).toEqual({ text: '2025', unit: 'year' })
    expect(timeLabel(Date.UTC(2025, 6, 1))).toEqual({ text: 'Jul', unit: 'month' })
    expect(timeLabel(Date.UTC(2025, 6, 7))).toEqual({ text: '7 Jul', unit: 'day' })
    expect(timeLabel(Date.UTC(2025, 6, 7, 8, 30))).toEqual({ text: '08:30', unit: 'time' })
  })

  it('begin at zero unless that would flatten the line, and fit points (CHART-53)', () => {
    const rows = [
      ['a', 1000],
      ['b', 1010],
    ]
    const columns = [textColumn('month'), textColumn('sold', 'integer')]
    expect(draw({ globalSeriesType: 'line' }, { columns, rows }).plain.yAxis).toMatchObject([{ scale: true }])
    expect(draw({ globalSeriesType: 'column' }, { columns, rows }).plain.yAxis).toMatchObject([{ scale: false }])
    expect(draw({ globalSeriesType: 'line' }).plain.yAxis).toMatchObject([{ scale: false }])
    const line = (...values: number[]) =>
      draw({ globalSeriesType: 'line' }, { columns, rows: values.map((value, at) => [`m${at}`, value]) }).plain.yAxis[0].scale
    expect(line(-1010, -1000)).toBe(true)
    expect(line(75, 100)).toBe(false)
    expect(line(76, 100)).toBe(true)
    expect(line(0, 0.1)).toBe(false)
    expect(line(-1, 1)).toBe(false)
    const mixed = { globalSeriesType: 'line', columnMapping: { month: 'x', sold: 'y', left: 'y' } }
    const both = { columns: [...columns, textColumn('left', 'integer')], rows: rows.map((row) => [...row, 1005]) }
    expect(draw(mixed, both).plain.yAxis).toMatchObject([{ scale: true }])
    for (const type of ['column', 'area'])
      expect(draw({ ...mixed, seriesOptions: { left: { type } } }, both).plain.yAxis).toMatchObject([{ scale: false }])
    expect(draw({ ...mixed, series: { stacking: 'stack' } }, both).plain.yAxis).toMatchObject([{ scale: false }])
    expect(draw({ globalSeriesType: 'scatter' }).plain.yAxis).toMatchObject([{ scale: true }])
  })
})

group('series', () => {
  it('use their own type and colour, else those of the chart and the palette (CHART-11, CHART-13, CHART-32)', () => {
    const { plain } = draw({
      columnMapping: { month: 'x', sold: 'y', left: 'y' },
      seriesOptions: { left: { type: 'line', color: '#123456' } },
    })
    expect(plain.series).toMatchObject([
      { type: 'bar', color: '#3E5EDB' },
      { type: 'line', color: '#123456' },
    ])
  })

  it('are separated by a line within a stack unless they are too thin, and have labels with enough contrast', () => {
    const stacked = (width: number, dark: boolean) =>
      draw({ globalSeriesType: 'column', series: { stacking: 'stack' }, showDataLabels: true }, { width, dark }).plain.series[0]
    expect(stacked(400, false).itemStyle.borderWidth).toBeGreaterThan(0)
    expect(stacked(12, false).itemStyle).not.toHaveProperty('borderWidth')
    expect([stacked(400, false).label.color, stacked(400, true).label.color]).toEqual(['#FFFFFF', '#14171C'])
  })

  it('are stacked, also as percentages (CHART-17, CHART-18)', () => {
    const { plain } = draw({
      columnMapping: { month: 'x', sold: 'y', left: 'y' },
      series: { stacking: 'stack', percentValues: true },
    })
    const [sold, left] = plain.series
    expect(sold.stack).toBe(left.stack)
    const top = (item: { value: number[] } | number[]) => (Array.isArray(item) ? item : item.value)[1] ?? 0
    expect(top(sold.data[0]) + top(left.data[0])).toBeCloseTo(100)
    // Steps of 25: an interval that does not divide 100 would make the top two labels overlap.
    expect(plain.yAxis).toMatchObject([{ max: 100, interval: 25 }])
  })

  it('round only the outer corners of a stack', () => {
    const { plain } = draw({ columnMapping: { month: 'x', sold: 'y', left: 'y' }, series: { stacking: 'stack' } })
    expect(plain.series[0].data[0]).toEqual([0, 10])
    expect(plain.series[1].data[0]).toMatchObject({ itemStyle: { borderRadius: [3, 3, 0, 0] } })
    const alone = draw(
      { columnMapping: { month: 'x', sold: 'y', left: 'y' }, series: { stacking: 'stack' } },
      { hidden: ['left'] },
    ).plain
    expect(alone.series[0].data[0]).toMatchObject({ itemStyle: { borderRadius: [3, 3, 0, 0] } })
  })

  it('are interrupted where values are missing (CHART-20)', () => {
    const rows = [
      ['a', 1],
      ['b', null],
      ['c', 3],
    ]
    const columns = [textColumn('month'), textColumn('sold', 'integer')]
    const line = draw({ globalSeriesType: 'line', missingValuesAsZero: false }, { columns, rows }).plain.series[0]
    expect(line.data).toEqual([
      [0, 1],
      [1, null],
      [2, 3],
    ])
    // Both points are isolated, so their symbols are shown.
    expect(line.showSymbol).toBe(true)
  })

  it('omit values that a logarithmic axis cannot show', () => {
    const rows = [
      ['a', 0],
      ['b', 10],
    ]
    const { plain } = draw(
      { globalSeriesType: 'line', yAxis: [{ type: 'logarithmic' }] },
      { columns: [textColumn('month'), textColumn('sold', 'integer')], rows },
    )
    expect(plain.series[0].data).toEqual([
      [0, null],
      [1, 10],
    ])
  })
})

group('pies', () => {
  it('have a hole of 0.4 (CHART-36)', () => {
    const [pie] = draw({ globalSeriesType: 'pie' }).plain.series
    expect(pie.radius[0] / pie.radius[1]).toBeCloseTo(0.4)
  })

  it('run counterclockwise by default (CHART-29)', () => {
    expect(draw({ globalSeriesType: 'pie' }).plain.series).toMatchObject([{ clockwise: false }])
    expect(draw({ globalSeriesType: 'pie', direction: { type: 'clockwise' } }).plain.series).toMatchObject([
      { clockwise: true },
    ])
  })

  it('give each value a colour (CHART-31)', () => {
    const { plain } = draw({ globalSeriesType: 'pie', valuesOptions: { Feb: { color: '#123456' } } })
    expect(plain.series[0].data).toMatchObject([
      { name: 'Feb', itemStyle: { color: '#123456' } },
      { name: 'Jan', itemStyle: { color: '#3E5EDB' } },
    ])
  })

  it('are laid out in up to two rows (CHART-35)', () => {
    const columns = [textColumn('x'), ...['a', 'b', 'c', 'd', 'e'].map((name) => textColumn(name, 'integer'))]
    const columnMapping = Object.fromEntries(columns.map(({ name }) => [name, name === 'x' ? 'x' : 'y']))
    const { plain } = draw({ globalSeriesType: 'pie', columnMapping }, { columns, rows: [['p', 1, 2, 3, 4, 5]] })
    const rows = new Set(plain.series.map(({ center }: { center: number[] }) => center[1]))
    expect([plain.series.length, rows.size]).toEqual([5, 2])
  })
})

group('long results', () => {
  it('are shown with a note about the part that is drawn', () => {
    expect(draw({}, { total: 3_104_882 }).chart).toMatchObject({ note: '2 of 3,104,882 rows' })
    expect(draw({}).chart).toMatchObject({ note: null })
  })
})

group('the description of a chart', () => {
  it('names the series and their extents', () => {
    const { chart, options } = draw({ columnMapping: { month: 'x', sold: 'y', left: 'y' } })
    expect(describe('Sales', renderable(chart), options, formats)).toBe(
      'Sales. Bar chart of sold, left by month from Jan to Feb. Values from 1.5 to 30.',
    )
    const pie = draw({ globalSeriesType: 'pie' })
    expect(describe('Sales', renderable(pie.chart), pie.options, formats)).toBe('Sales. Pie chart. sold: Feb 75%, Jan 25%.')
  })
})

group('every sample', () => {
  it.each(samples.map((sample) => [sample.title, sample] as const))(
    '%s is drawn with its rows and without any',
    (_, sample) => {
      for (const rows of [sample.rows, []]) {
        const { chart, option } = draw({ columnMapping: {}, sortX: true, ...sample.options }, { ...sample, rows })
        expect(option === null).toBe(chart.kind === 'nothing' || chart.kind === 'custom')
      }
    },
  )

  it('keeps its options unchanged when it is only viewed (VIZ-25)', () => {
    for (const sample of samples) {
      const before = JSON.stringify(sample.options)
      for (const width of [300, 1200]) {
        const { chart, option } = draw(sample.options, { ...sample, width, hidden: ['on time'] })
        if (chart.kind !== 'nothing' && chart.kind !== 'custom') hover(option, 0)
      }
      expect(JSON.stringify(sample.options)).toBe(before)
    }
  })
})
