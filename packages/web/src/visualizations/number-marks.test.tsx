import { MantineProvider } from '@mantine/core'
import type { Cell } from '@sightline/contract/results.ts'
import { sankeyOf } from '@sightline/domain/flows/sankey.ts'
import { cellText, tableColumns } from '@sightline/domain/table-columns/column-view.ts'
import type { ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Renderer as BoxplotRenderer } from './boxplot/Renderer.tsx'
import { Renderer as CalendarRenderer } from './calendar/Renderer.tsx'
import { Renderer as CandlestickRenderer } from './candlestick/Renderer.tsx'
import { figureText, fractionLabel, tickLabel } from './cell-label.ts'
import { describe as chartInWords } from './chart/describe.ts'
import { legendOf } from './chart/legend.ts'
import { tableOf } from './chart/table-rows.ts'
import { draw, hover, renderable } from './chart/testing.ts'
import { Legend } from './choropleth/Legend.tsx'
import { ChoroplethOptions } from './choropleth/options.ts'
import { lookUp, prepare as prepareRegions } from './choropleth/prepare.ts'
import { Renderer as CohortRenderer } from './cohort/Renderer.tsx'
import { Renderer as CounterRenderer } from './counter/Renderer.tsx'
import { DetailsOptions, fieldsOf } from './details/prepare.ts'
import { Renderer as FunnelRenderer } from './funnel/Renderer.tsx'
import { Renderer as GaugeRenderer } from './gauge/Renderer.tsx'
import { Renderer as HistogramRenderer } from './histogram/Renderer.tsx'
import { GroupList } from './map/GroupList.tsx'
import { Renderer as PivotRenderer } from './pivot/Renderer.tsx'
import { visualizationOf, visualizationTypes } from './registry.ts'
import { column, type Sample, sampleData, sampleFormats } from './samples.ts'
import { marksOf, markText, prepare as prepareWays, describe as waysInWords } from './sankey/prepare.ts'
import { Renderer as SunburstRenderer } from './sunburst/Renderer.tsx'
import { TableOptions } from './table/options.ts'
import { Renderer as TreemapRenderer } from './treemap/Renderer.tsx'
import type { Formats, ResultData } from './visualization.ts'
import { Renderer as WaterfallRenderer } from './waterfall/Renderer.tsx'
import { prepare as prepareWords, WordCloudOptions, describe as wordsInWords } from './word-cloud/prepare.ts'

const marks = { thousands: ' ', decimal: ',' }
const formats: Formats = { ...sampleFormats, numberMarks: marks }

const columns = [
  column('stage1', 'string'),
  column('stage2', 'string'),
  column('value', 'float'),
  column('far', 'float'),
  column('date', 'date'),
  column('day', 'integer'),
]
const rows: Cell[][] = [
  ['a', 'b', 4495.25, 1200.5, '2025-01-01', 0],
  ['a', 'c', 1495.25, 2300.75, '2025-01-01', 1],
  ['d', 'e', 1300.5, 3400.25, '2025-01-01', 2],
]
const sample: Sample = { title: '', options: {}, columns, rows, total: null }

function dataOf(type: string, stored: object): { options: Record<string, unknown>; data: ResultData } {
  const found = visualizationOf(type)
  if (found === null) throw new Error(`There is no type ${type}.`)
  const options = found.options.parse(stored)
  return { options, data: sampleData(sample, found.needs(options, columns, formats)) }
}

const markup = (element: React.ReactNode) =>
  renderToStaticMarkup(<MantineProvider>{element}</MantineProvider>).replace(/<style.*?<\/style>/gs, '')

/** The rendered text of a visualization. */
function page<Props extends object>(type: string, Renderer: ComponentType<Props>, stored: object): string {
  const props = { ...dataOf(type, stored), name: '', formats, colorScheme: 'light', place: 'elsewhere', onArrange: null }
  return markup(<Renderer {...(props as unknown as Props)} />)
}

/** All numbers of a chart outside of its canvas: in its tooltip, and on its axes with a tick at 1495.25. */
function chart(stored: Record<string, unknown>, hits: number[]): string {
  const { chart: prepared, options, option, plain, tooltip } = draw(stored, { columns, rows, formats })
  const drawn = renderable(prepared)
  hover(option, ...hits)
  const ticks = [option?.xAxis, option?.yAxis].flat().map((axis) => {
    const formatter = axis && 'axisLabel' in axis && axis.type === 'value' ? axis.axisLabel?.formatter : null
    return typeof formatter === 'function' ? `tick ${(formatter as (value: number) => string)(1495.25)}` : ''
  })
  const label = [option?.series].flat()[0]?.label
  const labelled = label && 'formatter' in label && label.show === true ? label.formatter : null
  return JSON.stringify([
    chartInWords('', drawn, options, formats),
    tableOf(drawn, options, formats).rows,
    legendOf(drawn, options, formats, 'light', 900)?.entries.map(({ detail }) => detail),
    tooltip(),
    plain.title,
    plain.visualMap?.text,
    typeof labelled === 'function' ? `label ${(labelled as (params: { dataIndex: number }) => string)({ dataIndex: 0 })}` : '',
    ticks,
  ])
}

const regions = () => {
  const options = ChoroplethOptions.parse({ countryCodeColumn: 'stage1', countryCodeType: 'iso_a3', valueColumn: 'value' })
  const { data } = dataOf('CHOROPLETH', options)
  if (data.kind !== 'columns') throw new Error('A map is made of columns.')
  const shape = { name: 'A', iso_a3: 'A' }
  const { classes, shapes } = prepareRegions(data, options, [shape], 'light')
  const said = shapes.map((drawn) => lookUp('@@value', shape, drawn, data, options, formats))
  return markup(<Legend classes={classes} options={options} marks={marks} />) + said
}

const places = () => {
  const group = { name: 'All', shownColor: '', points: Array.from({ length: 1495 }) }
  return (
    [1495.25, 1495].map((cell) => fractionLabel(cell, formats)) +
    markup(<GroupList groups={[group]} hidden={new Set()} marks={marks} onToggle={() => {}} />)
  )
}

const ways = () => {
  const { data } = dataOf('SANKEY', {})
  const prepared = data.kind === 'groups' ? prepareWays(data, formats) : null
  if (prepared?.kind !== 'ways') throw new Error('There are no ways.')
  const sankey = sankeyOf(prepared.paths, 600, 400)
  return [waysInWords('', sankey, marks), ...marksOf(sankey).map((mark) => markText(mark, marks))].join('; ')
}

const words = () => {
  const options = WordCloudOptions.parse({ column: 'stage2', frequenciesColumn: 'value' })
  const { data } = dataOf('WORD_CLOUD', options)
  const prepared = data.kind === 'groups' ? prepareWords(data, options, formats) : null
  if (prepared?.kind !== 'words') throw new Error('There are no words.')
  return wordsInWords('', prepared.words, marks)
}

const xy = { stage2: 'x', value: 'y' }
const cases: { type: string; kind: string; shown: () => string; expected: string[] }[] = [
  {
    type: 'CHART',
    kind: 'line with labels',
    shown: () => chart({ globalSeriesType: 'line', columnMapping: xy, showDataLabels: true }, [1]),
    expected: ['Values from 1 300,5 to 4 495,25', '"c","1 495,25"', '"value":"1 495,25"', 'label 4 495,25', 'tick 1 495,25'],
  },
  {
    type: 'CHART',
    kind: 'scatter',
    shown: () => chart({ globalSeriesType: 'scatter', columnMapping: { far: 'x', value: 'y' } }, [1]),
    expected: ['from 1 200,5 to 3 400,25', '"2 300,75","1 495,25"', '"value":"2 300,75"', '"tick 1 495,25","tick 1 495,25"'],
  },
  {
    type: 'CHART',
    kind: 'stacked shares',
    shown: () =>
      chart(
        { columnMapping: { stage2: 'x', value: 'y', far: 'y' }, series: { stacking: 'percent', percentValues: true } },
        [0],
      ),
    expected: ['78,92% (4 495,25)', 'tick 1 495,25%'],
  },
  {
    type: 'CHART',
    kind: 'pie',
    shown: () => chart({ globalSeriesType: 'pie', columnMapping: xy }, [1]),
    expected: ['c 20,51%', '["value","c","1 495,25","20,51%"]', '"61,65%"', '20,5% (1 495,25)', '"text":"7 291"'],
  },
  {
    type: 'CHART',
    kind: 'heatmap',
    shown: () => chart({ globalSeriesType: 'heatmap', columnMapping: { stage1: 'x', stage2: 'y', value: 'zVal' } }, [1]),
    expected: ['Values from 1 300,5 to 4 495,25', '["4 495,25","1 300,5"]', '"value":"1 495,25"'],
  },
  {
    type: 'CHART',
    kind: 'box',
    shown: () => chart({ globalSeriesType: 'box', columnMapping: { stage1: 'x', value: 'y' } }, [0]),
    expected: ['a 2 995,25', '"name":"Median","value":"2 995,25"', 'tick 1 495,25'],
  },
  {
    type: 'COUNTER',
    kind: 'its own marks',
    shown: () =>
      page('COUNTER', CounterRenderer, {
        counterColName: 'value',
        targetColName: 'far',
        stringThouSep: ' ',
        stringDecChar: ',',
      }),
    expected: ['title="4 495,250"', '>4 495<', '274,4%', '1200,50'],
  },
  {
    type: 'FUNNEL',
    kind: '',
    shown: () => page('FUNNEL', FunnelRenderer, { stepCol: { colName: 'stage2' }, valueCol: { colName: 'value' } }),
    expected: ['>1 495,25<', '>33,26%<', '>86,98%<'],
  },
  {
    type: 'COHORT',
    kind: '',
    shown: () => page('COHORT', CohortRenderer, { stageColumn: 'day', totalColumn: 'far' }),
    expected: ['>3 400,25<', 'title="1 495,25 of 3 400,25, 43,97%"', '>43,97%<'],
  },
  { type: 'CHOROPLETH', kind: '', shown: regions, expected: ['1 495,25'] },
  { type: 'MAP', kind: '', shown: places, expected: ['1 495,25,<', '>1 495<'] },
  {
    type: 'BOXPLOT',
    kind: '',
    shown: () => page('BOXPLOT', BoxplotRenderer, {}),
    expected: ['value: median 1 495,25', 'value: 1 397,875 to 2 995,25, median 1 495,25', '>2 000<'],
  },
  {
    type: 'SUNBURST_SEQUENCE',
    kind: '',
    shown: () => page('SUNBURST_SEQUENCE', SunburstRenderer, {}),
    expected: ['>7 291<', ': 1 495,25, 20,5%'],
  },
  {
    type: 'HISTOGRAM',
    kind: '',
    shown: () => page('HISTOGRAM', HistogramRenderer, { column: 'value', bins: 5, rangeMax: 3000.5 }),
    expected: ['1 000 to below 1 500', '1 row from 3 000,5 on', '66,7%'],
  },
  {
    type: 'WATERFALL',
    kind: '',
    shown: () => page('WATERFALL', WaterfallRenderer, { stepColumn: 'stage2', valueColumn: 'value' }),
    expected: ['b +4 495,25, c +1 495,25', 'Total 7 291'],
  },
  {
    type: 'TREEMAP',
    kind: '',
    shown: () => page('TREEMAP', TreemapRenderer, { levels: ['stage2'], sizeColumn: 'value', colorColumn: 'far' }),
    expected: ['b 4 495,25, 61,7%, far 1 200,5 on average', '>3 400,25<'],
  },
  {
    type: 'GAUGE',
    kind: '',
    shown: () =>
      page('GAUGE', GaugeRenderer, { valueColumn: 'value', targetColumn: 'far', max: 5000.5, ranges: [{ level: 'good' }] }),
    expected: ['>4 495,25<', '>5 000,5<', 'Target 1 200,5', 'Good: 0 to 5 000,5'],
  },
  {
    type: 'CALENDAR',
    kind: '',
    shown: () => page('CALENDAR', CalendarRenderer, { dateColumn: 'date', valueColumn: 'value' }),
    expected: ['The most: 7 291 on 2025-01-01'],
  },
  {
    type: 'CANDLESTICK',
    kind: '',
    shown: () =>
      page('CANDLESTICK', CandlestickRenderer, {
        timeColumn: 'date',
        openColumn: 'value',
        highColumn: 'far',
        lowColumn: 'day',
        closeColumn: 'far',
      }),
    expected: ['Opened at 4 495,25, closed at 3 400,25', 'highest 4 495,25'],
  },
  { type: 'SANKEY', kind: '', shown: ways, expected: [' 4 495,25; ', ': 1 495,25'] },
  { type: 'WORD_CLOUD', kind: '', shown: words, expected: ['b 4 495,25, c 1 495,25'] },
  {
    type: 'PIVOT',
    kind: '',
    shown: () => page('PIVOT', PivotRenderer, { rows: ['stage2'], vals: ['value'], aggregatorName: 'Sum' }),
    expected: ['1 495,25', '7 291,00'],
  },
  {
    type: 'TABLE',
    kind: '',
    shown: () =>
      tableColumns(columns, TableOptions.parse({}), formats)
        .map((one) => cellText(rows[1]?.[one.index] ?? null, one, formats))
        .join('; '),
    expected: ['; 1 495,25; '],
  },
  {
    type: 'DETAILS',
    kind: '',
    shown: () => JSON.stringify(fieldsOf(rows[1] ?? [], columns, DetailsOptions.parse({}), formats)),
    expected: ['"1 495,25"'],
  },
]

describe('the number separators of an installation', () => {
  it.each(cases)('apply to all numbers of $type $kind', ({ shown, expected }) => {
    const text = shown()
    for (const part of expected) expect(text).toContain(part)
    // Values are in the thousands, so a digit, a comma and three digits would be a wrong separator.
    expect(text).not.toMatch(/(?<!\d)\d,\d{3}|495\.25|1300\.5/)
  })

  it('are tested with every type', () => {
    expect(new Set(cases.map(({ type }) => type))).toEqual(new Set(visualizationTypes.map(({ type }) => type)))
  })

  it('apply to short axis labels, and to values too small for decimals', () => {
    expect([tickLabel(1_500_000, 2_000_000, marks), tickLabel(-1.5e-8, 0, marks)]).toEqual(['1,5M', '-1,5e-8'])
    expect([1495, -1234.567891, 0.00001, 0.0000015, 0].map((value) => figureText(value, marks))).toEqual([
      '1 495',
      '-1 234,56789',
      '0,00001',
      '1,5e-6',
      '0',
    ])
  })
})
