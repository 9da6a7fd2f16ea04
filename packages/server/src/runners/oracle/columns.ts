import { QueryError } from '../runner.ts'
import type { Cell } from '../values/cells.ts'
import { shortestFloat32 } from '../values/float32.ts'
import type { DeclaredColumn } from '../values/rows.ts'
import type { Metadata } from './connection.ts'

/** How a column is described and its values are read. */
export interface ColumnMapping {
  column: DeclaredColumn
  read(value: NonNullable<Cell>): Cell
}

const DIGITS_OF_INT64 = 18
const MAX_DIGITS = 38

/**
 * Describes a column and how to read it. Types:
 * https://docs.oracle.com/en/database/oracle/oracle-database/23/sqlrf/Data-Types.html.
 */
export function columnMapping({ name, dbTypeName, precision = 0, scale = 0 }: Metadata): ColumnMapping {
  const sourceType = dbTypeName.toLowerCase()
  const reading = (column: Omit<DeclaredColumn, 'name' | 'sourceType'>, read = asIs): ColumnMapping => ({
    column: { name, sourceType, ...column },
    read,
  })
  switch (dbTypeName) {
    case 'NUMBER':
      return reading(numbers(precision, scale))
    case 'BINARY_FLOAT':
      return reading({ as: 'float' }, (value) => (typeof value === 'number' ? shortestFloat32(value) : value))
    case 'BINARY_DOUBLE':
      return reading({ as: 'float' })
    case 'BOOLEAN':
      return reading({ as: 'boolean' })
    // The driver converts wall-clock times to Dates in the local time zone.
    case 'DATE':
    case 'TIMESTAMP':
      return reading({ as: 'datetime' }, wallClock)
    case 'TIMESTAMP WITH TIME ZONE':
    case 'TIMESTAMP WITH LOCAL TIME ZONE':
      return reading({ as: 'instant' })
    case 'INTERVAL YEAR TO MONTH':
      return reading({ as: 'text' }, yearsToMonths)
    case 'INTERVAL DAY TO SECOND':
      return reading({ as: 'text' }, daysToSeconds)
    case 'JSON':
      return reading({ as: 'json' }, plainJson)
    case 'VECTOR':
      return reading({ as: 'json' }, (value) => (ArrayBuffer.isView(value) ? Array.from(value as Float64Array) : value))
    case 'CURSOR':
    case 'OBJECT':
    case 'BFILE':
      throw new QueryError(
        `The column "${name}" is of the type ${dbTypeName}, which has no value to show. Select what is in it.`,
      )
    default:
      return reading({ as: 'text' })
  }
}

const asIs = (value: NonNullable<Cell>): Cell => value

/** Numbers arrive as digits. A NUMBER without declared precision has up to 40 digits and any scale. */
function numbers(precision: number, scale: number): Omit<DeclaredColumn, 'name' | 'sourceType'> {
  if (precision < 1 || precision > MAX_DIGITS || scale < 0 || scale > precision) return { as: 'decimal' }
  if (scale === 0 && precision <= DIGITS_OF_INT64) return { as: 'integer' }
  return { as: 'decimal', digits: { precision, scale } }
}

function wallClock(value: NonNullable<Cell>): Cell {
  if (!(value instanceof Date)) return value
  const utc = new Date(0)
  // Date.UTC maps years below 100 to 1900 and later.
  utc.setUTCFullYear(value.getFullYear(), value.getMonth(), value.getDate())
  utc.setUTCHours(value.getHours(), value.getMinutes(), value.getSeconds(), value.getMilliseconds())
  return utc
}

const part = (value: object, name: string): number => Number((value as Record<string, unknown>)[name] ?? 0)
const digits = (value: number, width: number): string => String(Math.abs(value)).padStart(width, '0')
const signOf = (...parts: number[]): string => (parts.some((value) => value < 0) ? '-' : '+')

/** `+02-03`, as Oracle writes it. */
function yearsToMonths(value: NonNullable<Cell>): Cell {
  if (typeof value !== 'object') return value
  const [years, months] = [part(value, 'years'), part(value, 'months')]
  return `${signOf(years, months)}${digits(years, 2)}-${digits(months, 2)}`
}

/** `+02 03:04:05.000000`, as Oracle writes it. Fractions of a second arrive in nanoseconds. */
function daysToSeconds(value: NonNullable<Cell>): Cell {
  if (typeof value !== 'object') return value
  const parts = ['days', 'hours', 'minutes', 'seconds', 'fseconds'].map((name) => part(value, name))
  const [days = 0, hours = 0, minutes = 0, seconds = 0, nanoseconds = 0] = parts
  const fraction = digits(nanoseconds, 9).replace(/0{1,3}$/, '')
  return `${signOf(...parts)}${digits(days, 2)} ${digits(hours, 2)}:${digits(minutes, 2)}:${digits(seconds, 2)}.${fraction}`
}

/** Oracle's JSON may contain dates and binary values. */
function plainJson(value: NonNullable<Cell>): Cell {
  return JSON.stringify(value, (_key, inner) =>
    inner?.type === 'Buffer' && Array.isArray(inner.data) ? Buffer.from(inner.data).toString('hex') : inner,
  )
}
