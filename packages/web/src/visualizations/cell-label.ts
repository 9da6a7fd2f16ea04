import type { Cell } from '@sightline/contract/results.ts'
import { formatDate } from '@sightline/domain/format/date.ts'
import type { SourceColumn } from '../ui/data-table/row-source.ts'
import { figureText } from './figure-text.ts'
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
