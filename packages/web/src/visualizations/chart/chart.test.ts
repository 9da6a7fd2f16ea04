import type { Cell } from '@sightline/contract/executions.ts'
import { expect, describe as group, it } from 'vitest'
import { type Sample, sampleData } from '../samples.ts'
import type { Formats } from '../visualization.ts'
import { describe } from './describe.ts'
import { tickLabel, timeLabel } from './labels.ts'
import { legendOf, toggled } from './legend.ts'
import { cartesianOption } from './option/cartesian.ts'
import type { Stage } from './option/option.ts'
import { piesOption } from './option/pies.ts'
import type { TooltipContent } from './option/tooltip.ts'
import { ChartOptions } from './options.ts'
import { needs, type Prepared, prepare, problem, suggest } from './prepare.ts'
import { samples } from './samples.ts'
import type { ChartTheme } from './theme.ts'

const formats: Formats = {
  dateFormat: 'YYYY-MM-DD',
  dateTimeFormat: 'YYYY-MM-DD HH:mm',
  integerFormat: '0,0',
  floatFormat: '0,0.00',
  numberMarks: { thousands: ',', decimal: '.' },
  nullText: '—',
  tableCellMaxJSONSize: 50_000,
}
const theme: ChartTheme = {
  scheme: 'light',
  font: 'Inter',
  surface: '#FFFFFF',
  raised: '#FFFFFF',
  text: '#14171C',
  text2: '#4A525E',
  text3: '#646D79',
  line: '#E7EAEE',
  crosshair: '#848D9A',
  grid: '#ECEFF2',
  axis: '#C9CFD6',
  label: '#646D79',
  shadow: 'none',
}

const text = (name: string, type: 'string' | 'integer' | 'float' | 'date' = 'string') => ({ name, type, source_type: '' })
const sales: Pick<Sample, 'columns' | 'rows'> = {
  columns: [text('month'), text('sold', 'integer'), text('left', 'float'), text('note')],
  rows: [
    ['Jan', 10, 1.5, 'cold'],
    ['Feb', 30, 2, 'warm'],
  ] satisfies Cell[][],
}
const mapping = { month: 'x', sold: 'y' }

/** A drawing of the sales, or of what is given, as the library is told. */
function draw(stored: Record<string, unknown>, given: Partial<Sample> & { hidden?: string[]; width?: number } = {}) {
  const options = ChartOptions.parse({ columnMapping: mapping, sortX: false, ...stored })
  const sample: Sample = { title: 'Sales', options: {}, total: null, ...sales, ...given }
  const data = sampleData(sample, needs(options, sample.columns))
  if (data.kind !== 'columns') throw new Error('A chart needs columns.')
  const chart = prepare(data, options)
  let tooltip: TooltipContent | null = null
  const stage: Omit<Stage, 'renderTooltip'> = {
    options,
    formats,
    theme,
    width: given.width ?? 1000,
    height: 400,
    hidden: new Set(given.hidden),
  }
  // The element is only handed on; what it says is what is tested.
  const renderTooltip = (content: TooltipContent) => {
    tooltip = content
    return Object.create(null)
  }
  const option =
    chart.kind === 'cartesian'
      ? cartesianOption(chart, { ...stage, renderTooltip })
      : chart.kind === 'pies'
        ? piesOption(chart, { ...stage, renderTooltip })
        : null
  return { chart, options, option, plain: JSON.parse(JSON.stringify(option)), tooltip: () => tooltip }
}
const drawnOf = (chart: Prepared) => {
  if (chart.kind === 'nothing') throw new Error(chart.reason)
  return chart
}

group('chart options', () => {
  it('CHART-19 CHART-25 CHART-26 CHART-29 have their defaults', () => {
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

  it('CHART-09 CHART-10 have an x axis and two y axes with type, title and range', () => {
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

  it('OPEN-15 read the old names of stacking', () => {
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

  it('keep what is not drawn here, and read over what cannot be read', () => {
    expect(ChartOptions.parse({ swappedAxes: true, legend: { enabled: 'yes', font: 3 }, seriesOptions: 7 })).toMatchObject({
      swappedAxes: true,
      legend: { enabled: true, font: 3 },
      seriesOptions: {},
    })
  })
})

group('what a chart needs', () => {
  it('is the columns it draws and those its labels name', () => {
    const options = ChartOptions.parse({ columnMapping: mapping, textFormat: '{{ @@y }} {{ note }}' })
    expect(needs(options, sales.columns)).toEqual({ kind: 'columns', columns: ['month', 'sold', 'note'], extreme: 'sold' })
  })

  it('CHART-05 CHART-06 is an X column and a Y column', () => {
    const sentence = 'Choose an X column and at least one Y column.'
    for (const columnMapping of [{}, { month: 'x' }, { sold: 'y' }, { gone: 'x', sold: 'y' }]) {
      const options = ChartOptions.parse({ columnMapping })
      expect(problem(options, sales.columns)).toBe(sentence)
      expect(draw({ columnMapping }).chart).toEqual({ kind: 'nothing', reason: sentence })
    }
    expect(problem(ChartOptions.parse({ columnMapping: mapping }), sales.columns)).toBeNull()
  })

  it('is said in one sentence where nothing is drawn', () => {
    expect(draw({}, { rows: [] }).chart).toEqual({ kind: 'nothing', reason: 'No data' })
    expect(draw({ globalSeriesType: 'heatmap' }).chart).toEqual({
      kind: 'nothing',
      reason: 'Charts of the kind Heatmap cannot be drawn.',
    })
  })
})

group('a new chart', () => {
  it('has the date along x and the numbers upwards', () => {
    const columns = [text('id', 'integer'), text('day', 'date'), text('sold', 'integer'), text('left', 'float')]
    expect(suggest(columns)).toEqual({ globalSeriesType: 'line', columnMapping: { day: 'x', sold: 'y', left: 'y' } })
  })

  it('is grouped by the one text there is, and has bars over texts', () => {
    expect(suggest([text('day', 'date'), text('shop'), text('sold', 'integer')])).toEqual({
      globalSeriesType: 'line',
      columnMapping: { day: 'x', sold: 'y', shop: 'series' },
    })
    expect(suggest([text('shop'), text('sold', 'integer')])).toEqual({
      globalSeriesType: 'column',
      columnMapping: { shop: 'x', sold: 'y' },
      sortX: false,
    })
  })

  it('is left open where there are no numbers', () => {
    expect(suggest([text('shop'), text('town')])).toEqual({})
    expect(suggest([])).toEqual({})
  })
})

group('axes', () => {
  it('CHART-09 CHART-10 are drawn with their titles, types and ranges', () => {
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
        columns: [text('year', 'integer'), text('sold', 'integer'), text('left', 'float')],
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

  it('CHART-14 carry the series that were put on them', () => {
    const { plain } = draw({ columnMapping: { month: 'x', sold: 'y', left: 'y' }, seriesOptions: { left: { yAxis: 1 } } })
    expect(plain.series).toMatchObject([
      { id: 'sold', yAxisIndex: 0 },
      { id: 'left', yAxisIndex: 1 },
    ])
    const right = draw({ seriesOptions: { sold: { yAxis: 1 } } }).plain
    expect(right.yAxis).toMatchObject([{ position: 'right' }])
    expect(right.series).toMatchObject([{ yAxisIndex: 0 }])
  })

  it('CHART-22 are turned round', () => {
    expect(draw({ reverseX: true }).plain.xAxis).toMatchObject({ data: ['Feb', 'Jan'], inverse: false })
  })

  it('write large values short and small ones whole', () => {
    expect([0, 950, 1400, 0.25].map((value) => tickLabel(value, 1400))).toEqual(['0', '950', '1,400', '0.25'])
    expect([0, 600_000, 1_500_000].map((value) => tickLabel(value, 2_000_000))).toEqual(['0', '600K', '1.5M'])
  })

  it('write the unit that begins at a time', () => {
    expect(timeLabel(Date.UTC(2025, 0, 1))).toEqual({ text: '2025', unit: 'year' })
    expect(timeLabel(Date.UTC(2025, 6, 1))).toEqual({ text: 'Jul', unit: 'month' })
    expect(timeLabel(Date.UTC(2025, 6, 7))).toEqual({ text: '7 Jul', unit: 'day' })
    expect(timeLabel(Date.UTC(2025, 6, 7, 8, 30))).toEqual({ text: '08:30', unit: 'time' })
  })

  it('begin at zero unless that would press a line flat', () => {
    const rows = [
      ['a', 1000],
      ['b', 1010],
    ]
    const columns = [text('month'), text('sold', 'integer')]
    expect(draw({ globalSeriesType: 'line' }, { columns, rows }).plain.yAxis).toMatchObject([{ scale: true }])
    expect(draw({ globalSeriesType: 'column' }, { columns, rows }).plain.yAxis).toMatchObject([{ scale: false }])
    expect(draw({ globalSeriesType: 'line' }).plain.yAxis).toMatchObject([{ scale: false }])
  })
})

group('series', () => {
  it('CHART-11 CHART-13 CHART-32 have a type and colour of their own, else those of the chart and the palette', () => {
    const { plain } = draw({
      columnMapping: { month: 'x', sold: 'y', left: 'y' },
      seriesOptions: { left: { type: 'line', color: '#123456' } },
    })
    expect(plain.series).toMatchObject([
      { type: 'bar', color: '#3E5EDB' },
      { type: 'line', color: '#123456' },
    ])
  })

  it('CHART-17 CHART-18 are stacked, in percent', () => {
    const { plain } = draw({
      columnMapping: { month: 'x', sold: 'y', left: 'y' },
      series: { stacking: 'stack', percentValues: true },
    })
    const [sold, left] = plain.series
    expect(sold.stack).toBe(left.stack)
    const top = (item: { value: number[] } | number[]) => (Array.isArray(item) ? item : item.value)[1] ?? 0
    expect(top(sold.data[0]) + top(left.data[0])).toBeCloseTo(100)
    expect(plain.yAxis).toMatchObject([{ max: 100 }])
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

  it('CHART-20 are broken where values are missing', () => {
    const rows = [
      ['a', 1],
      ['b', null],
      ['c', 3],
    ]
    const columns = [text('month'), text('sold', 'integer')]
    const line = draw({ globalSeriesType: 'line', missingValuesAsZero: false }, { columns, rows }).plain.series[0]
    expect(line.data).toEqual([
      [0, 1],
      [1, null],
      [2, 3],
    ])
    // Both points stand alone, and are drawn as such.
    expect(line.showSymbol).toBe(true)
  })

  it('leave out what has no place on a logarithmic axis', () => {
    const rows = [
      ['a', 0],
      ['b', 10],
    ]
    const { plain } = draw(
      { globalSeriesType: 'line', yAxis: [{ type: 'logarithmic' }] },
      { columns: [text('month'), text('sold', 'integer')], rows },
    )
    expect(plain.series[0].data).toEqual([
      [0, null],
      [1, 10],
    ])
  })
})

group('the legend', () => {
  const many = { columnMapping: { month: 'x', sold: 'y', left: 'y' } }
  const pie = { globalSeriesType: 'pie' }
  const legend = (stored: Record<string, unknown>, width: number) => {
    const { chart, options } = draw(stored)
    return legendOf(drawnOf(chart), options, 'light', width)
  }

  it('CHART-15 is shown or hidden', () => {
    expect(legend(many, 900)?.entries.map(({ name }) => name)).toEqual(['sold', 'left'])
    expect(legend({ ...many, legend: { enabled: false } }, 900)).toBeNull()
  })

  it('CHART-16 is horizontal up to a width of 600', () => {
    expect(legend(pie, 601)?.placement).toBe('right')
    expect(legend(pie, 600)?.placement).toBe('below')
    expect(legend({ ...many, globalSeriesType: 'line' }, 600)?.placement).toBe('below')
  })

  it('gives way to names at the ends of up to six lines', () => {
    expect(legend({ ...many, globalSeriesType: 'line' }, 900)).toBeNull()
    expect(legend({ ...many, globalSeriesType: 'line', legend: { placement: 'below' } }, 900)?.placement).toBe('below')
  })

  it('lists the shares of a single pie', () => {
    expect(legend(pie, 900)?.entries).toMatchObject([
      { name: 'Feb', detail: '75%' },
      { name: 'Jan', detail: '25%' },
    ])
  })

  it('switches one entry, or all others', () => {
    const keys = ['a', 'b', 'c']
    const none = new Set<string>()
    expect([...toggled(none, keys, 'b', false)]).toEqual(['b'])
    expect([...toggled(new Set(['b']), keys, 'b', false)]).toEqual([])
    expect([...toggled(none, keys, 'b', true)]).toEqual(['a', 'c'])
    expect([...toggled(new Set(['a', 'c']), keys, 'b', true)]).toEqual([])
  })

  it('hides series from the drawing', () => {
    expect(draw(many, { hidden: ['sold'] }).plain.legend.selected).toEqual({ sold: false, left: true })
  })
})

group('labels', () => {
  const labelsIn = (stored: Record<string, unknown>) => {
    const { option } = draw(stored)
    const [series] = option && Array.isArray(option.series) ? option.series : []
    const label = series && 'label' in series ? series.label : undefined
    if (!label || typeof label.formatter !== 'function') throw new Error('There are no labels.')
    const write = label.formatter as (params: { dataIndex: number }) => string
    return { isShown: label.show, texts: [0, 1].map((dataIndex) => write({ dataIndex })) }
  }

  it('CHART-24 are shown on request', () => {
    expect(labelsIn({ showDataLabels: true })).toEqual({ isShown: true, texts: ['10', '30'] })
    expect(draw({}).plain.series[0].label.show).toBe(false)
  })

  it('CHART-25 CHART-26 follow the number and percent formats', () => {
    expect(labelsIn({ showDataLabels: true, numberFormat: '0.00' }).texts).toEqual(['10.00', '30.00'])
    const percent = {
      showDataLabels: true,
      columnMapping: { month: 'x', sold: 'y', left: 'y' },
      series: { percentValues: true },
      percentFormat: '0.0%',
    }
    expect(labelsIn(percent).texts).toEqual(['87.0% (10)', '93.8% (30)'])
  })

  it('CHART-28 follow a template', () => {
    const texts = labelsIn({
      showDataLabels: true,
      textFormat: '{{ @@name }} {{ @@x }}: {{ @@y }} ({{ note }}) {{ nobody }}',
    }).texts
    expect(texts).toEqual(['sold Jan: 10 (cold) {{ nobody }}', 'sold Feb: 30 (warm) {{ nobody }}'])
  })

  it('CHART-27 write dates by their format', () => {
    const dated = { columns: [text('month', 'date'), text('sold', 'integer')], rows: [['2025-07-01', 10]] satisfies Cell[][] }
    const { option, tooltip } = draw({ dateTimeFormat: 'MMM YYYY' }, dated)
    hover(option, 0, 0)
    expect(tooltip()).toMatchObject({ title: 'Jul 2025' })
    const plain = draw({}, dated)
    hover(plain.option, 0, 0)
    expect(plain.tooltip()).toMatchObject({ title: '2025-07-01' })
  })
})

function hover(option: ReturnType<typeof draw>['option'], ...hits: number[]) {
  const tooltip = Array.isArray(option?.tooltip) ? option.tooltip[0] : option?.tooltip
  if (typeof tooltip?.formatter !== 'function') throw new Error('There is no tooltip.')
  const write = tooltip.formatter as (params: { seriesIndex: number; dataIndex: number }[]) => unknown
  write(hits.flatMap((dataIndex, seriesIndex) => (dataIndex < 0 ? [] : [{ seriesIndex, dataIndex }])))
}

group('the tooltip', () => {
  it('lists lines from the top, and stacks from their last layer', () => {
    const columnMapping = { month: 'x', left: 'y', sold: 'y' }
    const lines = draw({ globalSeriesType: 'line', columnMapping })
    hover(lines.option, 1, 1)
    expect(lines.tooltip()).toEqual({
      title: 'Feb',
      rows: [
        { color: '#3E5EDB', name: 'sold', value: '30' },
        { color: '#D74E3D', name: 'left', value: '2.0' },
      ],
      more: 0,
    })
    const stack = draw({ columnMapping, series: { stacking: 'stack' } })
    hover(stack.option, 1, 1)
    expect(stack.tooltip()).toMatchObject({ rows: [{ name: 'left' }, { name: 'sold' }] })
  })
})

group('pies', () => {
  it('CHART-36 have a hole of 0.4', () => {
    const [pie] = draw({ globalSeriesType: 'pie' }).plain.series
    expect(pie.radius[0] / pie.radius[1]).toBeCloseTo(0.4)
  })

  it('CHART-29 go counterclockwise unless told otherwise', () => {
    expect(draw({ globalSeriesType: 'pie' }).plain.series).toMatchObject([{ clockwise: false }])
    expect(draw({ globalSeriesType: 'pie', direction: { type: 'clockwise' } }).plain.series).toMatchObject([
      { clockwise: true },
    ])
  })

  it('CHART-31 have a colour for each value', () => {
    const { plain } = draw({ globalSeriesType: 'pie', valuesOptions: { Feb: { color: '#123456' } } })
    expect(plain.series[0].data).toMatchObject([
      { name: 'Feb', itemStyle: { color: '#123456' } },
      { name: 'Jan', itemStyle: { color: '#3E5EDB' } },
    ])
  })

  it('CHART-35 stand in up to two rows', () => {
    const columns = [text('x'), ...['a', 'b', 'c', 'd', 'e'].map((name) => text(name, 'integer'))]
    const columnMapping = Object.fromEntries(columns.map(({ name }) => [name, name === 'x' ? 'x' : 'y']))
    const { plain } = draw({ globalSeriesType: 'pie', columnMapping }, { columns, rows: [['p', 1, 2, 3, 4, 5]] })
    const rows = new Set(plain.series.map(({ center }: { center: number[] }) => center[1]))
    expect([plain.series.length, rows.size]).toEqual([5, 2])
  })
})

group('long results', () => {
  it('say what of them is drawn', () => {
    expect(draw({}, { total: 3_104_882 }).chart).toMatchObject({ note: '2 of 3,104,882 points' })
    expect(draw({}).chart).toMatchObject({ note: null })
  })
})

group('the chart in words', () => {
  it('names what is drawn and its extent', () => {
    const { chart, options } = draw({ columnMapping: { month: 'x', sold: 'y', left: 'y' } })
    expect(describe('Sales', drawnOf(chart), options, formats)).toBe(
      'Sales. Bar chart of sold, left by month from Jan to Feb. Values from 1.5 to 30.',
    )
    const pie = draw({ globalSeriesType: 'pie' })
    expect(describe('Sales', drawnOf(pie.chart), pie.options, formats)).toBe('Sales. Pie chart. sold: Feb 75%, Jan 25%.')
  })
})

group('every sample', () => {
  it.each(samples.map((sample) => [sample.title, sample] as const))('%s is drawn, and so is it without rows', (_, sample) => {
    for (const rows of [sample.rows, []]) {
      const { chart, option } = draw({ columnMapping: {}, sortX: true, ...sample.options }, { ...sample, rows })
      expect(option === null).toBe(chart.kind === 'nothing')
    }
  })

  it('leaves its options as they are', () => {
    for (const sample of samples) {
      const before = JSON.stringify(sample.options)
      draw(sample.options, sample)
      expect(JSON.stringify(sample.options)).toBe(before)
    }
  })
})
