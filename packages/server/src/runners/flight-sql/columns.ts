import { DataType, type Field, IntervalUnit, Precision, type RecordBatch, TimeUnit, UnionMode } from 'apache-arrow'
import type { Cell } from '../values/cells.ts'
import type { DeclaredColumn, Row } from '../values/rows.ts'
import { readerOf } from './values.ts'

/** Rows that are converted at a time: the batches of a server may be large. */
const GROUP_ROWS = 5000
/** Digits of the largest integer of 64 bits without a sign. */
const UINT64 = { precision: 20, scale: 0 }
/** The key under which a server names the type in its SQL (https://arrow.apache.org/docs/format/FlightSql.html). */
const SQL_TYPE_NAME = 'ARROW:FLIGHT:SQL:TYPE_NAME'

/** How a column is shown. Its type is the server's own name, or else Arrow's. */
export function columnOf({ name, type, metadata }: Field): DeclaredColumn {
  const sourceType = metadata.get(SQL_TYPE_NAME) || typeName(type)
  return { name, sourceType, ...kindOf(DataType.isDictionary(type) ? type.dictionary : type) }
}

function kindOf(type: DataType): Pick<DeclaredColumn, 'as' | 'digits'> {
  if (DataType.isBool(type)) return { as: 'boolean' }
  if (DataType.isInt(type))
    return type.bitWidth === 64 && !type.isSigned ? { as: 'decimal', digits: UINT64 } : { as: 'integer' }
  if (DataType.isFloat(type)) return { as: 'float' }
  if (DataType.isDecimal(type)) return { as: 'decimal', digits: { precision: type.precision, scale: type.scale } }
  if (DataType.isDate(type)) return { as: 'date' }
  if (DataType.isTimestamp(type)) return { as: type.timezone ? 'instant' : 'datetime' }
  return { as: isNested(type) ? 'json' : 'text' }
}

const isNested = (type: DataType): boolean =>
  [DataType.isStruct, DataType.isList, DataType.isLargeList, DataType.isFixedSizeList, DataType.isMap, DataType.isUnion].some(
    (isOne) => isOne(type),
  )

/** Makes the function that turns a batch of columns into groups of rows. */
export function rowReader(fields: readonly Field[]): (batch: RecordBatch) => Generator<Row[], void, undefined> {
  const readers = fields.map(({ type }) => readerOf(type))
  return function* ({ numRows, data: { children } }) {
    for (let start = 0; start < numRows; start += GROUP_ROWS) {
      const rows: Cell[][] = Array.from({ length: Math.min(GROUP_ROWS, numRows - start) }, () => [])
      for (const [at, read] of readers.entries()) {
        const data = children[at]
        for (const [row, cells] of rows.entries()) cells.push(data ? read(data, start + row) : null)
      }
      yield rows
    }
  }
}

const UNIT_NAMES = {
  [TimeUnit.SECOND]: 's',
  [TimeUnit.MILLISECOND]: 'ms',
  [TimeUnit.MICROSECOND]: 'us',
  [TimeUnit.NANOSECOND]: 'ns',
}
const FLOAT_NAMES = { [Precision.HALF]: 'halffloat', [Precision.SINGLE]: 'float', [Precision.DOUBLE]: 'double' }
const INTERVAL_NAMES = {
  [IntervalUnit.YEAR_MONTH]: 'month_interval',
  [IntervalUnit.DAY_TIME]: 'day_time_interval',
  [IntervalUnit.MONTH_DAY_NANO]: 'month_day_nano_interval',
}

/** A type as Arrow's libraries print it, such as `int64`, `timestamp[us, tz=UTC]` or `list<string>`. */
export function typeName(type: DataType): string {
  if (DataType.isDictionary(type)) return typeName(type.dictionary)
  if (DataType.isInt(type)) return `${type.isSigned ? 'int' : 'uint'}${type.bitWidth}`
  if (DataType.isFloat(type)) return FLOAT_NAMES[type.precision]
  if (DataType.isDecimal(type)) return `decimal${type.bitWidth}(${type.precision}, ${type.scale})`
  if (DataType.isDate(type)) return type.unit === 0 ? 'date32' : 'date64'
  if (DataType.isTimestamp(type)) return `timestamp[${UNIT_NAMES[type.unit]}${type.timezone ? `, tz=${type.timezone}` : ''}]`
  if (DataType.isTime(type)) return `time${type.bitWidth}[${UNIT_NAMES[type.unit]}]`
  if (DataType.isDuration(type)) return `duration[${UNIT_NAMES[type.unit]}]`
  if (DataType.isInterval(type)) return INTERVAL_NAMES[type.unit]
  if (DataType.isFixedSizeBinary(type)) return `fixed_size_binary[${type.byteWidth}]`
  return nestedName(type) ?? simpleName(type)
}

function nestedName(type: DataType): string | null {
  if (DataType.isMap(type)) return `map<${typeName(type.keyType)}, ${typeName(type.valueType)}>`
  if (DataType.isStruct(type)) return `struct<${membersOf(type.children)}>`
  if (DataType.isUnion(type)) return `${type.mode === UnionMode.Dense ? 'dense' : 'sparse'}_union<${membersOf(type.children)}>`
  if (DataType.isFixedSizeList(type)) return `fixed_size_list<${typeName(type.valueType)}>[${type.listSize}]`
  if (DataType.isLargeList(type)) return `large_list<${typeName(type.valueType)}>`
  return DataType.isList(type) ? `list<${typeName(type.valueType)}>` : null
}

const membersOf = (fields: readonly Field[]): string => fields.map(({ name, type }) => `${name}: ${typeName(type)}`).join(', ')

function simpleName(type: DataType): string {
  if (DataType.isBool(type)) return 'bool'
  if (DataType.isNull(type)) return 'null'
  if (DataType.isUtf8(type) || DataType.isUtf8View(type)) return 'string'
  if (DataType.isLargeUtf8(type)) return 'large_string'
  return DataType.isLargeBinary(type) ? 'large_binary' : 'binary'
}
