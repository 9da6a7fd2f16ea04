import type { Cell } from '@sightline/contract/results.ts'
import { describe, expect, it } from 'vitest'
import { renderTooltip } from '../echarts/render-tooltip.ts'
import { paper as theme } from '../echarts/theme.ts'
import { column, sampleData, sampleFormats } from '../samples.ts'
import type { Formats } from '../visualization.ts'
import { candleRows, candlestickOption } from './option.ts'
import { CandlestickOptions } from './options.ts'
import { describe as inWords, needs, prepare, problem, suggest, tableOf } from './prepare.ts'

const formats: Formats = { ...sampleFormats, numberMarks: { thousands: '.', decimal: ',' }, dateFormat: 'DD/MM/YYYY' }
const columns = [
  column('day', 'date'),
  ...['open', 'high', 'low', 'close'].map((name) => column(name, 'float')),
  column('volume', 'integer'),
]
const mapped = { timeColumn: 'day', openColumn: 'open', highColumn: 'high', lowColumn: 'low', closeColumn: 'close' }
const optionsOf = (stored: object) => CandlestickOptions.parse({ ...mapped, ...stored })

function draw(rows: Cell[][], stored: object = {}) {
  const options = optionsOf(stored)
  const data = sampleData({ title: '', options: {}, columns, rows, total: null }, needs(options))
  if (data.kind !== 'columns') throw new Error('A candlestick chart is made of columns.')
  return prepare(data, options, formats)
}
function drawn(...given: Parameters<typeof draw>) {
  const prepared = draw(...given)
  if (prepared.kind === 'nothing') throw new Error(prepared.reason)
  return prepared
}
const days: Cell[][] = [
  ['2024-05-02', 1200, 1300.5, 1100, 1150, 5000],
  ['2024-05-01', 1000, 1250, 950, 1200, null],
]

describe('a candlestick chart', () => {
  it('has a candle for each row in the order of their times, up or down by opening and closing (OPEN-218)', () => {
    const { candles, hasVolumes, note } = drawn(days, { volumeColumn: 'volume' })
    expect(candles).toMatchObject([
      { name: '01/05/2024', open: 1000, high: 1250, low: 950, close: 1200, volume: null, isUp: true },
      { name: '02/05/2024', open: 1200, high: 1300.5, low: 1100, close: 1150, volume: 5000, isUp: false },
    ])
    expect([hasVolumes, note]).toEqual([true, null])
    expect(drawn(days).hasVolumes).toBe(false)
  })

  it('leaves out rows without a time or a price, and all but the latest thousand, and says so (OPEN-218)', () => {
    expect(drawn([...days, ['2024-05-03', null, 1, 1, 1, 1], [null, 1, 1, 1, 1, 1]]).note).toBe(
      '2 rows without a time or a price are left out',
    )
    const many = Array.from({ length: 1200 }, (_, n): Cell[] => [
      new Date(n * 86_400_000).toISOString().slice(0, 10),
      1,
      2,
      1,
      2,
      1,
    ])
    const { candles, note } = drawn(many)
    expect([candles.length, candles.at(-1)?.name, note]).toEqual([1000, '14/04/1973', 'the latest 1.000 of 1.200 candles'])
  })

  it('says in one sentence why there is nothing to see (OPEN-218)', () => {
    expect(draw([])).toEqual({ kind: 'nothing', reason: 'No data' })
    expect(draw([['2024-05-03', 'a', 1, 1, 1, 1]])).toEqual({
      kind: 'nothing',
      reason: 'No row has a time and all four prices.',
    })
    expect(problem(optionsOf({ lowColumn: null }), columns)).toMatch(/^Choose a time column/)
    expect(problem(optionsOf({ volumeColumn: 'gone' }), columns)).toBe('The result has no column “gone”.')
  })

  it('is described in words and as a table, in the formats of the installation (OPEN-218)', () => {
    const options = optionsOf({ volumeColumn: 'volume' })
    const candles = drawn(days, { volumeColumn: 'volume' })
    expect(inWords('Share', candles, options, formats)).toBe(
      'Share. Candlestick chart of 2 candles from 01/05/2024 to 02/05/2024. Opened at 1.000, closed at 1.150, lowest 950, highest 1.300,50.',
    )
    expect(tableOf(candles, options, formats)).toMatchObject({
      head: ['Time', 'Open', 'High', 'Low', 'Close', 'Volume'],
      rows: [
        ['01/05/2024', '1.000', '1.250', '950', '1.200', ''],
        ['02/05/2024', '1.200', '1.300,50', '1.100', '1.150', '5.000'],
      ],
    })
  })

  it('says in the tooltip whether the price went up or down (OPEN-218)', () => {
    const options = optionsOf({ volumeColumn: 'volume' })
    const texts = drawn(days, { volumeColumn: 'volume' }).candles.map((candle) =>
      candleRows(candle, true, options, formats, '').map(({ name, value }) => `${name} ${value}`),
    )
    expect(texts[0]).toEqual(['Open 1.000', 'High 1.250', 'Low 950', 'Close, up 1.200'])
    expect(texts[1]).toEqual(['Open 1.200', 'High 1.300,50', 'Low 1.100', 'Close, down 1.150', 'Volume 5.000'])
  })

  it('fills candles that fell and leaves those that rose hollow, with volumes in a plot below (OPEN-218)', () => {
    const option = (stored: object) =>
      candlestickOption(drawn(days, stored), optionsOf(stored), formats, { theme, width: 600, height: 300, renderTooltip })
    const plain = option({})
    expect([[plain.grid].flat().length, [option({ volumeColumn: 'volume' }).grid].flat().length]).toEqual([1, 2])
    const [series] = [plain.series].flat()
    if (series?.type !== 'custom' || !series.renderItem) throw new Error('There are no candles.')
    const api = { coord: ([x = 0, y = 0]: number[]) => [x * 40, -y], size: () => [40, 0] }
    const bodies = [0, 1].map(
      (dataIndex) => JSON.parse(JSON.stringify(series.renderItem?.({ dataIndex } as never, api as never))).children[1],
    )
    expect(bodies).toMatchObject([
      { style: { fill: theme.surface, stroke: '#238F66' }, shape: { height: 200 } },
      { style: { fill: '#D74E3D', stroke: '#D74E3D' }, shape: { height: 50 } },
    ])
  })

  it('starts with the columns that are named after prices (OPEN-218)', () => {
    expect(suggest(columns)).toEqual({ ...mapped, volumeColumn: 'volume' })
    expect(suggest(columns.slice(0, 4))).toEqual({})
  })
})
