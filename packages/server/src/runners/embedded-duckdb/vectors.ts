import { isAscii } from 'node:buffer'
import {
  DuckDBArrayValue,
  DuckDBBlobValue,
  type DuckDBDataChunk,
  DuckDBDecimalValue,
  DuckDBListValue,
  DuckDBMapValue,
  DuckDBStructValue,
  DuckDBUnionValue,
  type DuckDBValue,
  DuckDBVariantValue,
} from '@duckdb/node-api'
import duckdb from '@duckdb/node-bindings'
import type { Storage, Vector } from '../../platform/results/batch.ts'
import { countOf, VectorBuilder, viewOf, withoutNulls } from '../../platform/results/vectors.ts'

/**
 * Reads one column of a chunk as a `Vector`. The engine's layout of fixed-width values is that of Parquet, so most are copied
 * as a whole; gaps left by nulls are closed.
 */
export type ColumnReader = (chunk: DuckDBDataChunk, column: number) => Vector

/** The engine's data of a column: `rowCount` values of `width` bytes. The bytes of nulls are undefined. */
function fieldsOf(chunk: DuckDBDataChunk, column: number, width: number) {
  const vector = duckdb.data_chunk_get_vector(chunk.chunk, column)
  const { rowCount } = chunk
  return {
    rowCount,
    // This is already a copy, so nothing else writes to it.
    bytes: duckdb.vector_get_data(vector, rowCount * width),
    validity: validityOf(duckdb.vector_get_validity(vector, Math.ceil(rowCount / 64) * 8), rowCount),
  }
}

/** Converts the engine's validity bitmap, absent if there are no nulls, to one byte per row. */
function validityOf(bits: Uint8Array | null, rowCount: number): Uint8Array | null {
  if (!bits) return null
  const validity = new Uint8Array(rowCount)
  let count = 0
  for (let row = 0; row < rowCount; row++) {
    const isValid = ((bits[row >> 3] ?? 0) >> (row & 7)) & 1
    validity[row] = isValid
    count += isValid
  }
  return count === rowCount ? null : validity
}

/** For values whose layout is the same in engine and vector. */
export const copied =
  (width: number): ColumnReader =>
  (chunk, column) => {
    const { bytes, validity } = fieldsOf(chunk, column, width)
    return { values: validity ? withoutNulls(bytes, width, validity) : bytes, validity }
  }

/** For values that are converted one by one: `write` reads at `from` in the source and writes at `to` in the target. */
export const converted =
  (
    sourceWidth: number,
    targetWidth: number,
    write: (source: DataView, from: number, target: DataView, to: number) => void,
  ): ColumnReader =>
  (chunk, column) => {
    const { rowCount, bytes, validity } = fieldsOf(chunk, column, sourceWidth)
    const values = new Uint8Array((validity ? countOf(validity) : rowCount) * targetWidth)
    const source = viewOf(bytes)
    const target = viewOf(values)
    let at = 0
    for (let row = 0; row < rowCount; row++) {
      if (validity && !validity[row]) continue
      write(source, row * sourceWidth, target, at)
      at += targetWidth
    }
    return { values, validity }
  }

/** Strings up to this many bytes are stored in their field; longer ones are stored elsewhere, and the field has a pointer. */
const INLINE_BYTES = 12
const FIELD_BYTES = 16
const POINTER_AT = 8

/**
 * For VARCHAR. A field holds a 32-bit length, then the string itself, or its first four bytes and a pointer. Each dereference
 * is a native call, but long strings are mostly contiguous, so a run of them is fetched with one call.
 */
export const varchars: ColumnReader = (chunk, column) => {
  const { rowCount, bytes, validity } = fieldsOf(chunk, column, FIELD_BYTES)
  const fields = viewOf(bytes)
  let size = 0
  for (let row = 0; row < rowCount; row++) {
    if (!validity || validity[row]) size += 4 + fields.getUint32(row * FIELD_BYTES, true)
  }
  // Inline strings are copied in twelve-byte steps whatever their length, so the last one may write past its end.
  const values = new Uint8Array(size + INLINE_BYTES)
  const target = viewOf(values)
  let at = 0
  for (let row = 0; row < rowCount; row++) {
    if (validity && !validity[row]) continue
    const field = row * FIELD_BYTES
    const length = fields.getUint32(field, true)
    if (length > INLINE_BYTES) {
      const run = longRun(fields, row, rowCount, validity)
      const source = duckdb.get_data_from_pointer(
        fields.buffer as ArrayBuffer,
        fields.byteOffset + field + POINTER_AT,
        run.bytes,
      )
      let from = 0
      for (; row < run.end; row++) {
        if (validity && !validity[row]) continue
        const next = fields.getUint32(row * FIELD_BYTES, true)
        target.setUint32(at, next, true)
        values.set(source.subarray(from, from + next), at + 4)
        from += next
        at += 4 + next
      }
      // The loop itself increments it again.
      row--
      continue
    }
    target.setUint32(at, length, true)
    target.setUint32(at + 4, fields.getUint32(field + 4, true), true)
    target.setUint32(at + 8, fields.getUint32(field + 8, true), true)
    target.setUint32(at + 12, fields.getUint32(field + 12, true), true)
    at += 4 + length
  }
  return { values: values.subarray(0, size), validity }
}

/** Reads a VARCHAR column as strings. If all of them are ASCII, they are decoded together: a native call per value is slow. */
export function stringsOf(chunk: DuckDBDataChunk, column: number): (string | null)[] {
  const { values, validity } = varchars(chunk, column)
  const bytes = Buffer.from(values.buffer, values.byteOffset, values.byteLength)
  const view = viewOf(values)
  const lengths: number[] = []
  for (let at = 0; at < bytes.length; ) {
    const length = view.getUint32(at, true)
    // Now only the texts decide whether all bytes are ASCII.
    view.setUint32(at, 0)
    lengths.push(length)
    at += 4 + length
  }
  const ascii = isAscii(bytes) ? bytes.toString('latin1') : null
  let end = 0
  let next = 0
  return Array.from({ length: chunk.rowCount }, (_, row) => {
    if (validity && !validity[row]) return null
    const start = end + 4
    end = start + (lengths[next++] ?? 0)
    return ascii?.slice(start, end) ?? bytes.toString('utf8', start, end)
  })
}

/** Finds how many strings from a long one on are contiguous in memory, and their total bytes. */
function longRun(fields: DataView, first: number, rowCount: number, validity: Uint8Array | null) {
  const start = addressOf(fields, first)
  let bytes = fields.getUint32(first * FIELD_BYTES, true)
  let end = first + 1
  for (; end < rowCount; end++) {
    if (validity && !validity[end]) continue
    const length = fields.getUint32(end * FIELD_BYTES, true)
    if (length <= INLINE_BYTES || addressOf(fields, end) !== start + bytes) break
    bytes += length
  }
  return { end, bytes }
}

/** An address has 48 bits, which a number holds exactly. */
function addressOf(fields: DataView, row: number): number {
  const at = row * FIELD_BYTES + POINTER_AT
  return fields.getUint32(at + 4, true) * 2 ** 32 + fields.getUint32(at, true)
}

/** For ENUM, whose values are indexes into its names. */
export const enumNames = (names: readonly string[], width: 1 | 2 | 4): ColumnReader => {
  const encoded = names.map((name) => Buffer.from(name))
  return (chunk, column) => {
    const { rowCount, bytes, validity } = fieldsOf(chunk, column, width)
    const source = viewOf(bytes)
    const builder = new VectorBuilder({ kind: 'text' })
    for (let row = 0; row < rowCount; row++) {
      const text = validity && !validity[row] ? undefined : encoded[indexAt(source, row * width, width)]
      if (text) builder.appendBytes(text, 0, text.length)
      else builder.appendNull()
    }
    return builder.take()
  }
}

function indexAt(source: DataView, at: number, width: 1 | 2 | 4): number {
  if (width === 1) return source.getUint8(at)
  return width === 2 ? source.getUint16(at, true) : source.getUint32(at, true)
}

/** For all other types: converts each value as the driver reads it to text. */
export const viaText =
  (storage: Storage, write: (value: NonNullable<DuckDBValue>) => string): ColumnReader =>
  (chunk, column) => {
    const builder = new VectorBuilder(storage)
    for (const value of chunk.getColumnValues(column)) {
      if (value === null) builder.appendNull()
      else builder.appendText(write(value))
    }
    return builder.take()
  }

/** A scalar value as text; bytes in lower-case hexadecimal. */
export function plainText(value: NonNullable<DuckDBValue>): string {
  return value instanceof DuckDBBlobValue ? Buffer.from(value.bytes).toString('hex') : String(value)
}

/** A value as JSON. Numbers keep all their digits; values without a JSON form (dates, `NaN`) become strings. */
export function jsonText(value: DuckDBValue): string {
  if (value === null) return 'null'
  if (typeof value === 'boolean' || typeof value === 'bigint') return String(value)
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : JSON.stringify(String(value))
  if (typeof value === 'string') return JSON.stringify(value)
  if (value instanceof DuckDBDecimalValue) return value.toString()
  if (value instanceof DuckDBListValue || value instanceof DuckDBArrayValue) return `[${value.items.map(jsonText).join(',')}]`
  if (value instanceof DuckDBStructValue) return objectText(Object.entries(value.entries))
  if (value instanceof DuckDBMapValue) {
    return objectText(value.entries.map(({ key, value: entry }) => [key === null ? 'null' : plainText(key), entry]))
  }
  if (value instanceof DuckDBUnionValue || value instanceof DuckDBVariantValue) return jsonText(value.value)
  return JSON.stringify(plainText(value))
}

const objectText = (entries: readonly (readonly [string, DuckDBValue])[]) =>
  `{${entries.map(([name, value]) => `${JSON.stringify(name)}:${jsonText(value)}`).join(',')}}`
