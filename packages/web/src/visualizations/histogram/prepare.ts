import type { Cell } from '@sightline/contract/results.ts'
import { friendlyName, splitColumnName } from '@sightline/domain/filters/column-name.ts'
import { formatNumber } from '@sightline/domain/format/number.ts'
import { binEdges } from '@sightline/domain/grouping/bins.ts'
import { i18n } from '@sightline/domain/language/i18n.ts'
import type { SourceColumn } from '../../ui/data-table/row-source.ts'
import { figureText } from '../cell-label.ts'
import { goneSentence, isNumeric, measureColumns } from '../column-choice.ts'
import { plainTable, type TableRows } from '../echarts/table-rows.ts'
import { joinedNotes } from '../joined-notes.ts'
import { isBelow, isFromBelow, markOf } from '../picked-mark.ts'
import type { Formats, GroupData, Needs, PickedMark } from '../visualization.ts'
import { binCount, type HistogramOptions } from './options.ts'

export interface Bar {
  /** The least number of the range, and the number at which the next one begins. */
  from: number
  to: number
  /** The range in words. */
  name: string
  count: number
  /** Number of rows with this or a lower number. */
  upTo: number
  /** Of all rows with a number, 0 to 1. */
  share: number
  shareUpTo: number
  /** The number that the bar shows: one of those above. */
  height: number
}

export interface Histogram {
  kind: 'histogram'
  column: string
  bars: Bar[]
  /** How far the bars are moved to the left, so that single whole numbers are in the middle of theirs. */
  shift: number
  /** Number of rows with a number. */
  rows: number
  note: string | null
}
export type Prepared = { kind: 'nothing'; reason: string } | Histogram

const chooseText = (): string => i18n._('Choose a column of numbers.')

/** The rows of each range of the column. */
export function needs(options: HistogramOptions, columns: readonly SourceColumn[]): Needs {
  const { column, rangeMin: from, rangeMax: below } = options
  if (column === null || problem(options, columns) !== null) return { kind: 'columns', columns: [], extreme: null }
  return {
    kind: 'groups',
    sets: [[column]],
    measures: [{ kind: 'count', column: null }],
    limit: 1000,
    without: [],
    bins: [{ column, count: binCount(options), ...(from !== null && { from }), ...(below !== null && { below }) }],
  }
}

export function problem({ column, rangeMin, rangeMax }: HistogramOptions, columns: readonly SourceColumn[]): string | null {
  if (column === null) return chooseText()
  const type = columns.find(({ name }) => name === column)?.type
  if (type === 'date' || type === 'datetime')
    return i18n._(
      'A histogram needs a column of numbers, and “{column}” has times; Explore counts rows by month, week or day.',
      { column },
    )
  if (type === 'boolean') return `${i18n._('There are no numbers in “{column}”.', { column })} ${chooseText()}`
  const gone = goneSentence([column], columns)
  if (gone !== null) return gone
  return rangeMin !== null && rangeMax !== null && rangeMin >= rangeMax
    ? i18n._('The lower limit has to be less than the upper one.')
    : null
}

/** Suggests the first column that measures something. */
export function suggest(columns: readonly SourceColumn[]): Partial<HistogramOptions> {
  const column = measureColumns(columns)[0]
  return column ? { column: column.name } : {}
}

/** Fewer rows or numbers are better read one by one. */
const LEAST_ROWS = 20
const LEAST_NUMBERS = 10

/** A histogram of the first column that measures something, if it has many different numbers. @param rows the first rows */
export function thumbnails(columns: readonly SourceColumn[], rows: readonly Cell[][]): Partial<HistogramOptions>[] {
  const options = suggest(columns)
  const place = columns.findIndex(({ name }) => name === options.column)
  const numbers = new Set(rows.flatMap((row) => (typeof row[place] === 'number' ? [row[place]] : [])))
  return rows.length >= LEAST_ROWS && numbers.size >= LEAST_NUMBERS ? [options] : []
}

export const nameOf = ({ column }: HistogramOptions): string | null =>
  column === null ? null : i18n._('Distribution of {column}', { column: friendlyName(splitColumnName(column).base) })

/** Prepares the bars, or the reason as a sentence if there are none. */
export function prepare(
  { columns, sets: [set], bins: [bins] = [], total }: GroupData,
  options: HistogramOptions,
  formats: Formats,
): Prepared {
  const { column, rangeMin: from, rangeMax: below } = options
  if (column === null) return { kind: 'nothing', reason: chooseText() }
  if (!set || !bins) return { kind: 'nothing', reason: goneSentence([column], columns) ?? i18n._('No data') }
  const [keys = [], counts = []] = [set.keys[0], set.measures[0]]
  const groups = keys.map((key, at) => ({ key, count: Number(counts[at]) }))
  const edges = binEdges(bins)
  const number = (value: number) => figureText(value, formats.numberMarks)
  const sum = (holds: (key: number | null) => boolean) =>
    groups.reduce((rows, { key, count }) => (holds(typeof key === 'number' ? key : null) ? rows + count : rows), 0)
  const before = sum((key) => key !== null && key < bins.start)
  const rows = sum((key) => key !== null)
  const after = sum((key) => key !== null && key >= (edges.at(-1) ?? bins.start))
  const missing = sum((key) => key === null)
  const note = joinedNotes([
    missing > 0 && i18n._('{missing, plural, one {# row without a number} other {# rows without a number}}', { missing }),
    before > 0 &&
      i18n._('{before, plural, one {# row below {limit}} other {# rows below {limit}}}', { before, limit: number(from ?? 0) }),
    after > 0 &&
      i18n._('{after, plural, one {# row from {limit} on} other {# rows from {limit} on}}', {
        after,
        limit: number(below ?? 0),
      }),
  ])
  if (rows === before + after) {
    if (rows > 0) return { kind: 'nothing', reason: i18n._('No number is within the limits.') }
    return {
      kind: 'nothing',
      reason:
        total === 0 || groups.length === 0 ? i18n._('No data') : i18n._('There are no numbers in “{column}”.', { column }),
    }
  }
  const isWhole = columns.find(({ name }) => name === column)?.type === 'integer'
  const byKey = new Map(groups.map(({ key, count }) => [key, count]))
  let upTo = before
  const bars = edges.slice(0, -1).map((edge, at): Bar => {
    const count = byKey.get(edge) ?? 0
    upTo += count
    const range = { from: Math.max(edge, from ?? edge), to: Math.min(edges[at + 1] ?? edge, below ?? Number.POSITIVE_INFINITY) }
    const bar = { ...range, name: rangeName(range, isWhole, number), count, upTo, share: count / rows, shareUpTo: upTo / rows }
    return { ...bar, height: heightOf(bar, options) }
  })
  return {
    kind: 'histogram',
    column,
    bars,
    shift: isWhole && bins.width === 1 ? 0.5 : 0,
    rows,
    note,
  }
}

const heightOf = (bar: Omit<Bar, 'height'>, { share, cumulative }: HistogramOptions) => {
  if (share) return cumulative ? bar.shareUpTo : bar.share
  return cumulative ? bar.upTo : bar.count
}

/** A range in words: of whole numbers, its first and last one. */
function rangeName({ from, to }: Pick<Bar, 'from' | 'to'>, isWhole: boolean, number: (value: number) => string): string {
  if (!isWhole || !Number.isInteger(from) || !Number.isInteger(to))
    return i18n._('{from} to below {to}', { from: number(from), to: number(to) })
  return to - from === 1 ? number(from) : i18n._('{from} to {to}', { from: number(from), to: number(to - 1) })
}

export const shareText = (share: number, { numberMarks }: Pick<Formats, 'numberMarks'>): string =>
  formatNumber(share, '0[.]0%', numberMarks) ?? ''

/** Describes the histogram as text for screen readers. */
export function describe(name: string, { column, bars, rows }: Histogram, formats: Formats): string {
  const number = (value: number) => figureText(value, formats.numberMarks)
  const most = bars.reduce<Bar | null>((found, bar) => (found === null || bar.count > found.count ? bar : found), null)
  const all = i18n._(
    '{name}. Histogram chart of {column}: {rows} rows with a number, in {count, plural, one {# range} other {# ranges}}.',
    { name, column, rows: number(rows), count: bars.length },
  )
  if (most === null) return all
  const { name: range, count, share } = most
  return `${all} ${i18n._('Most of them: {range} with {count}, {share}.', { range, count: number(count), share: shareText(share, formats) })}`
}

/**
 * The marks of the bars: the rows with a number in their range, or up to its end where bars add up. Only a column of numbers can be
 * compared with its ends.
 */
export function marksOf(
  { column, bars }: Histogram,
  columns: readonly SourceColumn[],
  { cumulative }: Pick<HistogramOptions, 'cumulative'>,
): (PickedMark | null)[] {
  const known = columns.find(({ name }) => name === column)
  if (known === undefined || !isNumeric(known)) return []
  return bars.map(({ from, to }) => markOf(null, cumulative ? [isBelow(column, to)] : isFromBelow(column, from, to)))
}

/** The ranges as a table. */
export function tableOf({ column, bars }: Histogram, formats: Formats): TableRows {
  const number = (value: number) => figureText(value, formats.numberMarks)
  return plainTable(
    [
      column,
      i18n._('Rows'),
      i18n._('Share', {}, { context: 'a part of a whole' }),
      i18n._('Rows so far'),
      i18n._('Share so far'),
    ],
    1,
    bars.map(({ name, count, share, upTo, shareUpTo }) => [
      name,
      number(count),
      shareText(share, formats),
      number(upTo),
      shareText(shareUpTo, formats),
    ]),
  )
}
