import type { ColumnType } from '@sightline/contract/results.ts'

/**
 * How a result file stores the values of a column. Each kind is one Parquet physical type plus, where there is one, its logical
 * type (https://github.com/apache/parquet-format/blob/master/LogicalTypes.md):
 * - `boolean`: one byte per value in memory (0 or 1), packed to bits when the file is written
 * - `int32`, `int64`, `double`: little-endian numbers
 * - `decimal`: 16-byte big-endian two's complement, with `precision` (up to 38) and `scale`
 * - `number_text`: digits of a number that does not fit `decimal`; sorts as a number, is read as digits
 * - `date`: int32, days since 1970-01-01
 * - `timestamp`: int64, microseconds since 1970-01-01, local time without a time zone
 * - `instant`: int64, microseconds since 1970-01-01 UTC
 * - `text`, `json`: UTF-8
 */
export type Storage =
  | { kind: 'boolean' | 'int32' | 'int64' | 'double' | 'number_text' | 'date' | 'timestamp' | 'instant' | 'text' | 'json' }
  | { kind: 'decimal'; precision: number; scale: number }
export type StorageKind = Storage['kind']

export interface Column {
  /** Unique within the result; names are case-sensitive. */
  name: string
  /** Column type on the wire; null if the source does not report one. */
  type: ColumnType | null
  storage: Storage
  /** The source's own name of the type, such as `numeric(38,10)`; '' if unknown. */
  sourceType: string
}

/**
 * The values of one column in one batch, laid out like Parquet's PLAIN encoding without the nulls: fixed-width little-endian
 * numbers, or for `text`, `json` and `number_text` a u32 little-endian byte length followed by the bytes, value after value. A
 * driver that receives binary rows copies the bytes once, and the writer does not copy them at all.
 */
export interface Vector {
  /** Non-null values only. */
  values: Uint8Array
  /** One byte per row, 1 where the row has a value; null if no row is null. */
  validity: Uint8Array | null
}

/** Rows in columnar form: `vectors[i]` holds column i of all `rowCount` rows. */
export interface Batch {
  rowCount: number
  vectors: Vector[]
}

/** Makes column names unique as the wire format requires: the second `id` becomes `id1`, the third `id2`. */
export function uniqueNames(names: readonly string[]): string[] {
  const taken = new Set<string>()
  return names.map((name) => {
    let unique = name
    for (let n = 1; taken.has(unique); n++) unique = `${name}${n}`
    taken.add(unique)
    return unique
  })
}
