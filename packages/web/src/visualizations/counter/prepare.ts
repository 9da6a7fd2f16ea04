import type { Cell } from '@sightline/contract/results.ts'
import { friendlyName } from '@sightline/domain/filters/column-name.ts'
import { i18n } from '@sightline/domain/language/i18n.ts'
import type { SourceColumn } from '../../ui/data-table/row-source.ts'
import { columnLabels } from '../cell-label.ts'
import type { CellData, ColumnData, Formats, Needs } from '../visualization.ts'
import { type Trend, trendOf } from './comparison.ts'
import { type Figure, figure, numberOf, plainFigure, shortened, withMarksOf, wordsOf } from './figure.ts'
import { latestOf } from './latest.ts'
import type { CounterOptions } from './options.ts'
import { type Sparkline, sparklineOf } from './sparkline.ts'

export interface CounterTimes {
  /** Of the value. */
  at: string
  /** The cell of it. */
  cell: Cell
  /** Of the value that it is compared with, or a few words that say why there is none. */
  before: string
  /** Of the first value. */
  first: string
  /** Whether the period of the value is not over. */
  isIncomplete: boolean
}

export type Prepared =
  | { kind: 'nothing'; reason: string }
  | {
      kind: 'counter'
      value: Figure
      /** Its text with an abbreviated magnitude, for a frame that is too narrow for the whole; null if that is not shorter. */
      short: string | null
      target: Figure | null
      trend: Trend | null
      sparkline: Sparkline | null
      label: string
      /** The times of a latest value; null for a counter of single rows. */
      times: CounterTimes | null
    }

/** Whether it shows the latest value of a column over time. */
export const isOverTime = ({ timeColumn, countRow }: CounterOptions): boolean => timeColumn !== null && !countRow

/** The cells that are read: first the value, then the target. Only a counter with a line reads a column as well. */
export function needs(options: CounterOptions): Needs {
  const { counterColName, rowNumber, targetColName, targetRowNumber, sparklineColumn, timeColumn } = options
  if (isOverTime(options)) return { kind: 'columns', columns: [timeColumn ?? '', counterColName], extreme: null }
  const value = { column: counterColName, row: Math.trunc(rowNumber) }
  const target = targetColName === null ? [] : [{ column: targetColName, row: Math.trunc(targetRowNumber) }]
  return { kind: 'cells', cells: [value, ...target], ...(sparklineColumn !== null && { line: sparklineColumn }) }
}

export function problem(options: CounterOptions, columns: readonly SourceColumn[]): string | null {
  if (options.countRow) return null
  const needed = [options.counterColName, ...(options.timeColumn === null ? [] : [options.timeColumn])]
  const gone = needed.find((wanted) => !columns.some(({ name }) => name === wanted))
  return gone === undefined ? null : i18n._('The result has no column "{gone}".', { gone })
}

/** A number below this would lose too much precision without decimals. */
const SMALL = 1000

/**
 * Suggests the column called `counter`, else the first numeric one, else the first one; two decimals if its first value is small and
 * has some. A new counter formats its target like its value, so that both can be compared.
 */
export function suggest(columns: readonly SourceColumn[], rows: readonly Cell[][]): Partial<CounterOptions> {
  const isNumber = ({ type }: SourceColumn) => type === 'integer' || type === 'float'
  const column = columns.find(({ name }) => name === 'counter') ?? columns.find(isNumber) ?? columns[0]
  if (!column) return {}
  const first = numberOf(rows[0]?.[columns.indexOf(column)] ?? null)
  const hasDecimals = first !== null && Math.abs(first) < SMALL && !Number.isInteger(first)
  return { counterColName: column.name, formatTargetValue: true, shortens: true, ...(hasDecimals && { stringDecimal: 2 }) }
}

/** The label below the number, which says what it is. */
export const nameOf = ({ counterLabel }: CounterOptions): string | null => counterLabel || null

/** A counter for each number of a result with a single row. */
export function thumbnails(columns: readonly SourceColumn[], rows: readonly Cell[][]): Partial<CounterOptions>[] {
  if (rows.length !== 1) return []
  return columns.flatMap((column, at) =>
    typeof rows[0]?.[at] === 'number'
      ? [{ ...suggest([column], [[rows[0][at] ?? null]]), counterLabel: friendlyName(column.name) }]
      : [],
  )
}

/** Prepares the texts of the counter, or the reason as a sentence if there are none. @param name name of the visualization */
export function prepare(data: CellData, stored: CounterOptions, name: string, formats: Formats): Prepared {
  const options = withMarksOf(formats, stored)
  const { columns, total } = data
  const cells = named(data, options, formats)
  const [value = null, target = null] = options.countRow ? [total, cells[1]] : cells
  const gone = problem(options, columns)
  if (gone !== null) return { kind: 'nothing', reason: gone }
  if (!options.countRow && total === 0) return { kind: 'nothing', reason: i18n._('No data') }
  const whole = figure(value, options)
  const short = shortened(value, options)
  return {
    kind: 'counter',
    value: whole,
    short: short !== null && short.length < whole.text.length ? short : null,
    target: target === null ? null : options.formatTargetValue ? figure(target, options) : plainFigure(target, options),
    trend: trendOf(value, target, options),
    sparkline: sparklineOf(data.line ?? [], options),
    label: options.counterLabel || name,
    times: null,
  }
}

/** Prepares the texts of a counter over time, or the reason as a sentence. @param now milliseconds */
export function prepareLatest(data: ColumnData, stored: CounterOptions, name: string, formats: Formats, now: number): Prepared {
  const options = withMarksOf(formats, stored)
  const latest = latestOf(data, options, formats, now)
  if (typeof latest === 'string') return { kind: 'nothing', reason: latest }
  const whole = figure(latest.value, options)
  const short = shortened(latest.value, options)
  const missing = options.comparedWith === 'year' ? i18n._('no value one year earlier') : i18n._('no earlier value')
  return {
    kind: 'counter',
    value: whole,
    short: short !== null && short.length < whole.text.length ? short : null,
    target: latest.before === null ? null : figure(latest.before, options),
    trend: latest.before === null ? null : trendOf(latest.value, latest.before, { ...options, comparison: changeOf(options) }),
    sparkline: sparklineOf(latest.values, options),
    label: options.counterLabel || name,
    times: {
      at: latest.at,
      cell: latest.cell,
      before: latest.beforeAt ?? missing,
      first: latest.firstAt,
      isIncomplete: latest.isIncomplete,
    },
  }
}

/** An earlier value is no target, of which the value is a share. */
const changeOf = ({ comparison }: CounterOptions) => (comparison === 'share' ? 'percent' : comparison)

/** The cells with dates and times as texts, as in tables. */
function named({ cells, columns }: CellData, { counterColName, targetColName }: CounterOptions, formats: Formats): Cell[] {
  return cells.map((cell, index) => {
    const column = columns.find(({ name }) => name === (index === 0 ? counterColName : targetColName))
    const isTime = column?.type === 'date' || column?.type === 'datetime'
    return isTime && cell !== null ? columnLabels([cell], column, formats)(cell) : cell
  })
}

/**
 * Returns the scale that fits a number into the width, rounded down to two decimals. Numbers are not enlarged, so that those of a
 * row of counters have one size.
 * @param available pixels
 * @param width of the number, pixels
 */
export function fitScale(available: number, width: number): number {
  return width === 0 ? 1 : Math.floor(Math.min(available / width, 1) * 100) / 100
}

/** A number scaled further down would be lower than 20 of its 32 pixels. */
const LEAST_SCALE = 20 / 32

/** Whether a number would be too small to read at a glance if it were scaled into the width; both in pixels. */
export const isTooNarrow = (available: number, width: number): boolean => available > 0 && available < width * LEAST_SCALE

/** Describes the counter as text for screen readers. */
export function describe(counter: Extract<Prepared, { kind: 'counter' }>): string {
  const { value, target, trend, sparkline, label, times } = counter
  const line = sparkline === null ? '' : `. ${sparkline.description}`
  const texts = { label, value: wordsOf(value), target: target === null ? '' : wordsOf(target) }
  if (times !== null)
    return (
      i18n._('{label}: {value} at {time}, {change}', { ...texts, time: timeText(times), change: changeText(counter, times) }) +
      line
    )
  if (target === null) return `${label}: ${texts.value}${line}`
  if (trend === null) return i18n._('{label}: {value}, target {target}', texts) + line
  if (trend.isGood) return i18n._('{label}: {value}, on target, target {target}', texts) + line
  return trend.direction === 'positive'
    ? i18n._('{label}: {value}, above target, target {target}', texts) + line
    : i18n._('{label}: {value}, below target, target {target}', texts) + line
}

/** The time of the value, and whether its period is not over. */
export const timeText = ({ at, isIncomplete }: CounterTimes): string =>
  isIncomplete ? i18n._('{at} (not over yet)', { at }) : at

function changeText({ target, trend }: Extract<Prepared, { kind: 'counter' }>, { before }: CounterTimes): string {
  if (target === null || trend === null) return before
  const word = trend.direction === 'positive' ? i18n._('up') : i18n._('down')
  const texts = { change: `${word} ${trend.text ?? ''}`.trim(), before: wordsOf(target), time: before }
  if (trend.isEqual) return i18n._('unchanged from {before} at {time}', texts)
  return trend.isGood
    ? i18n._('{change} from {before} at {time} (better)', texts)
    : i18n._('{change} from {before} at {time} (worse)', texts)
}
