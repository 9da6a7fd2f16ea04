import type { Cell, ColumnType } from '@sightline/contract/results.ts'
import { formatDate } from './date.ts'
import { formatNumber, type NumberMarks } from './number.ts'

/** The formats of an organization for columns without their own format. */
export interface ValueFormats {
  dateFormat: string
  dateTimeFormat: string
  integerFormat: string
  floatFormat: string
  /** IANA name of the time zone in which times with a zone are shown. */
  timeZone: string
  numberMarks: NumberMarks
  /** Shown for a missing value. */
  nullText: string
}

/** Files and mails show this for a missing value until the organization has chosen a text. */
const NULL_TEXT = '–'

/** The text for missing values in files and mails. @param setting of the organization, of which `null` is the default */
export const nullTextOf = (setting: string): string => (setting === 'null' ? NULL_TEXT : setting)

/**
 * Formats a value for a table cell.
 * @param type of the column; null if it is unknown
 */
export function valueText(value: NonNullable<Cell>, type: ColumnType | null, formats: ValueFormats): string {
  return written(value, type, formats) ?? String(value)
}

function written(value: NonNullable<Cell>, type: ColumnType | null, formats: ValueFormats): string | null {
  if (typeof value === 'boolean') return null
  if (type === 'integer') return formatNumber(value, formats.integerFormat, formats.numberMarks)
  if (type === 'float') return formatNumber(value, formats.floatFormat, formats.numberMarks)
  if (typeof value !== 'string') return null
  if (type === 'date') return formatDate(value, formats.dateFormat, formats.timeZone)
  return type === 'datetime' ? formatDate(value, formats.dateTimeFormat, formats.timeZone) : null
}

/** More decimals than a double has. */
const ALL_DECIMALS = '0,0[.][00000000000000000000]'

/**
 * Formats a computed value beside the one that it is compared with. Decimals beyond the format of the organization are rounded away,
 * except where the value would then look equal to the other one.
 */
export function computedText(
  value: NonNullable<Cell>,
  reference: Cell,
  { floatFormat, numberMarks }: Pick<ValueFormats, 'floatFormat' | 'numberMarks'>,
): string {
  const whole = comparedText(value, numberMarks)
  if (typeof value !== 'number' || Number.isInteger(value)) return whole
  const rounded = formatNumber(value, floatFormat, numberMarks)
  const other = typeof reference === 'number' ? formatNumber(reference, floatFormat, numberMarks) : null
  return rounded === null || rounded.length >= whole.length || rounded === other ? whole : rounded
}

/** Formats a value for a comparison. Numbers keep every digit; otherwise 20.004 would look equal to 20. */
export const comparedText = (value: NonNullable<Cell>, marks: NumberMarks): string =>
  (typeof value === 'number' ? formatNumber(value, ALL_DECIMALS, marks) : null) ?? String(value)
