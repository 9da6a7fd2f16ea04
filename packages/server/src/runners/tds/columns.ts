import type { Cell } from '../values/cells.ts'
import { shortestFloat32 } from '../values/float32.ts'
import type { DeclaredColumn } from '../values/rows.ts'

/** A column as the driver describes it. */
export interface FieldDescription {
  colName: string
  type: { name: string }
  precision?: number | undefined
  scale?: number | undefined
  dataLength?: number | undefined
}

/** How a column is described and its values are read. */
export interface ColumnMapping {
  column: DeclaredColumn
  read(value: NonNullable<Cell>): Cell
}

const MONEY = { precision: 19, scale: 4 }
const BYTES_OF_SINGLE = 4

const integers: Record<string, string> = { TinyInt: 'tinyint', SmallInt: 'smallint', Int: 'int', BigInt: 'bigint' }
const integersByLength: Record<number, string> = { 1: 'tinyint', 2: 'smallint', 4: 'int', 8: 'bigint' }

/**
 * Describes a column and how to read it, by the driver's names of the types in
 * https://learn.microsoft.com/sql/t-sql/data-types.
 */
export function columnMapping({ colName: name, type, precision = 18, scale = 0, dataLength }: FieldDescription): ColumnMapping {
  const reading = (column: Omit<DeclaredColumn, 'name'>, read: ColumnMapping['read'] = asIs): ColumnMapping => ({
    column: { name, ...column },
    read,
  })
  switch (type.name) {
    case 'TinyInt':
    case 'SmallInt':
    case 'Int':
    case 'BigInt':
    case 'IntN':
      return reading({ as: 'integer', sourceType: integers[type.name] ?? integersByLength[dataLength ?? 0] ?? 'int' })
    case 'Bit':
    case 'BitN':
      return reading({ as: 'boolean', sourceType: 'bit' })
    case 'Real':
      return reading({ as: 'float', sourceType: 'real' }, shortest)
    case 'Float':
      return reading({ as: 'float', sourceType: 'float' })
    case 'FloatN':
      return dataLength === BYTES_OF_SINGLE
        ? reading({ as: 'float', sourceType: 'real' }, shortest)
        : reading({ as: 'float', sourceType: 'float' })
    case 'Decimal':
    case 'Numeric':
    case 'DecimalN':
    case 'NumericN':
      return reading({ as: 'decimal', digits: { precision, scale }, sourceType: `decimal(${precision},${scale})` })
    case 'Money':
    case 'SmallMoney':
    case 'MoneyN':
      return reading({ as: 'decimal', digits: MONEY, type: 'float', sourceType: 'money' })
    case 'Date':
      return reading({ as: 'date', sourceType: 'date' })
    case 'DateTime':
    case 'SmallDateTime':
    case 'DateTimeN':
    case 'DateTime2':
      return reading({ as: 'datetime', sourceType: type.name === 'DateTime2' ? `datetime2(${scale})` : 'datetime' }, wallClock)
    case 'DateTimeOffset':
      return reading({ as: 'instant', sourceType: `datetimeoffset(${scale})` }, (value) => `${wallClock(value)}Z`)
    case 'Time':
      return reading({ as: 'text', type: null, sourceType: `time(${scale})` }, (value) => timeOfDay(value, scale))
    case 'Binary':
    case 'VarBinary':
    case 'Image':
    case 'UDT':
      return reading({ as: 'text', sourceType: type.name.toLowerCase() }, hex)
    // Each value has a type of its own.
    case 'Variant':
      return reading({ sourceType: 'sql_variant' })
    default:
      return reading({ as: 'text', sourceType: type.name.toLowerCase() })
  }
}

const asIs = (value: NonNullable<Cell>) => value

const hex = (value: NonNullable<Cell>) => (value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value)

const shortest = (value: NonNullable<Cell>) => (typeof value === 'number' ? shortestFloat32(value) : value)

/** Units of 100 ns beyond the milliseconds of a Date; the driver has them in seconds. */
const subMilliseconds = (date: Date): number =>
  'nanosecondsDelta' in date && typeof date.nanosecondsDelta === 'number' ? Math.round(date.nanosecondsDelta * 1e7) : 0

function wallClock(value: NonNullable<Cell>): Cell {
  if (!(value instanceof Date)) return value
  const micros = Math.floor(subMilliseconds(value) / 10)
  return value.toISOString().replace('Z', String(micros).padStart(3, '0'))
}

function timeOfDay(value: NonNullable<Cell>, scale: number): Cell {
  if (!(value instanceof Date)) return value
  const [, time = ''] = value
    .toISOString()
    .replace('Z', String(subMilliseconds(value)).padStart(4, '0'))
    .split('T')
  return scale === 0 ? time.slice(0, 8) : time.slice(0, 9 + scale)
}
