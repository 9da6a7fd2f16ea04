import type { Cell } from '@sightline/contract/results.ts'
import type { Batch, Column, Vector } from './batch.ts'
import { valueWidth, viewOf } from './vectors.ts'

/** Significant digits up to which every decimal number survives a round trip through a double. */
const EXACT_DIGITS = 15

/**
 * Converts a number written in digits to a cell: a JavaScript number where that is exact (integers up to 2^53, fractions up to 15
 * significant digits), else the digits themselves. Values that are not finite numbers (`NaN`) become null.
 */
export function numberCell(digits: string): Cell {
  const parts = /^[+-]?0*(\d*)(?:\.(\d*?)0*)?(?:[eE][+-]?\d+)?$/.exec(digits)
  if (!parts) return /^[+-]?(nan|inf(inity)?)$/i.test(digits) ? null : digits
  const value = Number(digits)
  const [, whole = '', fraction = ''] = parts
  if (!fraction && /^[+-]?\d+$/.test(digits)) return Number.isSafeInteger(value) ? value : digits
  const significant = whole ? whole.length + fraction.length : fraction.replace(/^0+/, '').length
  return significant <= EXACT_DIGITS && Number.isFinite(value) ? value : digits
}

/** Converts an integer to a cell: a number up to 2^53, digits beyond that. */
export function integerCell(value: bigint): Cell {
  return value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER ? Number(value) : String(value)
}

/** Converts a double to a cell; NaN and infinities become null, because JSON has neither. */
export function doubleCell(value: number): Cell {
  return Number.isFinite(value) ? value : null
}

/**
 * The name of a number that is not finite, for windows, which show it: `NaN`, `Infinity` or `-Infinity`. Everything else treats it
 * as null, which is its cell.
 * @param value a double, or the text of a number
 * @returns null for any other value
 */
export function notFiniteName(value: unknown): Cell {
  if (typeof value === 'number') return Number.isFinite(value) ? null : String(value)
  const [, sign, name = ''] = (typeof value === 'string' && /^([+-]?)(nan|inf)(?:inity)?$/i.exec(value)) || []
  if (name === '') return null
  return name.toLowerCase() === 'nan' ? 'NaN' : `${sign === '-' ? '-' : ''}Infinity`
}

/** Whether windows name the numbers of a column that are not finite. In a column of unknown type readers could not tell them from texts. */
export const namesNumbers = ({ type }: Pick<Column, 'type'>): boolean => type === 'float' || type === 'integer'

/** Digits of a decimal: the unscaled integer with its decimal point inserted. */
export function decimalText(unscaled: bigint, scale: number): string {
  const digits = String(unscaled < 0n ? -unscaled : unscaled).padStart(scale + 1, '0')
  const point = digits.length - scale
  return `${unscaled < 0n ? '-' : ''}${digits.slice(0, point)}${scale > 0 ? `.${digits.slice(point)}` : ''}`
}

const MAX_INT32 = 2_147_483_647
const MAX_INT64 = 9_223_372_036_854_775_807n
const MICROS_PER_DAY = 86_400_000_000n

/**
 * Formats a date as `2024-05-01`. Years before 1 end in ` (BC)`, and the ends of the range are `infinity`, as DuckDB writes them.
 */
export function dateText(days: number): string {
  if (days >= MAX_INT32) return 'infinity'
  if (days <= -MAX_INT32) return '-infinity'
  const { year, month, day } = civilDate(days)
  const text = `${digits(year > 0 ? year : 1 - year, 4)}-${digits(month, 2)}-${digits(day, 2)}`
  return year > 0 ? text : `${text} (BC)`
}

/**
 * Formats a point in time for the wire: `2024-05-01T10:00:00`, with milliseconds (truncated, not rounded) if they are not zero,
 * and with a `Z` if `isInstant`. Times before year 1 and infinities are written as DuckDB writes them.
 * @param micros microseconds since 1970-01-01
 */
export function timestampText(micros: bigint, isInstant: boolean): string {
  if (micros >= MAX_INT64) return 'infinity'
  if (micros <= -MAX_INT64) return '-infinity'
  const rest = ((micros % MICROS_PER_DAY) + MICROS_PER_DAY) % MICROS_PER_DAY
  const date = dateText(Number((micros - rest) / MICROS_PER_DAY))
  const clock = Number(rest)
  const seconds = Math.floor(clock / 1_000_000)
  const time = [seconds / 3600, (seconds / 60) % 60, seconds % 60].map((part) => digits(Math.floor(part), 2)).join(':')
  if (date.endsWith('(BC)')) {
    const fraction = digits(clock % 1_000_000, 6).replace(/0+$/, '')
    return `${date} ${time}${fraction ? `.${fraction}` : ''}`
  }
  const milliseconds = Math.floor((clock % 1_000_000) / 1000)
  return `${date}T${time}${milliseconds ? `.${digits(milliseconds, 3)}` : ''}${isInstant ? 'Z' : ''}`
}

function digits(value: number, length: number): string {
  return String(value).padStart(length, '0')
}

/** The proleptic Gregorian date of a day, where year 0 is 1 BC. JavaScript's Date covers a much smaller range than a column. */
function civilDate(days: number): { year: number; month: number; day: number } {
  // Counts in eras of 400 years that begin on March 1, so that a leap day is the last day of its year.
  const sinceMarch = days + 719_468
  const era = Math.floor(sinceMarch / 146_097)
  const dayOfEra = sinceMarch - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const shifted = Math.floor((5 * dayOfYear + 2) / 153)
  const month = shifted < 10 ? shifted + 3 : shifted - 9
  const day = dayOfYear - Math.floor((153 * shifted + 2) / 5) + 1
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day }
}

/** The first rows of a batch as cells, equal to those that a reader of the stored result gets. */
export function cellsOf(columns: readonly Column[], batch: Batch, maxRows: number): Cell[][] {
  const rowCount = Math.min(batch.rowCount, maxRows)
  const values = columns.map((column, index) => {
    const vector = batch.vectors[index]
    return vector ? cellsOfVector(column, vector, rowCount) : []
  })
  return Array.from({ length: rowCount }, (_, row) => values.map((column) => column[row] ?? null))
}

function cellsOfVector(column: Column, { values, validity }: Vector, rowCount: number): Cell[] {
  const { storage } = column
  const read = cellReader(column, values)
  const width = valueWidth[storage.kind]
  const view = viewOf(values)
  let at = 0
  return Array.from({ length: rowCount }, (_, row) => {
    if (validity && validity[row] !== 1) return null
    const size = width ?? view.getUint32(at, true)
    const start = width === null ? at + 4 : at
    at = start + size
    return read(start, size)
  })
}

function cellReader(column: Column, values: Uint8Array): (at: number, size: number) => Cell {
  const { storage } = column
  const named = <V>(value: V, toCell: (value: V) => Cell) =>
    toCell(value) ?? (namesNumbers(column) ? notFiniteName(value) : null)
  const view = viewOf(values)
  const text = Buffer.from(values.buffer, values.byteOffset, values.byteLength)
  switch (storage.kind) {
    case 'boolean':
      return (at) => values[at] === 1
    case 'int32':
      return (at) => view.getInt32(at, true)
    case 'int64':
      return (at) => integerCell(view.getBigInt64(at, true))
    case 'double':
      return (at) => named(view.getFloat64(at, true), doubleCell)
    case 'decimal':
      return (at) => numberCell(decimalText((view.getBigInt64(at) << 64n) | view.getBigUint64(at + 8), storage.scale))
    case 'date':
      return (at) => dateText(view.getInt32(at, true))
    case 'timestamp':
    case 'instant':
      return (at) => timestampText(view.getBigInt64(at, true), storage.kind === 'instant')
    case 'number_text':
      return (at, size) => named(text.toString('utf8', at, at + size), numberCell)
    case 'text':
    case 'json':
      return (at, size) => text.toString('utf8', at, at + size)
  }
}
