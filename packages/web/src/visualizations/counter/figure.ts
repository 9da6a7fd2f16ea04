import type { Cell } from '@sightline/contract/results.ts'
import { formatNumber, type NumberMarks, plainMarks } from '@sightline/domain/format/number.ts'
import type { Formats } from '../visualization.ts'
import type { CounterOptions } from './options.ts'

/** The format of a target that is not formatted like the value. */
const TARGET_FORMAT = '0[.]00[0]'
const MAX_DECIMALS = 20

/** A number, or another value, as a counter shows it. */
export interface Figure {
  /** Prefix and suffix are separate because they are smaller; empty if the value is not a number. */
  prefix: string
  text: string
  suffix: string
  tooltip: string
}

/** A cell in the format of the counter. */
export function figure(cell: Cell, options: CounterOptions): Figure {
  const { stringDecimal, stringPrefix, stringSuffix } = options
  const decimals = Math.max(0, Math.min(MAX_DECIMALS, Math.trunc(stringDecimal)))
  const pattern = decimals === 0 ? '0,0' : `0,0.${'0'.repeat(decimals)}`
  const text = shortText(cell, options) ?? numberText(cell, pattern, marksOf(options))
  return text === null
    ? wordFigure(cell)
    : { prefix: stringPrefix, text, suffix: stringSuffix, tooltip: tooltipOf(cell, options) }
}

/** A target in its own format. */
export function plainFigure(cell: Cell, options: CounterOptions): Figure {
  const text = numberText(cell, TARGET_FORMAT, marksOf(options))
  return text === null ? wordFigure(cell) : { prefix: '', text, suffix: '', tooltip: tooltipOf(cell, options) }
}

/** The options with the separators of the organization in place of the stored defaults. An author's own separators stay. */
export function withMarksOf(formats: Formats, options: CounterOptions): CounterOptions {
  const { thousands, decimal } = formats.numberMarks
  const isDefault = options.stringThouSep === plainMarks.thousands && options.stringDecChar === plainMarks.decimal
  return isDefault ? { ...options, stringThouSep: thousands, stringDecChar: decimal } : options
}

/** A counter stores its own separators; an empty decimal separator would change the number. */
export const marksOf = ({ stringThouSep, stringDecChar }: CounterOptions): NumberMarks => ({
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
export function shortened(cell: Cell, options: CounterOptions): string | null {
  const value = numberOf(cell)
  return value === null ? null : (numberText(value, '0,0[.]0a', marksOf(options))?.toUpperCase() ?? null)
}

/** The text of a figure with its prefix and suffix. */
export const wordsOf = ({ prefix, text, suffix }: Figure): string => `${prefix}${text}${suffix}`

const tooltipOf = (cell: Cell, options: CounterOptions) =>
  numberText(cell, options.tooltipFormat, marksOf(options)) ?? String(cell)

const wordFigure = (cell: Cell): Figure => {
  const text = cell === null ? '—' : String(cell)
  return { prefix: '', text, suffix: '', tooltip: text }
}

/** A cell as a number; null if it is not one, or not a finite one. */
export function numberOf(cell: Cell): number | null {
  const number = typeof cell === 'boolean' || cell === null || cell === '' ? Number.NaN : Number(cell)
  return Number.isFinite(number) ? number : null
}
