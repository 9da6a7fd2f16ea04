import type { ColumnType } from '@sightline/contract/results.ts'
import type { FieldPacket } from 'mysql2'
import type { Storage } from '../../platform/results/batch.ts'
import * as decode from '../sql/text-values.ts'

export interface ColumnPlan {
  storage: Storage
  type: ColumnType | null
  sourceType: string
  decode: decode.ValueDecoder
}

/** Type numbers of the protocol: https://dev.mysql.com/doc/dev/mysql-server/latest/field__types_8h.html. */
const Type = {
  decimal: 0,
  tiny: 1,
  short: 2,
  long: 3,
  float: 4,
  double: 5,
  null: 6,
  timestamp: 7,
  longlong: 8,
  int24: 9,
  date: 10,
  time: 11,
  datetime: 12,
  year: 13,
  varchar: 15,
  bit: 16,
  json: 245,
  newdecimal: 246,
  enum: 247,
  set: 248,
  tinyBlob: 249,
  mediumBlob: 250,
  longBlob: 251,
  blob: 252,
  varString: 253,
  string: 254,
  geometry: 255,
} as const

const UNSIGNED = 32
const ENUM = 256
const SET = 2048
/** The character set number of binary data. */
const BINARY = 63
/** Digits of the largest unsigned 64-bit number. */
const UNSIGNED_DIGITS = 20
const MAX_DIGITS = 38

type Plain = Exclude<Storage['kind'], 'decimal'>
const plan = (sourceType: string, kind: Plain, type: ColumnType | null, decoder: decode.ValueDecoder): ColumnPlan => ({
  storage: { kind },
  type,
  sourceType,
  decode: decoder,
})

const smallIntegerNames: Record<number, string> = {
  [Type.tiny]: 'tinyint',
  [Type.short]: 'smallint',
  [Type.int24]: 'mediumint',
}

export function planOf(field: FieldPacket): ColumnPlan {
  const { columnType = Type.string, columnLength = 0, decimals } = field
  const flags = typeof field.flags === 'number' ? field.flags : 0
  const isUnsigned = (flags & UNSIGNED) !== 0
  const sign = isUnsigned ? ' unsigned' : ''
  switch (columnType) {
    case Type.tiny:
    case Type.short:
    case Type.int24:
      return plan(`${smallIntegerNames[columnType]}${sign}`, 'int32', 'integer', decode.int32)
    case Type.long:
      return isUnsigned ? plan('int unsigned', 'int64', 'integer', decode.int64) : plan('int', 'int32', 'integer', decode.int32)
    case Type.longlong:
      return isUnsigned ? wide('bigint unsigned', decode.decimal) : plan('bigint', 'int64', 'integer', decode.int64)
    case Type.year:
      return plan('year', 'int32', 'integer', decode.int32)
    case Type.bit:
      return columnLength > 63
        ? wide('bit(64)', decode.wideBits)
        : plan(`bit(${columnLength})`, 'int64', 'integer', decode.bits)
    case Type.float:
      return plan('float', 'double', 'float', decode.double)
    case Type.double:
      return plan('double', 'double', 'float', decode.double)
    case Type.decimal:
    case Type.newdecimal:
      return decimalPlan(columnLength - (decimals > 0 ? 1 : 0) - (isUnsigned ? 0 : 1), decimals)
    case Type.date:
      return plan('date', 'date', 'date', decode.date)
    case Type.datetime:
    case Type.timestamp:
      return plan(columnType === Type.datetime ? 'datetime' : 'timestamp', 'timestamp', 'datetime', decode.datetime)
    case Type.time:
      return plan('time', 'text', null, decode.text)
    case Type.json:
      return plan('json', 'json', null, decode.text)
    case Type.null:
      return plan('', 'text', null, decode.text)
    case Type.geometry:
      return plan('geometry', 'text', null, decode.hex)
    default:
      return textPlan(field, columnType, flags)
  }
}

/** An unsigned 64-bit number. */
function wide(sourceType: string, decoder: decode.ValueDecoder): ColumnPlan {
  return { storage: { kind: 'decimal', precision: UNSIGNED_DIGITS, scale: 0 }, type: 'integer', sourceType, decode: decoder }
}

function decimalPlan(precision: number, scale: number): ColumnPlan {
  const sourceType = `decimal(${precision},${scale})`
  if (precision > MAX_DIGITS || precision < Math.max(scale, 1)) return plan(sourceType, 'number_text', 'float', decode.text)
  return { storage: { kind: 'decimal', precision, scale }, type: 'float', sourceType, decode: decode.decimal }
}

function textPlan(field: FieldPacket, columnType: number, flags: number): ColumnPlan {
  // MariaDB sends JSON, UUIDs and network addresses as strings, with their type in extended metadata.
  if (field.extendedFormat === 'json') return plan('json', 'json', null, decode.text)
  const isString = columnType === Type.varchar || columnType === Type.varString || columnType === Type.string
  const type = isString ? 'string' : null
  const extendedName = field.extendedTypeName
  if (extendedName) return plan(extendedName, 'text', type, decode.text)
  if (flags & ENUM) return plan('enum', 'text', type, decode.text)
  if (flags & SET) return plan('set', 'text', type, decode.text)
  const isBinary = field.characterSet === BINARY
  const [ofText, ofBytes] = isString
    ? columnType === Type.string
      ? ['char', 'binary']
      : ['varchar', 'varbinary']
    : ['text', 'blob']
  return isBinary ? plan(ofBytes, 'text', type, decode.hex) : plan(ofText, 'text', type, decode.text)
}
