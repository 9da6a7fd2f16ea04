import { MantineProvider } from '@mantine/core'
import type { Cell, ColumnType } from '@sightline/contract/results.ts'
import { sankeyOf } from '@sightline/domain/flows/sankey.ts'
import { cellText, cellView, tableColumns } from '@sightline/domain/table-columns/column-view.ts'
import type { ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, describe as group, it } from 'vitest'
import { Renderer as BoxplotRenderer } from './boxplot/Renderer.tsx'
import { calendarOption } from './calendar/option.ts'
import { CalendarOptions } from './calendar/options.ts'
import { prepare as prepareCalendar } from './calendar/prepare.ts'
import { Renderer as CalendarRenderer } from './calendar/Renderer.tsx'
import { candlestickOption } from './candlestick/option.ts'
import { CandlestickOptions } from './candlestick/options.ts'
import { prepare as prepareCandles } from './candlestick/prepare.ts'
import { Renderer as CandlestickRenderer } from './candlestick/Renderer.tsx'
import { describe as chartInWords } from './chart/describe.ts'
import { chartKinds } from './chart/kinds.ts'
import { legendOf } from './chart/legend.ts'
import { optionOf } from './chart/option/option-of.ts'
import { ChartOptions } from './chart/options.ts'
import { prepare as prepareChart } from './chart/prepare.ts'
import { Renderer as ChartRenderer } from './chart/Renderer.tsx'
import { tableOf } from './chart/table-rows.ts'
import { theme } from './chart/testing.ts'
import { ChoroplethOptions } from './choropleth/options.ts'
import { prepare as prepareRegions } from './choropleth/prepare.ts'
import { Renderer as CohortRenderer } from './cohort/Renderer.tsx'
import { Renderer as CounterRenderer } from './counter/Renderer.tsx'
import { DetailsOptions, fieldsOf } from './details/prepare.ts'
import type { ChartOption } from './echarts/chart-option.ts'
import { Renderer as FunnelRenderer } from './funnel/Renderer.tsx'
import { Renderer as GaugeRenderer } from './gauge/Renderer.tsx'
import { histogramOption } from './histogram/option.ts'
import { HistogramOptions } from './histogram/options.ts'
import { prepare as prepareHistogram } from './histogram/prepare.ts'
import { Renderer as HistogramRenderer } from './histogram/Renderer.tsx'
import { MapOptions, prepare as prepareMarkers } from './map/prepare.ts'
import { Renderer as PivotRenderer } from './pivot/Renderer.tsx'
import { visualizationOf } from './registry.ts'
import { column, sampleFormats as formats, type Sample, sampleData } from './samples.ts'
import { prepare as prepareWays } from './sankey/prepare.ts'
import { Renderer as SankeyRenderer } from './sankey/Renderer.tsx'
import { Renderer as SunburstRenderer } from './sunburst/Renderer.tsx'
import { TableOptions } from './table/options.ts'
import { Renderer as TreemapRenderer } from './treemap/Renderer.tsx'
import type { Needs, ResultData } from './visualization.ts'
import { waterfallOption } from './waterfall/option.ts'
import { WaterfallOptions } from './waterfall/options.ts'
import { prepare as prepareWaterfall } from './waterfall/prepare.ts'
import { Renderer as WaterfallRenderer } from './waterfall/Renderer.tsx'
import { prepare as prepareWords, WordCloudOptions } from './word-cloud/prepare.ts'

// Tests every type with each kind of bad data, with the best possible options and with hostile ones.

const names = ['stage1', 'stage2', 'value', 'other', 'lat', 'lon'] as const
const columnsOf = (...types: (ColumnType | null)[]) => names.map((name, index) => column(name, types[index] ?? null))
const usual = columnsOf('string', 'string', 'float', 'integer', 'float', 'float')
const rowsOf = (count: number, row: (n: number) => Cell[]) => Array.from({ length: count }, (_, n) => row(n))

type Data = Pick<Sample, 'columns' | 'rows'>
const bad: Record<string, Data> = {
  'no rows': { columns: usual, rows: [] },
  'no columns': { columns: [], rows: [] },
  'one row': { columns: usual, rows: [['a', 'b', 1, 2, 10, 20]] },
  'nothing but null': { columns: usual, rows: rowsOf(3, () => names.map(() => null)) },
  'one category in ten thousand rows': { columns: usual, rows: rowsOf(10_000, (n) => ['same', 'same', n, 1, 1, 1]) },
  'ten thousand categories': { columns: usual, rows: rowsOf(10_000, (n) => [`name ${n}`, 'b', n, n, 1, 1]) },
  'negative numbers and zero': { columns: usual, rows: rowsOf(9, (n) => [`k${n}`, 'b', -n, -1, -100, -200]) },
  'texts where numbers are wanted': {
    columns: columnsOf('string', 'string', 'string', 'string', 'string', 'string'),
    rows: rowsOf(4, (n) => ['a', 'b', `word ${n}`, 'word', 'north', 'east']),
  },
  'dates as texts': {
    columns: columnsOf(null, 'string', 'float', 'integer', 'float', 'float'),
    rows: [
      ['2024-02-30', '2024-01-01', 1, 2, 1, 1],
      ['31/12/2024', '0000-00-00', 2, 2, 1, 1],
      ['2024-01-01T25:61:61', 'tomorrow', 3, 2, 1, 1],
    ],
  },
  'numbers without end': {
    columns: usual,
    rows: [
      ['a', 'b', 'Infinity', 'NaN', 'Infinity', '-Infinity'],
      ['c', 'd', 1e308, -1e308, 1e308, 1e308],
      ['e', 'f', 5e-324, '12345678901234567890123', 91, 181],
    ],
  },
  'dates of all ages': {
    columns: columnsOf('date', 'string', 'float', 'integer', 'float', 'float'),
    rows: ['0001-01-01', '1969-12-31', '2024-02-29', '9999-12-31', '2024-13-45'].map((at, n) => [at, 'b', n, n, 1, 1]),
  },
  'columns that are gone': { columns: [column('unknown', 'string')], rows: [['x']] },
  'five hundred series': { columns: usual, rows: rowsOf(1000, (n) => [`x${n % 2}`, `series ${n >> 1}`, n, 1, 1, 1]) },
  'hostile texts': {
    columns: usual,
    rows: [
      ['__proto__', 'constructor', 1, 1, 1, 1],
      ['<img src=x onerror=alert(1)>', '{{{{ @ }}', 2, 1, 1, 1],
      ['toString', `${'long '.repeat(500)}`, 3, 1, 1, 1],
      ['', '\u0000\u202e', 4, 1, 1, 1],
    ],
  },
}

const hostile = {
  textFormat: '{{ @@x }} {{{ constructor }}} {{ __proto__.polluted }} {{',
  numberFormat: '0,0[.]0000000000000000000000000000000000{{',
  percentFormat: '%%%',
  dateTimeFormat: '[[YYYY',
  color_scheme: '__proto__',
  colorScheme: 'constructor',
  seriesOptions: {
    value: { color: 'red;background:url(//evil)', zIndex: Number.MAX_SAFE_INTEGER, type: 'toString' },
    __proto__: {},
  },
  valuesOptions: { a: { color: 'expression(1)' } },
  xAxis: { type: 'hologram', rangeMin: 'x', rangeMax: -1e308 },
  yAxis: [{ type: 'logarithmic', rangeMin: 5, rangeMax: -5 }],
  columns: [
    {
      name: 'value',
      numberFormat: '{{',
      displayAs: 'link',
      linkUrlTemplate: 'java\nscript:alert(1)',
      linkTextTemplate: '{{ @',
    },
  ],
  tooltip: { enabled: true, template: '{{ @@value }}<script>1</script>{{' },
  colors: { min: 'url(x)', max: 'nocolor', noValue: '', background: '"', borders: '<' },
  steps: 1e9,
  itemsLimit: -1,
  rowNumber: 1e15,
  stringDecimal: 1e6,
  groups: { b: { color: 'javascript:1' } },
  wordLengthLimit: { min: -5, max: 'x' },
  itemsPerPage: -3,
  bins: 1e9,
  ranges: [{ upTo: 'x', level: 'worse' }, { upTo: -1e308 }, null],
  maxTiles: -1,
  weekStart: 'never',
  rangeMin: -1e308,
  color: 'url(//evil)',
}

const mapped = { stage1: 'x', value: 'y', stage2: 'series' }
const kindOptions = (kind: string) => ({
  globalSeriesType: kind,
  columnMapping:
    kind === 'heatmap'
      ? { stage1: 'x', stage2: 'y', value: 'zVal' }
      : { ...mapped, ...(kind === 'bubble' ? { other: 'size' } : {}) },
})
const types: { type: string; name: string; options: Record<string, unknown> }[] = [
  ...chartKinds.map(({ kind }) => ({ type: 'CHART', name: `CHART ${kind}`, options: kindOptions(kind) })),
  ...['line', 'column', 'scatter'].map((kind) => ({
    type: 'CHART',
    name: `CHART ${kind}, stacked shares on logarithmic axes`,
    options: {
      ...kindOptions(kind),
      columnMapping: { value: 'x', other: 'y' },
      series: { stacking: 'percent' },
      xAxis: { type: 'logarithmic' },
      yAxis: [{ type: 'logarithmic' }],
      showDataLabels: true,
    },
  })),
  { type: 'CHART', name: 'CHART line over time', options: { ...kindOptions('line'), xAxis: { type: 'datetime' } } },
  { type: 'TABLE', name: 'TABLE', options: {} },
  { type: 'DETAILS', name: 'DETAILS', options: {} },
  { type: 'COUNTER', name: 'COUNTER', options: { counterColName: 'value', targetColName: 'other', rowNumber: -7 } },
  { type: 'PIVOT', name: 'PIVOT', options: { rows: ['stage1'], cols: ['stage2'], vals: ['value'], aggregatorName: 'Average' } },
  {
    type: 'COHORT',
    name: 'COHORT',
    options: { dateColumn: 'stage1', stageColumn: 'other', totalColumn: 'value', valueColumn: 'value' },
  },
  { type: 'FUNNEL', name: 'FUNNEL', options: { stepCol: { colName: 'stage1' }, valueCol: { colName: 'value' } } },
  { type: 'WORD_CLOUD', name: 'WORD_CLOUD', options: { column: 'stage1', frequenciesColumn: 'value' } },
  { type: 'SUNBURST_SEQUENCE', name: 'SUNBURST_SEQUENCE', options: {} },
  { type: 'SANKEY', name: 'SANKEY', options: {} },
  { type: 'BOXPLOT', name: 'BOXPLOT', options: {} },
  { type: 'HISTOGRAM', name: 'HISTOGRAM', options: { column: 'value' } },
  { type: 'WATERFALL', name: 'WATERFALL', options: { stepColumn: 'stage1', valueColumn: 'value', totalColumn: 'stage2' } },
  { type: 'TREEMAP', name: 'TREEMAP', options: { levels: ['stage1', 'stage2'], sizeColumn: 'value', colorColumn: 'other' } },
  { type: 'TREEMAP', name: 'TREEMAP of rows', options: { levels: ['stage1'] } },
  { type: 'GAUGE', name: 'GAUGE', options: { valueColumn: 'value', targetColumn: 'other' } },
  { type: 'GAUGE', name: 'GAUGE with a scale', options: { valueColumn: 'value', minColumn: 'lat', maxColumn: 'lon' } },
  { type: 'CALENDAR', name: 'CALENDAR', options: { dateColumn: 'stage1', valueColumn: 'value' } },
  {
    type: 'CANDLESTICK',
    name: 'CANDLESTICK',
    options: {
      timeColumn: 'stage1',
      openColumn: 'value',
      highColumn: 'other',
      lowColumn: 'lat',
      closeColumn: 'lon',
      volumeColumn: 'value',
    },
  },
  { type: 'CHOROPLETH', name: 'CHOROPLETH', options: { countryCodeColumn: 'stage1', valueColumn: 'value' } },
  { type: 'MAP', name: 'MAP', options: { latColName: 'lat', lonColName: 'lon', classify: 'stage2' } },
]

const renderers: Record<string, unknown> = {
  CHART: ChartRenderer,
  COUNTER: CounterRenderer,
  PIVOT: PivotRenderer,
  COHORT: CohortRenderer,
  FUNNEL: FunnelRenderer,
  SUNBURST_SEQUENCE: SunburstRenderer,
  SANKEY: SankeyRenderer,
  BOXPLOT: BoxplotRenderer,
  HISTOGRAM: HistogramRenderer,
  WATERFALL: WaterfallRenderer,
  TREEMAP: TreemapRenderer,
  GAUGE: GaugeRenderer,
  CALENDAR: CalendarRenderer,
  CANDLESTICK: CandlestickRenderer,
}

/** Renders types that consist of HTML or SVG; others are only prepared. */
function drawn(type: string, options: Record<string, unknown>, data: ResultData, { columns, rows }: Data): string | null {
  if (type === 'CHART') deepen(options, data)
  if (type === 'SANKEY' && data.kind === 'groups') {
    const ways = prepareWays(data, formats)
    if (ways.kind === 'ways') expect(JSON.stringify(sankeyOf(ways.paths, 600, 400))).not.toContain('null,null')
  }
  if (type === 'WORD_CLOUD' && data.kind === 'groups')
    return prepared(prepareWords(data, WordCloudOptions.parse(options), formats))
  if (type === 'TABLE') return prepared(shownCells(rows, tableColumns(columns, TableOptions.parse(options), formats)))
  if (type === 'DETAILS') return prepared(rows[0] && fieldsOf(rows[0], columns, DetailsOptions.parse(options), formats))
  if (type === 'MAP' && data.kind === 'columns') return prepared(prepareMarkers(data, MapOptions.parse(options)))
  if (type === 'CHOROPLETH' && data.kind === 'columns') {
    return prepared(prepareRegions(data, ChoroplethOptions.parse(options), [{ name: 'Atlantis', iso_a3: 'ATL' }], 'light'))
  }
  optionsInPixels(type, options, data)
  const Renderer = renderers[type] as ComponentType<Record<string, unknown>>
  const props = {
    name: 'Drawn',
    options,
    data,
    formats,
    colorScheme: 'light',
    place: 'elsewhere',
    onArrange: null,
    onRearrange: () => {},
  }
  return renderToStaticMarkup(
    <MantineProvider>
      <Renderer {...props} />
    </MantineProvider>,
  ).replace(/<style.*?<\/style>/gs, '')
}

const prepared = (_: unknown) => null

/** Builds what the types pass to ECharts. */
function optionsInPixels(type: string, stored: Record<string, unknown>, data: ResultData): void {
  const renderTooltip = () => Object.create(null)
  const stage = { theme, width: 400, height: 200, renderTooltip }
  if (type === 'HISTOGRAM' && data.kind === 'groups') {
    const options = HistogramOptions.parse(stored)
    const histogram = prepareHistogram(data, options, formats)
    if (histogram.kind === 'histogram') expectNumbers(histogramOption(histogram, options, formats, stage))
  }
  if (type === 'WATERFALL' && data.kind === 'columns') {
    const options = WaterfallOptions.parse(stored)
    const waterfall = prepareWaterfall(data, options, formats)
    if (waterfall.kind === 'waterfall') expectNumbers(waterfallOption(waterfall, options, formats, stage))
  }
  if (type === 'CALENDAR' && data.kind === 'groups') {
    const options = CalendarOptions.parse(stored)
    const calendar = prepareCalendar(data, options, formats)
    if (calendar.kind === 'calendar') expectNumbers(calendarOption(calendar, options, formats, stage))
  }
  if (type === 'CANDLESTICK' && data.kind === 'columns') {
    const options = CandlestickOptions.parse(stored)
    const candles = prepareCandles(data, options, formats)
    if (candles.kind === 'candles') expectNumbers(candlestickOption(candles, options, formats, stage))
  }
}

/** JSON has null for numbers that are not finite. */
const expectNumbers = ({ series, xAxis }: ChartOption) =>
  expect(JSON.stringify([[series].flat().map((one) => one?.data), xAxis ?? {}])).not.toMatch(/null/)

/** Reads everything that a chart displays and every option passed to ECharts. */
function deepen(options: Record<string, unknown>, data: ResultData): void {
  if (data.kind !== 'columns' && data.kind !== 'groups') throw new Error('A chart is made of columns.')
  const own = ChartOptions.parse(options)
  const chart = prepareChart(data, own, { ...formats, timeZone: 'Asia/Kolkata' })
  if (chart.kind === 'nothing') {
    expect(chart.reason).toMatch(/^[A-Z][^\n]*[^\n ]$/)
    return
  }
  expect(chartInWords('Drawn', chart, own, formats)).not.toMatch(/NaN|undefined/)
  if (chart.kind === 'custom') return
  tableOf(chart, own, formats)
  legendOf(chart, own, formats, 'dark', 400)
  const renderTooltip = () => Object.create(null)
  optionOf(chart, { options: own, formats, theme, width: 400, height: 200, hidden: new Set(), zoom: null, renderTooltip })
}

function shownCells(rows: readonly Cell[][], columns: ReturnType<typeof tableColumns>): unknown {
  return rows.slice(0, 20).map((row) =>
    columns.map((one) => {
      const cell = row[one.index] ?? null
      return cell === null ? '' : [cellText(cell, one, formats), cellView(cell, one, () => cell, 1000)]
    }),
  )
}

/** Numbers that break SVG attributes. */
const BROKEN =
  / (?:[cxyr]|[cxy][1xy2]|d|width|height|points|transform|style|viewBox|stroke-width)="[^"]*(?:NaN|undefined|Infinity)/

function expectShown(name: string, stored: Record<string, unknown>, data: Data): void {
  const [id = ''] = name.split(/[ ,]/)
  const type = visualizationOf(id)
  if (type === null) throw new Error(`There is no type ${id}.`)
  const options = type.options.parse(stored)
  const problem = type.problem(options, data.columns)
  if (problem !== null) {
    expect(problem).toMatch(/^[A-Z][^\n]{5,300}$/)
    return
  }
  const needs: Needs = type.needs(options, data.columns, formats)
  if (needs.kind === 'columns' && needs.columns.length === 0) return
  const answers = [needs, ...(needs.kind === 'columns' && needs.instead ? [needs.instead] : [])]
  for (const asked of answers) {
    const markup = drawn(id, options, sampleData({ ...data, title: '', options: {}, total: null }, asked), data)
    if (markup === null) continue
    expect(markup, 'something stands in the frame').toMatch(
      /<figure|<table|<svg|<canvas|role="(?:status|img|group|table|application)"/,
    )
    expect(markup).not.toMatch(BROKEN)
    expect(markup).not.toMatch(/<img src=x|<script|"javascript:/)
  }
}

group.each(types)('$name', ({ name, options }) => {
  it.each(Object.keys(bad))('renders %s or explains in one sentence why it cannot', (kind) => {
    const data = bad[kind]
    if (data) expectShown(name, options, data)
  })

  it('renders with hostile options', () => {
    // Large data is covered by the tests above.
    const few = Object.values(bad).filter(({ rows }) => rows.length < 5000)
    for (const data of few) expectShown(name, { ...hostile, ...options }, data)
  })
})
