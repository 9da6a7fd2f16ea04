import { isJson } from '@sightline/domain/is-json.ts'
import type { Cell } from '../values/cells.ts'
import type { DeclaredColumn, Row } from '../values/rows.ts'
import type { ColumnValues, ResultColumn } from './session.ts'

/** Names and kinds of the types, by their numbers in the protocol. Other types are texts. */
const types: Record<number, { name: string; as: DeclaredColumn['as'] }> = {
  0: { name: 'boolean', as: 'boolean' },
  1: { name: 'tinyint', as: 'integer' },
  2: { name: 'smallint', as: 'integer' },
  3: { name: 'int', as: 'integer' },
  4: { name: 'bigint', as: 'integer' },
  5: { name: 'float', as: 'float' },
  6: { name: 'double', as: 'float' },
  7: { name: 'string', as: 'text' },
  8: { name: 'timestamp', as: 'datetime' },
  9: { name: 'binary', as: 'text' },
  10: { name: 'array', as: 'json' },
  11: { name: 'map', as: 'json' },
  12: { name: 'struct', as: 'json' },
  13: { name: 'uniontype', as: 'json' },
  15: { name: 'decimal', as: 'decimal' },
  16: { name: 'void', as: 'text' },
  17: { name: 'date', as: 'date' },
  18: { name: 'varchar', as: 'text' },
  19: { name: 'char', as: 'text' },
  20: { name: 'interval_year_month', as: 'text' },
  21: { name: 'interval_day_time', as: 'text' },
  22: { name: 'timestamp with local time zone', as: 'text' },
}
const BINARY = 9

export function columnOf({ name, type, qualifiers }: ResultColumn): DeclaredColumn {
  const { name: typeName, as = 'text' } = types[type] ?? { name: '' }
  const { precision, scale = 0, characterMaximumLength: length } = qualifiers
  if (as === 'decimal' && precision !== undefined)
    return { name, sourceType: `${typeName}(${precision},${scale})`, as, digits: { precision, scale } }
  return { name, sourceType: length === undefined ? typeName : `${typeName}(${length})`, as }
}

/** Makes the function that turns columns of values into rows. */
export function rowReader(columns: readonly ResultColumn[]): (values: readonly ColumnValues[]) => Row[] {
  const readers = columns.map(({ type }) => readerOf(type))
  return (received) => {
    const rows: Cell[][] = (received[0]?.values ?? []).map(() => [])
    for (const [at, { values, nulls }] of received.entries()) {
      const read = readers[at] ?? textOf
      for (const [row, cells] of rows.entries()) {
        const isNull = ((nulls[row >> 3] ?? 0) >> (row & 7)) & 1
        cells.push(isNull ? null : read(values[row]))
      }
    }
    return rows
  }
}

/** How values of a type are read: numbers and booleans as they are, everything else from bytes. */
function readerOf(type: number): (value: unknown) => Cell {
  if (type === BINARY) return (value) => (value instanceof Buffer ? value.toString('hex') : (value as Cell))
  return types[type]?.as === 'json' ? (value) => validJson(String(value)) : textOf
}

const textOf = (value: unknown): Cell => (value instanceof Buffer ? value.toString() : (value as Cell))

/** Texts, and what stands bare although JSON has no such values: times (of Spark), keys of maps, and floats that are no numbers. */
const NOT_JSON =
  /"(?:[^"\\]|\\.)*"|\b\d{4}-\d\d-\d\d(?: \d\d:\d\d:\d\d(?:\.\d+)?)?\b|[^\s"{}[\],:]+(?=:)|-?\b(?:NaN|Infinity)\b/g

/** Servers write nested values as JSON, but not keys of maps other than texts, neither NaN nor infinity, and Spark no times. */
function validJson(text: string): string {
  if (isJson(text)) return text
  const mended = text.replace(NOT_JSON, (part) => (part.startsWith('"') ? part : `"${part}"`))
  return isJson(mended) ? mended : JSON.stringify(text)
}
