import type { Cell } from '@sightline/contract/results.ts'
import { formatNumber, type NumberMarks, plainMarks } from '@sightline/domain/format/number.ts'
import { z } from 'zod/mini'
import type { SourceColumn } from '../../ui/data-table/row-source.ts'
import { columnLabels } from '../cell-label.ts'
import { columnName, flag, number, text } from '../stored-options.ts'
import type { CellData, Formats, Needs } from '../visualization.ts'

/** The stored options of a counter, as named in the API. */
export const CounterOptions = z.looseObject({
  /** Empty means the name of the visualization. */
  counterLabel: text(''),
  counterColName: text('counter'),
  /** 1, 2, 3 count from the top and -1, -2 from the bottom. */
  rowNumber: number(1),
  /** Null for no target. */
  targetColName: columnName,
  targetRowNumber: number(1),
  /** Shows the number of rows instead of a value. */
  countRow: flag(false),
  /** Number of decimals. */
  stringDecimal: number(0),
  stringDecChar: text('.'),
  stringThouSep: text(','),
  /** Added to numbers only; so is the suffix. */
  stringPrefix: text(''),
  stringSuffix: text(''),
  tooltipFormat: text('0,0.000'),
  /** Formats the target like the value. */
  formatTargetValue: flag(false),
  /** Shortens numbers from a million on, as in 272.6B; the tooltip has the whole number. (ours) */
  shortens: flag(false),
})
export type CounterOptions = z.infer<typeof CounterOptions>

/** The format of a target that is not formatted like the value. */
const TARGET_FORMAT = '0[.]00[0]'
const MAX_DECIMALS = 20

export type Prepared =
  | { kind: 'nothing'; reason: string }
  | {
      kind: 'counter'
      value: Figure
      /** Its text with an abbreviated magnitude, for a frame that is too narrow for the whole; null if that is not shorter. */
      short: string | null
      target: Figure | null
      trend: Trend | null
      label: string
    }

export interface Figure {
  /** Prefix and suffix are separate because they are smaller; empty if the value is not a number. */
  prefix: string
  text: string
  suffix: string
  tooltip: string
}

/** The comparison of the value with its target. */
export interface Trend {
  /** Positive at or above the target. */
  direction: 'positive' | 'negative'
  /** Difference in percent of the target, formatted without its sign; null if the target is zero. */
  difference: string | null
}

/** The cells that are read: first the value, then the target. */
export function needs(options: CounterOptions): Needs {
  const { counterColName, rowNumber, targetColName, targetRowNumber } = options
  const value = { column: counterColName, row: Math.trunc(rowNumber) }
  const target = targetColName === null ? [] : [{ column: targetColName, row: Math.trunc(targetRowNumber) }]
  return { kind: 'cells', cells: [value, ...target] }
}

export function problem({ countRow, counterColName }: CounterOptions, columns: readonly SourceColumn[]): string | null {
  return countRow || columns.some(({ name }) => name === counterColName)
    ? null
    : `The result has no column "${counterColName}".`
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

/** Prepares the texts of the counter, or the reason as a sentence if there are none. @param name name of the visualization */
export function prepare(data: CellData, options: CounterOptions, name: string, formats: Formats): Prepared {
  const { columns, total } = data
  const cells = named(data, options, formats)
  const [value = null, target = null] = options.countRow ? [total, cells[1]] : cells
  const gone = problem(options, columns)
  if (gone !== null) return { kind: 'nothing', reason: gone }
  if (!options.countRow && total === 0) return { kind: 'nothing', reason: 'No data' }
  const whole = figure(value, options)
  const short = shortened(value, options)
  return {
    kind: 'counter',
    value: whole,
    short: short !== null && short.length < whole.text.length ? short : null,
    target: target === null ? null : options.formatTargetValue ? figure(target, options) : plainFigure(target, options),
    trend: trendOf(value, target, marksOf(options)),
    label: options.counterLabel || name,
  }
}

/** The cells with dates and times as texts, as in tables. */
function named({ cells, columns }: CellData, { counterColName, targetColName }: CounterOptions, formats: Formats): Cell[] {
  return cells.map((cell, index) => {
    const column = columns.find(({ name }) => name === (index === 0 ? counterColName : targetColName))
    const isTime = column?.type === 'date' || column?.type === 'datetime'
    return isTime && cell !== null ? columnLabels([cell], column, formats)(cell) : cell
  })
}

function figure(cell: Cell, options: CounterOptions): Figure {
  const { stringDecimal, stringPrefix, stringSuffix } = options
  const decimals = Math.max(0, Math.min(MAX_DECIMALS, Math.trunc(stringDecimal)))
  const pattern = decimals === 0 ? '0,0' : `0,0.${'0'.repeat(decimals)}`
  const text = shortText(cell, options) ?? numberText(cell, pattern, marksOf(options))
  return text === null
    ? wordFigure(cell)
    : { prefix: stringPrefix, text, suffix: stringSuffix, tooltip: tooltipOf(cell, options) }
}

function plainFigure(cell: Cell, options: CounterOptions): Figure {
  const text = numberText(cell, TARGET_FORMAT, marksOf(options))
  return text === null ? wordFigure(cell) : { prefix: '', text, suffix: '', tooltip: tooltipOf(cell, options) }
}

/** A counter stores its own separators; an empty decimal separator would change the number. */
const marksOf = ({ stringThouSep, stringDecChar }: CounterOptions): NumberMarks => ({
  thousands: stringThouSep,
  decimal: stringDecChar || plainMarks.decimal,
})

/** Null if the cell is not a number. */
const numberText = (cell: Cell, pattern: string, marks: NumberMarks) =>
  cell === null || typeof cell === 'boolean' ? null : formatNumber(cell, pattern, marks)

/** Numbers from here on are shortened. */
const MILLION = 1_000_000

/** The number with an abbreviated magnitude; null if the counter does not shorten it. */
function shortText(cell: Cell, options: CounterOptions): string | null {
  const value = numberOf(cell)
  return options.shortens && value !== null && Math.abs(value) >= MILLION ? shortened(value, options) : null
}

/** The number with an abbreviated magnitude; null if the cell is not a number. */
function shortened(cell: Cell, options: CounterOptions): string | null {
  const value = numberOf(cell)
  return value === null ? null : (numberText(value, '0,0[.]0a', marksOf(options))?.toUpperCase() ?? null)
}

const tooltipOf = (cell: Cell, options: CounterOptions) =>
  numberText(cell, options.tooltipFormat, marksOf(options)) ?? String(cell)

const wordFigure = (cell: Cell): Figure => {
  const text = cell === null ? '—' : String(cell)
  return { prefix: '', text, suffix: '', tooltip: text }
}

function trendOf(value: Cell, target: Cell, marks: NumberMarks): Trend | null {
  const [a, b] = [numberOf(value), numberOf(target)]
  if (a === null || b === null) return null
  const difference = b === 0 ? null : formatNumber(Math.abs((a - b) / b), '0,0.0%', marks)
  return { direction: a >= b ? 'positive' : 'negative', difference }
}

function numberOf(cell: Cell): number | null {
  const number = typeof cell === 'boolean' || cell === null || cell === '' ? Number.NaN : Number(cell)
  return Number.isFinite(number) ? number : null
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
export function describe({ value, target, trend, label }: Extract<Prepared, { kind: 'counter' }>): string {
  const words = ({ prefix, text, suffix }: Figure) => `${prefix}${text}${suffix}`
  if (target === null) return `${label}: ${words(value)}`
  const compared = trend === null ? '' : trend.direction === 'positive' ? ', on target' : ', below target'
  return `${label}: ${words(value)}${compared}, target ${words(target)}`
}
