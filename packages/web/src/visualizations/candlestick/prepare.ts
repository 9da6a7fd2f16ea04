import type { Cell } from '@sightline/contract/results.ts'
import { toNumber } from '@sightline/domain/chart-data/scale.ts'
import { parseDate } from '@sightline/domain/format/date.ts'
import { formatNumber } from '@sightline/domain/format/number.ts'
import type { SourceColumn } from '../../ui/data-table/row-source.ts'
import { columnLabels, figureText } from '../cell-label.ts'
import { goneSentence, isNumeric, isTime } from '../column-choice.ts'
import { plainTable, type TableRows } from '../echarts/table-rows.ts'
import { markOf } from '../picked-mark.ts'
import type { ColumnData, Formats, Needs, PickedMark } from '../visualization.ts'
import type { CandlestickOptions } from './options.ts'

export interface Candle {
  name: string
  time: Cell
  open: number
  high: number
  low: number
  close: number
  /** Null if it is missing, or if there is no column of volumes. */
  volume: number | null
  /** Whether the price closed at or above its opening. */
  isUp: boolean
}
export interface Candles {
  kind: 'candles'
  candles: Candle[]
  hasVolumes: boolean
  note: string | null
}
export type Prepared = { kind: 'nothing'; reason: string } | Candles

const CHOOSE = 'Choose a time column and the columns of the opening, highest, lowest and closing price.'
/** More candles would be thinner than a pixel on most screens. */
export const MAX_CANDLES = 1000

const pricesOf = ({ openColumn, highColumn, lowColumn, closeColumn }: CandlestickOptions) => [
  openColumn,
  highColumn,
  lowColumn,
  closeColumn,
]

/** The columns of times, prices and volumes. */
export function needs(options: CandlestickOptions): Needs {
  const chosen = [options.timeColumn, ...pricesOf(options)]
  if (chosen.includes(null)) return { kind: 'columns', columns: [], extreme: null }
  const columns = [...chosen, options.volumeColumn].filter((column) => column !== null)
  return { kind: 'columns', columns: [...new Set(columns)], extreme: options.highColumn }
}

export function problem(options: CandlestickOptions, columns: readonly SourceColumn[]): string | null {
  const chosen = [options.timeColumn, ...pricesOf(options)]
  return chosen.includes(null) ? CHOOSE : goneSentence([...chosen, options.volumeColumn], columns)
}

/** Suggests the columns by their names; nothing unless all four prices are among them. */
export function suggest(columns: readonly SourceColumn[]): Partial<CandlestickOptions> {
  const numbered = (name: RegExp) => columns.find((column) => isNumeric(column) && name.test(column.name))?.name
  const time = columns.find(isTime)?.name
  const [open, high, low, close] = [/open/i, /high|max/i, /low|min/i, /close/i].map(numbered)
  if (!time || !open || !high || !low || !close) return {}
  const volume = numbered(/volume|^vol$/i)
  return {
    timeColumn: time,
    openColumn: open,
    highColumn: high,
    lowColumn: low,
    closeColumn: close,
    ...(volume && { volumeColumn: volume }),
  }
}

/** Prepares the candles in the order of their times, or the reason as a sentence if there are none. */
export function prepare(data: ColumnData, options: CandlestickOptions, formats: Formats): Prepared {
  const reason = problem(options, data.columns)
  if (reason !== null) return { kind: 'nothing', reason }
  if (data.shown === 0) return { kind: 'nothing', reason: 'No data' }
  const placeOf = (name: string | null) => data.columns.findIndex((column) => column.name === name)
  const cellsOf = (name: string | null): Cell[] => data.values[placeOf(name)] ?? []
  const times = cellsOf(options.timeColumn)
  const prices = pricesOf(options).map(cellsOf)
  const volumes = cellsOf(options.volumeColumn)
  let incomplete = 0
  const rows = times.flatMap((time, row) => {
    const [open = null, high = null, low = null, close = null] = prices.map((cells) => toNumber(cells[row] ?? null))
    if (time === null || open === null || high === null || low === null || close === null) {
      incomplete++
      return []
    }
    // Sources round differently: a wick reaches at least to the ends of its body.
    const ends = { high: Math.max(open, high, low, close), low: Math.min(open, high, low, close) }
    return [{ time, open, close, ...ends, volume: toNumber(volumes[row] ?? null), isUp: close >= open }]
  })
  if (rows.length === 0) return { kind: 'nothing', reason: 'No row has a time and all four prices.' }
  rows.sort((a, b) => compareTimes(a.time, b.time))
  const kept = rows.slice(-MAX_CANDLES)
  const nameOf = columnLabels(times, data.columns[placeOf(options.timeColumn)], formats)
  return {
    kind: 'candles',
    candles: kept.map((candle) => ({ name: nameOf(candle.time), ...candle })),
    hasVolumes: options.volumeColumn !== null && kept.some(({ volume }) => volume !== null),
    note: noteOf(data, { kept: kept.length, rows: rows.length, incomplete }, formats),
  }
}

function compareTimes(a: Cell, b: Cell): number {
  const [x, y] = [a, b].map((cell) => (typeof cell === 'number' ? cell : parseDate(String(cell))))
  return x === null || y === null || x === undefined || y === undefined ? String(a).localeCompare(String(b)) : x - y
}

function noteOf(
  { shown, total }: ColumnData,
  { kept, rows, incomplete }: { kept: number; rows: number; incomplete: number },
  { numberMarks }: Formats,
): string | null {
  const number = (count: number) => figureText(count, numberMarks)
  const notes = [
    ...(shown < total ? [`chosen from ${number(shown)} of ${number(total)} rows`] : []),
    ...(kept < rows ? [`the latest ${number(kept)} of ${number(rows)} candles`] : []),
    ...(incomplete > 0
      ? [
          `${number(incomplete)} ${incomplete === 1 ? 'row' : 'rows'} without a time or a price ${incomplete === 1 ? 'is' : 'are'} left out`,
        ]
      : []),
  ]
  return notes.length === 0 ? null : notes.join(', ')
}

/** A price as tooltip, description and table write it. */
export const priceText = (price: number, { numberFormat }: CandlestickOptions, { numberMarks }: Formats): string =>
  formatNumber(price, numberFormat, numberMarks) ?? figureText(price, numberMarks)

/** Describes the chart as text for screen readers. */
export function describe(name: string, { candles }: Candles, options: CandlestickOptions, formats: Formats): string {
  const [first, last] = [candles[0], candles.at(-1)]
  if (!first || !last) return name
  const price = (value: number) => priceText(value, options, formats)
  const high = price(candles.reduce((most, candle) => Math.max(most, candle.high), Number.NEGATIVE_INFINITY))
  const low = price(candles.reduce((least, candle) => Math.min(least, candle.low), Number.POSITIVE_INFINITY))
  const count = `${figureText(candles.length, formats.numberMarks)} ${candles.length === 1 ? 'candle' : 'candles'}`
  return `${name}. Candlestick chart of ${count} from ${first.name} to ${last.name}. Opened at ${price(first.open)}, closed at ${price(last.close)}, lowest ${low}, highest ${high}.`
}

/** The marks of the candles: the rows with their time. */
export const marksOf = ({ candles }: Candles, { timeColumn }: CandlestickOptions): (PickedMark | null)[] =>
  candles.map(({ time }) => (timeColumn === null ? null : markOf({ column: timeColumn, value: time })))

/** The candles as a table. */
export function tableOf({ candles, hasVolumes }: Candles, options: CandlestickOptions, formats: Formats): TableRows {
  const rows = candles.map(({ name, open, high, low, close, volume }) => [
    name,
    ...[open, high, low, close].map((price) => priceText(price, options, formats)),
    ...(hasVolumes ? [volume === null ? '' : figureText(volume, formats.numberMarks)] : []),
  ])
  return plainTable(['Time', 'Open', 'High', 'Low', 'Close', ...(hasVolumes ? ['Volume'] : [])], 1, rows)
}
