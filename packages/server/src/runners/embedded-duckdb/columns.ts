import { type DuckDBDecimalType, type DuckDBEnumType, type DuckDBResult, type DuckDBType, DuckDBTypeId } from '@duckdb/node-api'
import type { ColumnType } from '@sightline/contract/results.ts'
import { shortened } from '@sightline/domain/shortened.ts'
import { type Batch, type Column, type Storage, uniqueNames } from '../../platform/results/batch.ts'
import { QueryError } from '../runner.ts'
import { shortestFloat32 } from '../values/float32.ts'
import { type ColumnReader, converted, copied, enumNames, jsonText, plainText, varchars, viaText } from './vectors.ts'

/** How values of an engine type are stored, which wire type they have, and how they are read. */
interface ColumnLayout {
  type: ColumnType
  storage: Storage
  read: ColumnReader
}

/** The columns of a result, and a function that converts its chunks to batches. */
export function columnsOf(result: DuckDBResult): { columns: Column[]; toBatch: (chunk: Parameters<ColumnReader>[0]) => Batch } {
  const types = result.columnTypes()
  const layouts = types.map(layoutOf)
  const names = uniqueNames(result.columnNames())
  return {
    columns: layouts.map(({ type, storage }, index) => ({
      name: names[index] ?? '',
      type,
      storage,
      sourceType: typeName(types[index]),
    })),
    toBatch: (chunk) => ({
      rowCount: chunk.rowCount,
      vectors: layouts.map(({ read }, index) => read(chunk, index)),
    }),
  }
}

const MAX_TYPE_NAME = 200

/** The engine's name of a type, cut off for types with many members. */
function typeName(type: DuckDBType | undefined): string {
  if (!type) return ''
  if (type.typeId === DuckDBTypeId.ENUM) return type.alias ?? 'ENUM'
  return shortened(type.alias ?? type.toString(), MAX_TYPE_NAME)
}

const integer = (storage: Storage, read: ColumnReader): ColumnLayout => ({ type: 'integer', storage, read })
const float = (storage: Storage, read: ColumnReader): ColumnLayout => ({ type: 'float', storage, read })
const datetime = (storage: Storage, read: ColumnReader): ColumnLayout => ({ type: 'datetime', storage, read })
const text: ColumnLayout = { type: 'string', storage: { kind: 'text' }, read: viaText({ kind: 'text' }, plainText) }
const json: ColumnLayout = { type: 'string', storage: { kind: 'json' }, read: viaText({ kind: 'json' }, jsonText) }

const int32: Storage = { kind: 'int32' }
const int64: Storage = { kind: 'int64' }
const timestamp: Storage = { kind: 'timestamp' }

const layouts: Partial<Record<DuckDBTypeId, ColumnLayout>> = {
  [DuckDBTypeId.BOOLEAN]: { type: 'boolean', storage: { kind: 'boolean' }, read: copied(1) },
  [DuckDBTypeId.TINYINT]: integer(
    int32,
    converted(1, 4, (source, from, target, to) => target.setInt32(to, source.getInt8(from), true)),
  ),
  [DuckDBTypeId.UTINYINT]: integer(
    int32,
    converted(1, 4, (source, from, target, to) => target.setInt32(to, source.getUint8(from), true)),
  ),
  [DuckDBTypeId.SMALLINT]: integer(
    int32,
    converted(2, 4, (source, from, target, to) => target.setInt32(to, source.getInt16(from, true), true)),
  ),
  [DuckDBTypeId.USMALLINT]: integer(
    int32,
    converted(2, 4, (source, from, target, to) => target.setInt32(to, source.getUint16(from, true), true)),
  ),
  [DuckDBTypeId.INTEGER]: integer(int32, copied(4)),
  [DuckDBTypeId.UINTEGER]: integer(
    int64,
    // The upper half stays zero.
    converted(4, 8, (source, from, target, to) => target.setUint32(to, source.getUint32(from, true), true)),
  ),
  [DuckDBTypeId.BIGINT]: integer(int64, copied(8)),
  [DuckDBTypeId.UBIGINT]: integer(
    { kind: 'decimal', precision: 20, scale: 0 },
    converted(8, 16, (source, from, target, to) => {
      target.setUint32(to + 8, source.getUint32(from + 4, true))
      target.setUint32(to + 12, source.getUint32(from, true))
    }),
  ),
  // The result type of sum() over integers. Values of 39 digits exist, but a decimal column sorts and adds up as numbers do.
  [DuckDBTypeId.HUGEINT]: integer(
    { kind: 'decimal', precision: 38, scale: 0 },
    converted(16, 16, (source, from, target, to) => {
      mustFitDecimal(source, from)
      writeBigEndian128(source, from, target, to)
    }),
  ),
  [DuckDBTypeId.UHUGEINT]: integer({ kind: 'number_text' }, viaText({ kind: 'number_text' }, String)),
  [DuckDBTypeId.BIGNUM]: integer({ kind: 'number_text' }, viaText({ kind: 'number_text' }, String)),
  [DuckDBTypeId.FLOAT]: float(
    { kind: 'double' },
    converted(4, 8, (source, from, target, to) => target.setFloat64(to, shortestFloat32(source.getFloat32(from, true)), true)),
  ),
  [DuckDBTypeId.DOUBLE]: float({ kind: 'double' }, copied(8)),
  [DuckDBTypeId.DATE]: { type: 'date', storage: { kind: 'date' }, read: copied(4) },
  [DuckDBTypeId.TIMESTAMP]: datetime(timestamp, copied(8)),
  [DuckDBTypeId.TIMESTAMP_TZ]: datetime({ kind: 'instant' }, copied(8)),
  [DuckDBTypeId.TIMESTAMP_S]: datetime(
    timestamp,
    microseconds((seconds) => seconds * 1_000_000n),
  ),
  [DuckDBTypeId.TIMESTAMP_MS]: datetime(
    timestamp,
    microseconds((milliseconds) => milliseconds * 1000n),
  ),
  [DuckDBTypeId.TIMESTAMP_NS]: datetime(
    timestamp,
    microseconds((nanoseconds) => (nanoseconds - (((nanoseconds % 1000n) + 1000n) % 1000n)) / 1000n),
  ),
  [DuckDBTypeId.TIME]: { ...text, type: 'datetime' },
  [DuckDBTypeId.TIME_NS]: { ...text, type: 'datetime' },
  [DuckDBTypeId.TIME_TZ]: { ...text, type: 'datetime' },
  [DuckDBTypeId.LIST]: json,
  [DuckDBTypeId.ARRAY]: json,
  [DuckDBTypeId.STRUCT]: json,
  [DuckDBTypeId.MAP]: json,
  [DuckDBTypeId.UNION]: json,
  [DuckDBTypeId.VARIANT]: json,
}

function layoutOf(type: DuckDBType): ColumnLayout {
  switch (type.typeId) {
    case DuckDBTypeId.DECIMAL:
      return decimalLayout(type)
    case DuckDBTypeId.ENUM:
      return { ...text, read: enumNames(type.values, enumWidth(type)) }
    case DuckDBTypeId.VARCHAR:
      return { type: 'string', storage: { kind: type.alias === 'JSON' ? 'json' : 'text' }, read: varchars }
    default:
      return layouts[type.typeId] ?? text
  }
}

/** The engine stores a decimal in the narrowest integer that fits; a vector always has 16 bytes, big-endian. */
function decimalLayout({ width, scale }: DuckDBDecimalType): ColumnLayout {
  return float({ kind: 'decimal', precision: width, scale }, decimalReader(width))
}

function decimalReader(width: number): ColumnReader {
  if (width > 18) return converted(16, 16, writeBigEndian128)
  if (width > 9) {
    return converted(8, 16, (source, from, target, to) =>
      writeExtended(target, to, source.getInt32(from + 4, true), source.getInt32(from, true)),
    )
  }
  const [bytes, read] = width > 4 ? ([4, readInt32] as const) : ([2, readInt16] as const)
  return converted(bytes, 16, (source, from, target, to) => {
    const value = read(source, from)
    writeExtended(target, to, value >> 31, value)
  })
}

const readInt16 = (source: DataView, from: number) => source.getInt16(from, true)
const readInt32 = (source: DataView, from: number) => source.getInt32(from, true)

/** Writes a 64-bit number, given in two halves, sign-extended to 128 bits. */
function writeExtended(target: DataView, to: number, high: number, low: number): void {
  const sign = high >> 31
  target.setInt32(to, sign)
  target.setInt32(to + 4, sign)
  target.setInt32(to + 8, high)
  target.setInt32(to + 12, low)
}

function writeBigEndian128(source: DataView, from: number, target: DataView, to: number): void {
  for (let i = 0; i < 16; i += 4) target.setInt32(to + i, source.getInt32(from + 12 - i, true))
}

const LARGEST_DECIMAL = 10n ** 38n

function mustFitDecimal(source: DataView, from: number): void {
  const high = source.getBigInt64(from + 8, true)
  // 10^38 is 0x4B3B4CA85A86C47A… in its upper half: below 2^62 nothing needs a closer look.
  if (high < 0x4000000000000000n && high > -0x4000000000000000n) return
  const value = (high << 64n) | source.getBigUint64(from, true)
  if (value >= LARGEST_DECIMAL || value <= -LARGEST_DECIMAL)
    throw new QueryError(`The number ${value} has more than 38 digits. Cast its column to VARCHAR to see it.`)
}

const LARGEST_INT64 = 2n ** 63n - 1n

/** `infinity` and `-infinity` are the largest number and its negative in every unit, so they must not be converted. */
function microseconds(convert: (value: bigint) => bigint): ColumnReader {
  return converted(8, 8, (source, from, target, to) => {
    const value = source.getBigInt64(from, true)
    const isInfinite = value === LARGEST_INT64 || value === -LARGEST_INT64
    target.setBigInt64(to, isInfinite ? value : convert(value), true)
  })
}

const enumWidths: Partial<Record<DuckDBTypeId, 1 | 2>> = { [DuckDBTypeId.UTINYINT]: 1, [DuckDBTypeId.USMALLINT]: 2 }
const enumWidth = (type: DuckDBEnumType): 1 | 2 | 4 => enumWidths[type.internalTypeId] ?? 4
