import type { Column, Storage } from './batch.ts'
import { type Extremes, extremeBytes } from './parquet-extremes.ts'
import { CompactWriter } from './thrift.ts'
import { viewOf } from './vectors.ts'

/** The first and the last four bytes of every Parquet file. */
export const MAGIC = Buffer.from('PAR1', 'latin1')

/** The position of one column's pages of a row group. */
export interface ColumnChunk {
  offset: number
  valueCount: number
  nullCount: number
  /** The smallest and the largest value, if they are known and finite. */
  extremes: Extremes | null
  /** Bytes in the file, and bytes without compression. */
  size: number
  rawSize: number
}

export interface RowGroup {
  offset: number
  rowCount: number
  chunks: ColumnChunk[]
}

// Enum values of https://github.com/apache/parquet-format/blob/master/src/main/thrift/parquet.thrift
const physical = { boolean: 0, int32: 1, int64: 2, double: 5, byteArray: 6, fixedLengthByteArray: 7 } as const
const logical = { string: 1, decimal: 5, date: 6, timestamp: 8 } as const
const converted = { utf8: 0, decimal: 5, date: 6, timestampMicros: 10 } as const
const OPTIONAL = 1
const ENCODINGS = { plain: 0, rle: 3 } as const
const ZSTD = 6
const UNIT_MICROS = 2
const TYPE_DEFINED_ORDER = 1
const VERSION = 2

const physicalOf: Record<Storage['kind'], number> = {
  boolean: physical.boolean,
  int32: physical.int32,
  date: physical.int32,
  int64: physical.int64,
  timestamp: physical.int64,
  instant: physical.int64,
  double: physical.double,
  decimal: physical.fixedLengthByteArray,
  number_text: physical.byteArray,
  text: physical.byteArray,
  json: physical.byteArray,
}

/**
 * The end of a file: its metadata, the length of the metadata, and the magic number. A result file has two of them, one after the
 * other: first one with the `real` column names, which readers ignore, then one with `numbered` names, which they use. A download
 * is the file up to and including the first one (see `downloadEnd`).
 */
export function footer(
  columns: readonly Column[],
  naming: 'real' | 'numbered',
  groups: readonly RowGroup[],
  rowCount: number,
): Uint8Array {
  const nameOf = (index: number) => (naming === 'real' ? (columns[index]?.name ?? '') : numberedName(index))
  const out = new CompactWriter()
  out.i32(1, VERSION)
  // The first element is the root, which has only a name and its number of children.
  out.structs(2, [null, ...columns], (column, index) => {
    if (column) writeSchemaElement(out, column.storage, nameOf(index - 1))
    else {
      out.text(4, 'result')
      out.i32(5, columns.length)
    }
  })
  out.i64(3, rowCount)
  out.structs(4, groups, (group) => {
    out.structs(1, group.chunks, (chunk, index) => {
      const { kind } = columns[index]?.storage ?? { kind: 'text' }
      out.i64(2, chunk.offset)
      out.struct(3, () => {
        out.i32(1, physicalOf[kind])
        out.i32s(2, [ENCODINGS.plain, ENCODINGS.rle])
        out.texts(3, [nameOf(index)])
        out.i32(4, ZSTD)
        out.i64(5, chunk.valueCount)
        out.i64(6, chunk.rawSize)
        out.i64(7, chunk.size)
        out.i64(9, chunk.offset)
        out.struct(12, () => writeStatistics(out, kind, chunk))
      })
    })
    out.i64(2, sumOf(group.chunks, 'rawSize'))
    out.i64(3, group.rowCount)
    out.i64(5, group.offset)
    out.i64(6, sumOf(group.chunks, 'size'))
  })
  out.text(6, 'Sightline')
  // Without an order of its values, readers ignore the extremes of a column.
  out.structs(7, columns, () => out.struct(TYPE_DEFINED_ORDER, () => {}))
  out.stop()
  const metadata = out.take()
  const length = Buffer.alloc(4)
  length.writeUInt32LE(metadata.length)
  return Buffer.concat([metadata, length, MAGIC])
}

/** Name of a column inside a result file. */
export function numberedName(index: number): string {
  return `c${index}`
}

/**
 * Offset at which the part of a result file ends that is a Parquet file with the real names: right before the last footer.
 * @param size bytes of the whole file
 * @param tail its last eight bytes
 */
export function downloadEnd(size: number, tail: Uint8Array): number {
  return size - 8 - viewOf(tail).getUint32(0, true)
}

function writeStatistics(out: CompactWriter, kind: Storage['kind'], { nullCount, extremes }: ColumnChunk): void {
  out.i64(3, nullCount)
  if (extremes === null) return
  out.bytes(5, extremeBytes(kind, extremes.max, false))
  out.bytes(6, extremeBytes(kind, extremes.min, true))
}

function writeSchemaElement(out: CompactWriter, storage: Storage, name: string): void {
  out.i32(1, physicalOf[storage.kind])
  if (storage.kind === 'decimal') out.i32(2, 16)
  out.i32(3, OPTIONAL)
  out.text(4, name)
  switch (storage.kind) {
    case 'decimal':
      out.i32(6, converted.decimal)
      out.i32(7, storage.scale)
      out.i32(8, storage.precision)
      out.struct(10, () =>
        out.struct(logical.decimal, () => {
          out.i32(1, storage.scale)
          out.i32(2, storage.precision)
        }),
      )
      break
    case 'date':
      out.i32(6, converted.date)
      out.struct(10, () => out.struct(logical.date, () => {}))
      break
    case 'timestamp':
    case 'instant':
      // The older annotation can only express UTC, so a timestamp without time zone has none.
      if (storage.kind === 'instant') out.i32(6, converted.timestampMicros)
      out.struct(10, () =>
        out.struct(logical.timestamp, () => {
          out.boolean(1, storage.kind === 'instant')
          out.struct(2, () => out.struct(UNIT_MICROS, () => {}))
        }),
      )
      break
    case 'text':
    case 'json':
    case 'number_text':
      out.i32(6, converted.utf8)
      out.struct(10, () => out.struct(logical.string, () => {}))
      break
    case 'boolean':
    case 'int32':
    case 'int64':
    case 'double':
      break
  }
}

function sumOf(chunks: readonly ColumnChunk[], field: 'size' | 'rawSize'): number {
  return chunks.reduce((total, chunk) => total + chunk[field], 0)
}
