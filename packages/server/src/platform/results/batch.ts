import type { ColumnType } from '@sightline/contract/results.ts'

/**
 * How the values of a column lie in a result file. Each is one Parquet physical type plus, where there is one, its logical type
 * (https://github.com/apache/parquet-format/blob/master/LogicalTypes.md):
 * - `boolean`: one byte a value here (0 or 1), packed to bits when the file is written
 * - `int32`, `int64`, `double`: little-endian numbers
 * - `decimal`: 16-byte big-endian two's complement, with `precision` (up to 38) and `scale`
 * - `number_text`: digits of a number too wide or too free for `decimal`; sorts as a number, reads as digits
 * - `date`: int32, days since 1970-01-01
 * - `timestamp`: int64, microseconds since 1970-01-01, a wall clock without zone
 * - `instant`: int64, microseconds since 1970-01-01 UTC
 * - `text`, `json`: UTF-8
 */
export type Storage =
  | { kind: 'boolean' | 'int32' | 'int64' | 'double' | 'number_text' | 'date' | 'timestamp' | 'instant' | 'text' | 'json' }
  | { kind: 'decimal'; precision: number; scale: number }
export type StorageKind = Storage['kind']

export interface Column {
  /** Unique within the result, compared exactly. */
  name: string
  /** The wire's type; null when the source does not tell. */
  type: ColumnType | null
  storage: Storage
  /** The source's own name of the type, such as `numeric(38,10)`; '' when unknown. */
  sourceType: string
}

/**
 * The values of one column in one batch, laid out as Parquet's PLAIN encoding lays them out, nulls left out: fixed-width
 * little-endian numbers, or for `text`, `json` and `number_text` a u32 little-endian byte length and then the bytes, value
 * after value. So a driver that receives binary rows copies bytes once, and the writer copies none.
 */
export interface Vector {
  /** Only the values that are not null. */
  values: Uint8Array
  /** One byte a row, 1 where there is a value; null when no row is null. */
  validity: Uint8Array | null
}

/** Rows in columns: `vectors[i]` holds column i of all `rowCount` rows. */
export interface Batch {
  rowCount: number
  vectors: Vector[]
}

/** Makes column names unique as the wire does: the second `id` becomes `id1`, the third `id2`. */
export function uniqueNames(names: readonly string[]): string[] {
  const taken = new Set<string>()
  return names.map((name) => {
    let unique = name
    for (let n = 1; taken.has(unique); n++) unique = `${name}${n}`
    taken.add(unique)
    return unique
  })
}
