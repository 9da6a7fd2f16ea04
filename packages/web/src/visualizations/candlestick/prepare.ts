import type { Cell } from '@sightline/contract/results.ts'
import { toNumber } from '@sightline/domain/chart-data/scale.ts'
import { parseDate } from '@sightline/domain/format/date.ts'
import { formatNumber } from '@sightline/domain/format/number.ts'
import { i18n } from '@sightline/domain/language/i18n.ts'
import { compareNaturally } from '@sightline/domain/language/local.ts'
import type { SourceColumn } from '../../ui/data-table/row-source.ts'
import { columnLabels, figureText } from '../cell-label.ts'
import { goneSentence, isNumeric, isTime } from '../column-choice.ts'
import { plainTable, type TableRows } from '../echarts/table-rows.ts'
import { joinedNotes } from '../joined-notes.ts'
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

const chooseText = (): string =>
  i18n._('Choose a time column and the columns of the opening, highest, lowest and closing price.')
/** More candles would be thinner than a pixel on most screens. */
const MAX_CANDLES = 1000

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
  return chosen.includes(null) ? chooseText() : goneSentence([...chosen, options.volumeColumn], columns)
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
  if (data.shown === 0) return { kind: 'nothing', reason: i18n._('No data') }
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
  if (rows.length === 0) return { kind: 'nothing', reason: i18n._('No row has a time and all four prices.') }
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
  return x === null || y === null || x === undefined || y === undefined ? compareNaturally(String(a), String(b)) : x - y
}

function noteOf(
  { shown, total }: ColumnData,
  { kept, rows, incomplete }: { kept: number; rows: number; incomplete: number },
  { numberMarks }: Formats,
): string | null {
  const number = (count: number) => figureText(count, numberMarks)
  return joinedNotes([
    shown < total && i18n._('chosen from {shown} of {total} rows', { shown: number(shown), total: number(total) }),
    kept < rows && i18n._('the latest {kept} of {rows} candles', { kept: number(kept), rows: number(rows) }),
    incomplete > 0 &&
      i18n._(
        '{incomplete, plural, one {# row without a time or a price is left out} other {# rows without a time or a price are left out}}',
        { incomplete },
      ),
  ])
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
  return i18n._(
    '{name}. Candlestick chart of {count, plural, one {# candle} other {# candles}} from {first} to {last}. Opened at {open}, closed at {close}, lowest {low}, highest {high}.',
    {
      name,
      count: candles.length,
      first: first.name,
      last: last.name,
      open: price(first.open),
      close: price(last.close),
      low,
      high,
    },
  )
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
  return plainTable(
    [
      i18n._('Time'),
      ...[i18n._('Open'), i18n._('High'), i18n._('Low'), i18n._('Close', {}, { context: 'a price' })],
      ...(hasVolumes ? [i18n._('Volume')] : []),
    ],
    1,
    rows,
  )
}
