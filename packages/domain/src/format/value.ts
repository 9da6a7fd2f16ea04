import type { Cell, ColumnType } from '@sightline/contract/results.ts'
import { formatDate } from './date.ts'
import { formatNumber, type NumberMarks } from './number.ts'

/** How an organization writes values whose column has no format of its own. */
export interface ValueFormats {
  dateFormat: string
  dateTimeFormat: string
  integerFormat: string
  floatFormat: string
  numberMarks: NumberMarks
}

/**
 * A value as tables show it.
 * @param type of its column; null when nobody knows
 */
export function valueText(value: NonNullable<Cell>, type: ColumnType | null, formats: ValueFormats): string {
  return written(value, type, formats) ?? String(value)
}

function written(value: NonNullable<Cell>, type: ColumnType | null, formats: ValueFormats): string | null {
  if (typeof value === 'boolean') return null
  if (type === 'integer') return formatNumber(value, formats.integerFormat, formats.numberMarks)
  if (type === 'float') return formatNumber(value, formats.floatFormat, formats.numberMarks)
  if (typeof value !== 'string') return null
  if (type === 'date') return formatDate(value, formats.dateFormat)
  return type === 'datetime' ? formatDate(value, formats.dateTimeFormat) : null
}

/** More digits than a double has. */
const ALL_DECIMALS = '0,0[.][00000000000000000000]'

/** A value that is compared with another one: numbers keep every digit, or 20.004 would read as no more than 20. */
export const comparedText = (value: NonNullable<Cell>, marks: NumberMarks): string =>
  (typeof value === 'number' ? formatNumber(value, ALL_DECIMALS, marks) : null) ?? String(value)
