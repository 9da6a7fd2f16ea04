import type { PictureFormats } from '@sightline/contract/pictures.ts'
import { type GroupingInMemory, groupRows } from '@sightline/domain/grouping/groups.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ChartRasterizer, openChartRasterizer } from '../chart-images/rasterizer.ts'
import { inLanguage } from '../language/reader.ts'

const formats: PictureFormats = {
  dateFormat: 'YYYY-MM-DD',
  dateTimeFormat: 'YYYY-MM-DD HH:mm',
  integerFormat: '0,0',
  floatFormat: '0,0.00',
  chartColors: [],
  nullText: '–',
  thousandsSeparator: ',',
  timeZone: 'UTC',
  decimalSeparator: '.',
}
const columns = (['day', 'sold', 'shop'] as const).map((name) => ({
  name,
  friendly_name: name,
  type: name === 'day' ? ('date' as const) : name === 'sold' ? ('integer' as const) : ('string' as const),
  source_type: '',
}))
const values = { day: ['2026-01-01', '2026-02-01', '2026-03-01'], sold: [7, 9, null], shop: ['Zürich', 'Zürich', '東京'] }

const columnValues: Record<string, (string | number | null)[]> = values

let rasterizer: ChartRasterizer
const errors: unknown[] = []
beforeAll(() => {
  rasterizer = openChartRasterizer((error) => errors.push(error))
})
afterAll(() => rasterizer.close())

const visualizationOf = (options: Record<string, unknown>, type = 'CHART') => ({ type, name: 'Sales', options, columns })
function draw(options: Record<string, unknown>) {
  const names = Object.keys(values)
  const data = { kind: 'columns' as const, names, values: Object.values(values) }
  const given = { data, total: 3, formats, width: 550, height: 300 }
  return rasterizer.request({
    ask: 'picture',
    other: null,
    ...visualizationOf({ columnMapping: { day: 'x', sold: 'y', shop: 'series' }, ...options }),
    ...given,
  })
}

describe('the rasterizer', () => {
  it.each(['line', 'column', 'area', 'pie', 'scatter', 'box'])(
    'renders a %s chart as a PNG with a description',
    async (kind) => {
      const drawn = await draw({ globalSeriesType: kind })
      if (drawn.answer !== 'picture') throw new Error(drawn.reason)
      expect(Buffer.from(drawn.png).subarray(1, 4).toString('latin1')).toBe('PNG')
      expect(Buffer.from(drawn.png).readUInt32BE(16)).toBe(1100)
      // An empty surface takes some hundred bytes.
      expect(drawn.png.length).toBeGreaterThan(5000)
      expect(drawn.description).toMatch(/^Sales\. .*Zürich/)
    },
  )

  it('describes a chart in the language of the reader (OPEN-521)', async () => {
    const drawn = await inLanguage('de', () => draw({ globalSeriesType: 'column' }))
    if (drawn.answer !== 'picture') throw new Error(drawn.reason)
    expect(drawn.description).toMatch(/^Sales\. Diagramm \(Balken\) von .* nach day, von /)
  })

  it('renders a counter with its target, whatever characters its texts contain', async () => {
    const options = {
      counterColName: 'sold',
      rowNumber: -2,
      targetColName: 'sold',
      counterLabel: 'Sold <b> & more\u0000',
      stringSuffix: '%',
    }
    const visualization = visualizationOf(options, 'COUNTER')
    expect(await rasterizer.request({ ask: 'needs', timeZone: 'UTC', ...visualization })).toMatchObject({
      answer: 'needs',
      names: ['sold'],
      extreme: null,
    })
    const data = { kind: 'columns' as const, names: ['sold'], values: [values.sold] }
    const drawn = await rasterizer.request({
      ask: 'picture',
      other: null,
      ...visualization,
      data,
      total: 3,
      formats,
      width: 550,
      height: 300,
    })
    if (drawn.answer !== 'picture') throw new Error(drawn.reason)
    expect(drawn.description).toBe('Sold <b> & more\u0000: 9%, on target, target 7')
    expect(Buffer.from(drawn.png).readUInt32BE(16)).toBe(1100)
    // Lower than a chart, and not empty.
    expect(Buffer.from(drawn.png).readUInt32BE(20)).toBeLessThan(300)
    expect(drawn.png.length).toBeGreaterThan(3000)
    const thinned = {
      ask: 'picture' as const,
      other: null,
      ...visualization,
      data,
      total: 30_000,
      formats,
      width: 550,
      height: 300,
    }
    expect(await rasterizer.request(thinned)).toMatchObject({ reason: 'This counter reads more rows than a mail does.' })
    const gone = visualizationOf({ counterColName: 'gone' }, 'COUNTER')
    expect(await rasterizer.request({ ask: 'needs', timeZone: 'UTC', ...gone })).toMatchObject({
      reason: 'The result has no column "gone".',
    })
  })

  it('renders the line of a counter below its texts, for which it needs another column (OPEN-210)', async () => {
    const heightOf = async (options: Record<string, unknown>) => {
      const visualization = visualizationOf({ counterColName: 'sold', rowNumber: -2, ...options }, 'COUNTER')
      const needed = await rasterizer.request({ ask: 'needs', timeZone: 'UTC', ...visualization })
      if (needed.answer !== 'needs') throw new Error(needed.reason)
      const data = {
        kind: 'columns' as const,
        names: needed.names,
        values: needed.names.map((name) => columnValues[name] ?? []),
      }
      const drawn = await rasterizer.request({
        ask: 'picture',
        other: null,
        ...visualization,
        data,
        total: 3,
        formats,
        width: 550,
        height: 300,
      })
      if (drawn.answer !== 'picture') throw new Error(drawn.reason)
      return { names: needed.names, description: drawn.description, height: Buffer.from(drawn.png).readUInt32BE(20) / 2 }
    }
    const plain = await heightOf({})
    const lined = await heightOf({ sparklineColumn: 'sold' })
    expect(plain).toMatchObject({ names: ['sold'], description: 'Sales: 9' })
    expect(lined).toMatchObject({ names: ['sold'], description: 'Sales: 9. Line: first 7, last 9, lowest 7, highest 9' })
    expect(lined.height).toBeGreaterThan(plain.height)
    expect(await heightOf({ counterColName: 'shop', sparklineColumn: 'sold' })).toMatchObject({ names: ['sold', 'shop'] })
  })

  it('renders the latest value of a counter with its change and a line (OPEN-252)', async () => {
    const visualization = visualizationOf({ counterColName: 'sold', timeColumn: 'day' }, 'COUNTER')
    expect(await rasterizer.request({ ask: 'needs', timeZone: 'UTC', ...visualization })).toMatchObject({
      names: ['day', 'sold'],
    })
    const data = {
      kind: 'columns' as const,
      names: ['day', 'sold'],
      values: [
        ['2026-01-01', '2026-01-02'],
        [8, 10],
      ],
    }
    const size = { width: 550, height: 300 }
    const drawn = await rasterizer.request({ ask: 'picture', other: null, ...visualization, data, total: 2, formats, ...size })
    if (drawn.answer !== 'picture') throw new Error(JSON.stringify(drawn))
    expect(drawn.description).toMatch(/^Sales: 10 at 2026-01-02, up 25\.0% from 8 at 2026-01-01 \(better\)/)
    expect(drawn.png.length).toBeGreaterThan(3000)
  })

  it.each([
    ['HISTOGRAM', { column: 'sold' }, /^Sales\. Histogram chart of sold: 2 rows/],
    ['WATERFALL', { stepColumn: 'day', valueColumn: 'sold' }, /^Sales\. Waterfall chart of sold by day/],
    ['TREEMAP', { levels: ['shop'], sizeColumn: 'sold' }, /^Sales\. Treemap of sold by shop, 1 tile/],
    ['GAUGE', { valueColumn: 'sold', ranges: [{ upTo: 8, level: 'good' }], target: 9 }, /^Sales: 7 on a scale from 0 to 10/],
    ['CALENDAR', { dateColumn: 'day', valueColumn: 'sold' }, /^Sales\. Calendar chart of sold by day/],
    [
      'CANDLESTICK',
      { timeColumn: 'day', openColumn: 'sold', highColumn: 'sold', lowColumn: 'sold', closeColumn: 'sold' },
      /^Sales\. Candlestick chart of 2 candles/,
    ],
  ])('renders a visualization of type %s from the data that it asks for (OPEN-247)', async (type, options, words) => {
    const visualization = visualizationOf(options, type)
    const needed = await rasterizer.request({ ask: 'needs', timeZone: 'UTC', ...visualization })
    if (needed.answer !== 'needs') throw new Error(JSON.stringify(needed))
    const cells = columns.map(({ name }) => columnValues[name] ?? [])
    const { names, instead } = needed
    const types = columns.map((column) => column.type)
    const data =
      instead === null
        ? { kind: 'columns' as const, names, values: names.map((name) => columnValues[name] ?? []) }
        : { kind: 'groups' as const, groups: groupRows(cells, 3, instead.ask as GroupingInMemory, types) }
    const size = { width: 550, height: 300 }
    const drawn = await rasterizer.request({ ask: 'picture', other: null, ...visualization, data, total: 3, formats, ...size })
    if (drawn.answer !== 'picture') throw new Error(JSON.stringify(drawn))
    expect(drawn.description).toMatch(words)
    expect(Buffer.from(drawn.png).readUInt32BE(16)).toBe(1100)
    expect(drawn.png.length).toBeGreaterThan(3000)
    expect(drawn.replacesRows).toBe(type === 'GAUGE')
    const gone = visualizationOf(type === 'TREEMAP' ? { levels: ['gone'] } : {}, type)
    expect((await rasterizer.request({ ask: 'needs', timeZone: 'UTC', ...gone })).answer).toBe('none')
  })

  it('renders the sparklines of a table, each of its own kind (TABLE-50)', async () => {
    const points = [3, null, 9, 4].map((y, x) => ({ x, y }))
    const lines = (['line', 'area', 'bars'] as const).map((drawnAs) => ({ points, drawnAs, ends: null }))
    const answer = await rasterizer.request({ ask: 'sparklines', lines })
    if (answer.answer !== 'sparklines') throw new Error(JSON.stringify(answer))
    const widths = answer.pngs.map((png) => Buffer.from(png).readUInt32BE(16))
    expect(widths).toEqual([192, 192, 192])
    expect(new Set(answer.pngs.map((png) => Buffer.from(png).toString('base64'))).size).toBe(3)
  })

  it('returns the columns that a chart needs', async () => {
    const options = { globalSeriesType: 'line', columnMapping: { day: 'x', sold: 'y' } }
    expect(await rasterizer.request({ ask: 'needs', timeZone: 'UTC', ...visualizationOf(options) })).toMatchObject({
      names: ['day', 'sold'],
      extreme: 'sold',
    })
  })

  it('replies with a sentence if nothing can be rendered', async () => {
    const asked = [
      rasterizer.request({ ask: 'needs', timeZone: 'UTC', ...visualizationOf({ rows: ['shop'] }, 'PIVOT') }),
      rasterizer.request({ ask: 'needs', timeZone: 'UTC', ...visualizationOf({ columnMapping: {} }) }),
      draw({ globalSeriesType: 'custom' }),
      draw({ columnMapping: { day: 'x', shop: 'y' } }),
    ]
    const reasons = (await Promise.all(asked)).map((answer) => (answer.answer === 'none' ? answer.reason : answer.answer))
    expect(reasons).toEqual([
      'Visualizations of the type Pivot Table are not drawn in mails.',
      'This visualization is not set up yet.',
      'Charts that are drawn by code of their own are not drawn in mails.',
      expect.stringContaining('shop'),
    ])
  })

  it('continues after a failed rendering', async () => {
    const broken = { ask: 'needs', timeZone: 'UTC', ...visualizationOf({}), columns: null } as unknown as Parameters<
      ChartRasterizer['request']
    >[0]
    const answers = await Promise.all([rasterizer.request(broken), draw({ globalSeriesType: 'line' })])
    expect(answers.map(({ answer }) => answer)).toEqual(['none', 'picture'])
    expect(errors).toHaveLength(1)
  })
})
