import { inspect, isDeepStrictEqual } from 'node:util'
import { describe, expect, it } from 'vitest'
import { draw, hover, mapping, textColumn } from '../testing.ts'

type Stored = Parameters<typeof draw>[0]
type Given = NonNullable<Parameters<typeof draw>[1]>

/** Stands in for the API of `renderItem`: ten pixels per unit. */
const probe = (values: readonly number[]) => ({
  value: (dimension: number) => values[dimension] ?? Number.NaN,
  coord: ([x = 0, y = 0]: number[]) => [x * 10, 400 - y * 10],
  barLayout: ({ count }: { count: number }) =>
    Array.from({ length: count }, (_, at) => ({ offsetCenter: (at - (count - 1) / 2) * 30, width: 24 })),
})

/**
 * The option as ECharts receives it: plain data, with each function replaced by its results for some arguments. Long lists
 * are cut after four items.
 */
function seen(value: unknown, key: string, owner: Record<string, unknown>, path: string): unknown {
  if (Array.isArray(value)) {
    const items = value.slice(0, 4).map((item, at) => seen(item, String(at), {}, path))
    const isWhole = key === 'title' || key === 'children' || (key === 'series' && value.length < 20)
    if (isWhole) return value.map((item, at) => seen(item, String(at), {}, path))
    return value.every((item) => typeof item !== 'object' || item === null)
      ? JSON.stringify(value.length > 12 ? [...value.slice(0, 12), `… ${value.length}`] : value)
      : value.length > 4
        ? [...items, `… ${value.length}`]
        : items
  }
  if (typeof value === 'function') return called(value as (...args: unknown[]) => unknown, key, owner, path)
  if (typeof value !== 'object' || value === null) return value
  const record = value as Record<string, unknown>
  return Object.fromEntries(
    Object.entries(record)
      .filter(([, part]) => part !== undefined)
      .map(([name, part]) => [name, seen(part, name, record, `${path}/${name}`)]),
  )
}

function called(fn: (...args: unknown[]) => unknown, key: string, owner: Record<string, unknown>, path: string): unknown {
  if (key === 'renderItem') {
    const rows = (owner.data as number[][]).slice(0, 2)
    return rows.map((row, dataIndex) => seen(fn({ dataIndex }, probe(row)), 'item', {}, path))
  }
  if (key === 'symbolSize') return JSON.stringify([0, 1, 2, 99].map((dataIndex) => fn(null, { dataIndex })))
  if (key === 'position') return JSON.stringify([at(100), at(700), at(20, 600)])
  if (path.endsWith('axisLabel/formatter')) return JSON.stringify(tickProbes(path).map((value) => fn(value)))
  return JSON.stringify([0, 1, 2, 99].map((dataIndex) => fn({ dataIndex })))

  function at(x: number, width = 200) {
    return fn([x, 50], null, null, null, { contentSize: [width, 80], viewSize: [800, 400] })
  }
}

/** Values of an axis: numbers, and starts of a minute, day, month and year. */
const tickProbes = (path: string) =>
  path.includes('xAxis') ? ['Jan', 0, 0.25, 1_234_567, ...times] : [0, 0.25, -12, 99.5, 1_234, 1_234_567]
const times = [Date.UTC(2025, 2, 4, 10, 30), Date.UTC(2025, 2, 4), Date.UTC(2025, 2, 1), Date.UTC(2025, 0, 1)]

function optionSeen(stored: Stored, given: Given = {}) {
  const { option, chart } = draw(stored, given)
  expect(option, JSON.stringify(chart).slice(0, 300)).not.toBeNull()
  const { tooltip, ...rest } = option as unknown as Record<string, unknown>
  const { formatter, ...frame } = tooltip as Record<string, unknown>
  expect(formatter).toBeTypeOf('function')
  return { ...(seen(rest, '', {}, '') as object), tooltip: seen(frame, 'tooltip', {}, '/tooltip') }
}

/** The tooltips over the marks of one position each; null where there is nothing to show. */
function tooltips(stored: Stored, given: Given, ...positions: number[][]) {
  return positions.map((hits) => {
    const drawn = draw(stored, given)
    hover(drawn.option, ...hits)
    return drawn.tooltip()
  })
}

const written = (value: unknown) => inspect(value, { depth: null, breakLength: 130, compact: 6, maxStringLength: 600 })

/** The entries of `other` that are not in `one`; those that are only in `one` are absent. */
function differing(one: unknown, other: unknown): unknown {
  if (!isRecord(one) || !isRecord(other)) return other
  const keys = [...new Set([...Object.keys(one), ...Object.keys(other)])].filter(
    (key) => !isDeepStrictEqual(one[key], other[key]),
  )
  return Object.fromEntries(keys.map((key) => [key, key in other ? differing(one[key], other[key]) : 'absent']))
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const day = (at: number) => new Date(Date.UTC(2025, 0, 1 + at)).toISOString().slice(0, 10)
const dated = (days: number, step = 1): Given => ({
  columns: [textColumn('day', 'date'), textColumn('sold', 'integer'), textColumn('left', 'float')],
  rows: Array.from({ length: days }, (_, at) => [day(at * step), at === 1 ? null : 10 + at, at === 2 ? -1.5 : at / 2]),
})
const points = (count: number, columns = ['a', 'b', 'size', 'kind']): Given => ({
  columns: columns.map((name) => textColumn(name, name === 'kind' ? 'string' : 'float')),
  rows: Array.from({ length: count }, (_, at) => [at + 1, (at * 7) % 11, at * at, at % 2 ? 'odd' : 'even']),
})
const months: Given = {
  columns: [textColumn('month'), textColumn('sold', 'integer'), textColumn('left', 'float'), textColumn('error', 'float')],
  rows: [
    ['January', 10, -4, 1],
    ['February', 30, 2.5, null],
    ['March', null, 6, -2],
  ],
}
const manyKinds = (count: number): Given => ({
  columns: [textColumn('month'), textColumn('sold', 'integer'), textColumn('kind')],
  rows: Array.from({ length: count * 2 }, (_, at) => [at % 2 ? 'Feb' : 'Jan', at + 1, `kind ${Math.floor(at / 2)}`]),
})
const bothNumbers = { month: 'x', sold: 'y', left: 'y' }
const ofDays = { day: 'x', sold: 'y', left: 'y' }
const right = { sold: { yAxis: 1 } }
const titled = [{ title: { text: 'Sold' } }, { title: { text: 'Left over' } }]
const ofKinds = { month: 'x', sold: 'y', kind: 'series' }
const scattered = { a: 'x', b: 'y', kind: 'series' }
const bubbled = { ...scattered, size: 'size' }
const boxed: Given = {
  columns: [textColumn('month'), textColumn('delay', 'integer'), textColumn('kind')],
  rows: [1, 2, 3, 4, 5, 6, 40, -30, 7, 8, 9, 60].map((delay, at) => [at < 8 ? 'Jan' : 'Feb', delay, at % 2 ? 'odd' : 'even']),
}
const ofBoxes = { month: 'x', delay: 'y', kind: 'series' }
const heat: Given = {
  columns: [textColumn('hour', 'date'), textColumn('weekday'), textColumn('flights', 'integer')],
  rows: [
    ['2025-01-01', 'Mon', 4],
    ['2025-01-02', 'Mon', 9],
    ['2025-01-01', 'Tue', 1],
    ['2025-01-02', 'Tue', 6],
  ],
}
const ofHeat = { hour: 'x', weekday: 'y', flights: 'zVal' }
const ofPie = { month: 'x', sold: 'y' }

const charts: [title: string, stored: Stored, given?: Given][] = [
  [
    'lines over days with titles and a range',
    {
      globalSeriesType: 'line',
      columnMapping: ofDays,
      missingValuesAsZero: false,
      xAxis: { type: '-', title: { text: 'Day' }, rangeMin: Date.UTC(2025, 0, 2) },
      yAxis: [{ title: { text: 'Pieces' }, rangeMin: -5, rangeMax: 50 }],
    },
    dated(6),
  ],
  [
    'lines that are zoomed',
    { globalSeriesType: 'line', columnMapping: ofDays },
    { ...dated(6), zoom: { from: Date.UTC(2025, 0, 2), to: Date.UTC(2025, 0, 3) } },
  ],
  ['lines of two points, which cannot be zoomed', { globalSeriesType: 'line', columnMapping: ofDays }, dated(2)],
  ['a low line chart', { globalSeriesType: 'line', columnMapping: ofDays }, { ...dated(6), height: 90 }],
  ['a high line chart', { globalSeriesType: 'line', columnMapping: ofDays }, { ...dated(6), height: 1200 }],
  [
    'bars with labels',
    {
      globalSeriesType: 'column',
      columnMapping: bothNumbers,
      showDataLabels: true,
      textFormat: '{{ @@name }}: {{ @@y }} {{ @@x }}',
    },
    months,
  ],
  [
    'percentages on a low canvas',
    { columnMapping: bothNumbers, series: { stacking: 'stack', percentValues: true } },
    { ...months, height: 150 },
  ],
  [
    'percentages on a logarithmic axis',
    { columnMapping: bothNumbers, series: { stacking: 'stack', percentValues: true }, yAxis: [{ type: 'logarithmic' }] },
    months,
  ],
  ['lines over years', { globalSeriesType: 'line', columnMapping: { day: 'x', sold: 'y' } }, dated(12, 366)],
  ['lines over months', { globalSeriesType: 'line', columnMapping: { day: 'x', sold: 'y' } }, dated(12, 31)],
  ['lines over more days than a season', { globalSeriesType: 'line', columnMapping: { day: 'x', sold: 'y' } }, dated(5, 30)],
  [
    'curved lines in the dark, one hidden',
    { globalSeriesType: 'line', columnMapping: bothNumbers, lineShape: 'spline' },
    { ...months, dark: true, hidden: ['left'] },
  ],
  ['steps after each point', { globalSeriesType: 'line', columnMapping: ofPie, lineShape: 'hv' }, months],
  ['steps before each point', { globalSeriesType: 'line', columnMapping: ofPie, lineShape: 'vh' }, months],
  [
    'a narrow line chart with labels',
    { globalSeriesType: 'line', columnMapping: bothNumbers, showDataLabels: true, missingValuesAsZero: false },
    { ...months, width: 400 },
  ],
  [
    'a line with a long name',
    {
      globalSeriesType: 'line',
      columnMapping: bothNumbers,
      seriesOptions: { sold: { name: 'Sold {pieces} of all | our shops' } },
    },
    months,
  ],
  [
    'lines of more kinds than there are colours',
    { globalSeriesType: 'line', columnMapping: ofKinds, sortX: false },
    manyKinds(22),
  ],
  ['a line of very many points', { globalSeriesType: 'line', columnMapping: { a: 'x', b: 'y' } }, points(5001)],
  ['a line of as many points as are all drawn', { globalSeriesType: 'line', columnMapping: { a: 'x', b: 'y' } }, points(5000)],
  [
    'stacked areas in percent',
    { globalSeriesType: 'area', columnMapping: bothNumbers, series: { stacking: 'stack', percentValues: true } },
    months,
  ],
  ['areas on two axes', { globalSeriesType: 'area', columnMapping: bothNumbers, seriesOptions: right, yAxis: titled }, months],
  [
    'percentages of a fixed range',
    {
      globalSeriesType: 'column',
      columnMapping: bothNumbers,
      series: { stacking: 'stack', percentValues: true },
      yAxis: [{ rangeMin: 10, rangeMax: 60 }],
    },
    months,
  ],
  [
    'stacked bars with labels',
    { globalSeriesType: 'column', columnMapping: bothNumbers, showDataLabels: true, series: { stacking: 'stack' } },
    months,
  ],
  [
    'stacked bars too thin for separators',
    { globalSeriesType: 'column', columnMapping: bothNumbers, series: { stacking: 'stack' } },
    { ...months, width: 23 },
  ],
  [
    'stacked bars just wide enough for separators',
    { globalSeriesType: 'column', columnMapping: bothNumbers, series: { stacking: 'stack' } },
    { ...months, width: 24 },
  ],
  [
    'horizontal bars on two axes',
    {
      globalSeriesType: 'column',
      columnMapping: bothNumbers,
      swappedAxes: true,
      seriesOptions: right,
      yAxis: titled,
      xAxis: { type: '-', title: { text: 'Month' } },
    },
    months,
  ],
  [
    'horizontal stacked bars',
    { globalSeriesType: 'column', columnMapping: bothNumbers, swappedAxes: true, series: { stacking: 'stack' } },
    months,
  ],
  ['bars with error bars', { globalSeriesType: 'column', columnMapping: { ...bothNumbers, error: 'yError' } }, months],
  [
    'horizontal bars with error bars',
    { globalSeriesType: 'column', columnMapping: { ...ofPie, error: 'yError' }, swappedAxes: true },
    months,
  ],
  [
    'a line with error bars on the right axis',
    {
      globalSeriesType: 'line',
      columnMapping: { ...ofPie, left: 'y', error: 'yError' },
      seriesOptions: right,
      missingValuesAsZero: false,
    },
    months,
  ],
  [
    'bars and a line with error bars',
    {
      globalSeriesType: 'column',
      columnMapping: { ...bothNumbers, error: 'yError' },
      seriesOptions: { left: { type: 'line' } },
    },
    months,
  ],
  [
    'bars of more kinds than there are colours',
    { globalSeriesType: 'column', columnMapping: ofKinds, sortX: false },
    manyKinds(21),
  ],
  ['a scatter chart', { globalSeriesType: 'scatter', columnMapping: scattered, showDataLabels: true }, points(8)],
  [
    'a scatter chart with logarithmic axes',
    {
      globalSeriesType: 'scatter',
      columnMapping: { a: 'x', b: 'y' },
      xAxis: { type: 'logarithmic', rangeMin: 1, rangeMax: 100 },
      yAxis: [{ type: 'logarithmic' }],
    },
    points(8),
  ],
  ['a scatter chart of many points', { globalSeriesType: 'scatter', columnMapping: { a: 'x', b: 'y' } }, points(501)],
  ['a scatter chart of very many points', { globalSeriesType: 'scatter', columnMapping: { a: 'x', b: 'y' } }, points(5001)],
  ['scattered kinds beyond the colours', { globalSeriesType: 'scatter', columnMapping: ofKinds }, manyKinds(21)],
  ['bubbles by diameter', { globalSeriesType: 'bubble', columnMapping: bubbled, showDataLabels: true }, points(8)],
  ['bubbles by area', { globalSeriesType: 'bubble', columnMapping: bubbled, sizemode: 'area' }, points(8)],
  ['bubbles of stored size', { globalSeriesType: 'bubble', columnMapping: bubbled, coefficient: 30 }, points(8)],
  [
    'bubbles of stored area',
    { globalSeriesType: 'bubble', columnMapping: bubbled, coefficient: 30, sizemode: 'area' },
    points(8),
  ],
  [
    'bubbles of kinds beyond the colours',
    { globalSeriesType: 'bubble', columnMapping: { ...ofKinds, left: 'size' } },
    {
      columns: [...(manyKinds(21).columns ?? []), textColumn('left', 'integer')],
      rows: (manyKinds(21).rows ?? []).map((row) => [...row, 3]),
    },
  ],
  [
    'categories with tilted labels',
    { columnMapping: mapping },
    { rows: Array.from({ length: 20 }, (_, at) => [`A rather long name of category ${at}`, at, 0, '']) },
  ],
  [
    'more categories than tilted labels',
    { columnMapping: mapping },
    { rows: Array.from({ length: 60 }, (_, at) => [`Category ${at}`, at, 0, '']) },
  ],
  [
    'one category',
    { globalSeriesType: 'line', columnMapping: mapping, xAxis: { type: 'category', labels: { enabled: false } } },
    { rows: [['Jan', 10, 1, '']] },
  ],
  [
    'values far from zero',
    { globalSeriesType: 'line', columnMapping: mapping, reverseX: true },
    {
      rows: [
        ['Jan', 1000, 1, ''],
        ['Feb', 1010, 1, ''],
      ],
    },
  ],
  ['boxes of two series', { globalSeriesType: 'box', columnMapping: ofBoxes, yAxis: titled }, boxed],
  [
    'boxes of one series on the right axis',
    {
      globalSeriesType: 'box',
      columnMapping: { month: 'x', delay: 'y' },
      seriesOptions: { delay: { yAxis: 1 } },
      yAxis: titled,
    },
    { ...boxed, dark: true },
  ],
  [
    'horizontal boxes with all points, one hidden',
    {
      globalSeriesType: 'box',
      columnMapping: ofBoxes,
      swappedAxes: true,
      showpoints: true,
      xAxis: { type: '-', title: { text: 'Month' } },
      yAxis: titled,
    },
    { ...boxed, hidden: ['odd'] },
  ],
  ['a heatmap', { globalSeriesType: 'heatmap', columnMapping: ofHeat, yAxis: [{ title: { text: 'Day' } }] }, heat],
  [
    'a heatmap with labels and without a legend',
    {
      globalSeriesType: 'heatmap',
      columnMapping: ofHeat,
      showDataLabels: true,
      legend: { enabled: false },
      colorScheme: 'Blues',
      textFormat: '{{ @@y }} at {{ @@x }}',
      dateTimeFormat: 'DD.MM.YYYY',
    },
    heat,
  ],
  [
    'a heatmap of equal values',
    { globalSeriesType: 'heatmap', columnMapping: ofHeat },
    { ...heat, rows: [['2025-01-01', 'Mon', 4]] },
  ],
  [
    'a heatmap of very many cells',
    { globalSeriesType: 'heatmap', columnMapping: { a: 'x', b: 'y', size: 'zVal' }, showDataLabels: true },
    { ...points(3001), rows: Array.from({ length: 3001 }, (_, at) => [at % 60, Math.floor(at / 60), at]) },
  ],
  ['a pie', { globalSeriesType: 'pie', columnMapping: ofPie }, months],
  [
    'a small pie without a legend',
    { globalSeriesType: 'pie', columnMapping: ofPie, legend: { enabled: false }, direction: { type: 'clockwise' } },
    { ...months, width: 200 },
  ],
  [
    'a pie with a template, one slice hidden',
    { globalSeriesType: 'pie', columnMapping: ofPie, textFormat: '{{ @@x }} {{ @@yPercent }}' },
    { ...months, hidden: ['January'] },
  ],
  [
    'a pie with data labels off',
    { globalSeriesType: 'pie', columnMapping: ofPie, legend: { enabled: false }, showDataLabels: false },
    months,
  ],
  [
    'pies of several columns',
    { globalSeriesType: 'pie', columnMapping: { ...ofPie, error: 'y', left: 'y' } },
    { ...months, dark: true },
  ],
  ['a pie of one slice', { globalSeriesType: 'pie', columnMapping: ofPie }, { ...months, rows: [['January', 10, 1, 1]] }],
]

const kindOf = (stored: Stored) => stored.globalSeriesType ?? 'column'

/** The first chart of each kind is recorded whole, the others by what differs from it, so that each record shows its point. */
describe('the ECharts option', () => {
  it.each(charts)('of %s is the recorded one', (_, stored, given) => {
    const option = optionSeen(stored, given)
    const [, firstStored = stored, firstGiven] = charts.find(([, other]) => kindOf(other) === kindOf(stored)) ?? []
    const isFirst = firstStored === stored
    expect(written(isFirst ? option : differing(optionSeen(firstStored, firstGiven), option))).toMatchSnapshot()
  })
})

describe('areas', () => {
  it('are filled as bands in a stack, unless some are below zero and would overlap (CHART-56)', () => {
    const opacity = (stacking: string | null, value: number) =>
      draw({ globalSeriesType: 'area', columnMapping: bothNumbers, series: { stacking } }, { rows: [['Jan', value, 1, '']] })
        .plain.series[0].areaStyle.opacity
    expect([opacity('stack', 3), opacity('stack', -3), opacity(null, 3)]).toEqual([0.75, 0.12, 0.12])
  })
})

describe('the tooltip', () => {
  it('lists the series of a line chart by value, with the error and the share', () => {
    const stored = { globalSeriesType: 'line', columnMapping: { ...bothNumbers, error: 'yError' } }
    expect(written(tooltips(stored, months, [0, 0], [1, 1], [-1, 2]))).toMatchSnapshot()
  })

  it('lists the layers of a stack from the top', () => {
    const stored = { columnMapping: bothNumbers, series: { stacking: 'stack', percentValues: true } }
    expect(written(tooltips(stored, months, [0, 0], [1, 1]))).toMatchSnapshot()
  })

  it('begins with the total of a stack, unless it has one layer or marks of several stacks (CHART-56)', () => {
    const totals = (stored: Record<string, unknown>, ...hits: number[]) =>
      tooltips({ columnMapping: bothNumbers, series: { stacking: 'stack' }, ...stored }, months, hits).map((content) =>
        content?.rows.filter(({ name }) => name === 'Total').map(({ value }) => value),
      )
    expect(totals({}, 0, 0)).toEqual([['6.0']])
    expect(totals({}, 0, -1)).toEqual([[]])
    expect(totals({ seriesOptions: right }, 0, 0)).toEqual([[]])
    expect(totals({ series: { stacking: null } }, 0, 0)).toEqual([[]])
  })

  it('names a bubble and lists all columns of its row (CHART-53)', () => {
    const data = {
      columns: [textColumn('x', 'float'), textColumn('y', 'integer'), textColumn('people', 'integer'), textColumn('country')],
      rows: [[1.63, 71, 1_264_000_000, 'India']],
    }
    const stored = { globalSeriesType: 'bubble', columnMapping: { x: 'x', y: 'y', people: 'size' } }
    expect(tooltips(stored, data, [0])).toMatchObject([
      {
        title: 'India',
        rows: [
          { name: 'x', value: '1.63' },
          { name: 'y', value: '71' },
          { name: 'people', value: '1,264,000,000' },
        ],
      },
    ])
  })

  it('names the size of a bubble', () => {
    expect(written(tooltips({ globalSeriesType: 'bubble', columnMapping: bubbled }, points(8), [1], [-1, 1]))).toMatchSnapshot()
  })

  it('lists the numbers of a box, its series and its outliers', () => {
    const stored = { globalSeriesType: 'box', columnMapping: ofBoxes }
    expect(written(tooltips(stored, boxed, [0], [-1, 1], [9]))).toMatchSnapshot()
    expect(written(tooltips({ ...stored, columnMapping: { month: 'x', delay: 'y' } }, boxed, [0], [1]))).toMatchSnapshot()
  })

  it('names the cell of a heatmap', () => {
    expect(written(tooltips({ globalSeriesType: 'heatmap', columnMapping: ofHeat }, heat, [0], [3], [9]))).toMatchSnapshot()
  })

  it('names the slice of a pie', () => {
    expect(written(tooltips({ globalSeriesType: 'pie', columnMapping: ofPie }, months, [0], [1], [9]))).toMatchSnapshot()
  })

  it('says how many of more than 16 rows are left out', () => {
    const stored = { globalSeriesType: 'line', columnMapping: ofKinds, sortX: false }
    const [content] = tooltips(
      stored,
      manyKinds(22),
      Array.from({ length: 22 }, () => 0),
    )
    expect(content?.rows).toHaveLength(16)
    expect(content?.more).toBe(6)
  })
})
