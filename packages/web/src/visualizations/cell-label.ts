import type { Cell } from '@sightline/contract/results.ts'
import { formatDate } from '@sightline/domain/format/date.ts'
import { formatNumber, type NumberMarks } from '@sightline/domain/format/number.ts'
import type { SourceColumn } from '../ui/data-table/row-source.ts'
import type { Formats } from './visualization.ts'

/** A cell as the name of a group or a step: dates by the formats of the installation, numbers as they are, for they may be years. */
export function cellLabel(cell: Cell, column: SourceColumn | undefined, formats: Formats): string {
  if (cell === null) return formats.nullText
  const format = column?.type === 'date' ? formats.dateFormat : column?.type === 'datetime' ? formats.dateTimeFormat : null
  return (format === null || typeof cell !== 'string' ? null : formatDate(cell, format)) ?? String(cell)
}

/** Degrees are told as exactly as anybody may ask. */
const MAX_DECIMALS = 10

/** A fraction, which is no year, by the marks of the installation; null for any other cell. */
export const fractionLabel = (cell: Cell, { numberMarks }: Formats): string | null =>
  typeof cell === 'number' && !Number.isInteger(cell) ? figureText(cell, numberMarks, MAX_DECIMALS) : null

const MAX_FIGURE_DECIMALS = 5

/**
 * A value of the result, or a count of its rows, for which no format can be chosen: with the decimals it has. What would round to
 * nothing is written by its exponent.
 * @param marks of this installation
 * @param decimals at most
 */
export function figureText(value: number, marks: NumberMarks, decimals = MAX_FIGURE_DECIMALS): string {
  const size = Math.abs(value)
  const pattern = size !== 0 && size < 1 / 10 ** decimals ? '0[.][00000]e+0' : `0,0[.][${'0'.repeat(decimals)}]`
  return formatNumber(value, pattern, marks) ?? String(value)
}
