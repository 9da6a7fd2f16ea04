import type { Cell } from '@sightline/contract/results.ts'
import { formatDate } from '@sightline/domain/format/date.ts'
import { formatsFor } from '@sightline/domain/format/days.ts'
import { figureText } from '@sightline/domain/format/figure.ts'
import { formatNumber, type NumberMarks } from '@sightline/domain/format/number.ts'
import type { SourceColumn } from '../ui/data-table/row-source.ts'
import type { Formats } from './visualization.ts'

// Exported for the labels of all types.
export { figureText }

/**
 * Returns a cell as the name of a group or step: dates in the formats of the installation, numbers without separators,
 * because they may be years.
 */
export function cellLabel(cell: Cell, column: SourceColumn | undefined, formats: Formats): string {
  if (cell === null) return formats.nullText
  const format = column?.type === 'date' ? formats.dateFormat : column?.type === 'datetime' ? formats.dateTimeFormat : null
  return (format === null || typeof cell !== 'string' ? null : formatDate(cell, format, formats.timeZone)) ?? String(cell)
}

/** Returns how the cells of a column are written as names: as `cellLabel` does, and times as dates if all of them begin a day. */
export function columnLabels(
  cells: readonly Cell[],
  column: SourceColumn | undefined,
  formats: Formats,
): (cell: Cell) => string {
  const own = column?.type === 'datetime' ? formatsFor(cells, formats) : formats
  return (cell) => cellLabel(cell, column, own)
}

/** Enough for the full precision of coordinates in degrees. */
const MAX_DECIMALS = 10

/**
 * Returns a fraction with the separators of the installation; null for any other cell. Unlike whole numbers, a fraction cannot be
 * a year.
 */
export const fractionLabel = (cell: Cell, { numberMarks }: Formats): string | null =>
  typeof cell === 'number' && !Number.isInteger(cell) ? figureText(cell, numberMarks, MAX_DECIMALS) : null

const SHORT_FROM = 1_000_000
/** There is no common abbreviation for more than trillions. */
const EXPONENT_FROM = 1e15
const TICK_DECIMALS = 6

/**
 * Returns the label of a tick; abbreviated on axes that reach a million, with an exponent where abbreviations end.
 * @param largest the greatest absolute value of the axis, so that all its ticks are written alike
 */
export function tickLabel(value: number, largest: number, marks: NumberMarks): string {
  const size = Math.max(Math.abs(value), largest)
  if (size < SHORT_FROM || value === 0) return figureText(value, marks, TICK_DECIMALS)
  if (size >= EXPONENT_FROM) return formatNumber(value, '0[.][00]e+0', marks) ?? String(value)
  return (formatNumber(value, '0,0[.][00]a', marks) ?? '').toUpperCase()
}
