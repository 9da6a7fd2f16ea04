import type { DeclaredColumn, Row } from '../values/rows.ts'
import { isNested, nestedReader } from './nested.ts'

interface WireColumn {
  name: string
  type: string
}

/** Fractional digits of a second that a stored time can hold. */
const MAX_FRACTION_DIGITS = 6

export function columnOf({ name, type: sourceType }: WireColumn): DeclaredColumn {
  const [, base = '', inner = '', rest = ''] = /^([a-z]+)(?:\(([^)]*)\))?(.*)$/i.exec(sourceType) ?? []
  const column = { name, sourceType }
  switch (`${base}${rest}`) {
    case 'boolean':
      return { ...column, as: 'boolean' }
    case 'tinyint':
    case 'smallint':
    case 'integer':
    case 'bigint':
      return { ...column, as: 'integer' }
    case 'real':
    case 'double':
      return { ...column, as: 'float' }
    case 'decimal': {
      const [precision = 38, scale = 0] = inner.split(',').map(Number)
      return { ...column, as: 'decimal', digits: { precision, scale } }
    }
    case 'date':
      return { ...column, as: 'date' }
    case 'timestamp':
      return Number(inner || 3) > MAX_FRACTION_DIGITS
        ? { ...column, as: 'text', type: 'datetime' }
        : { ...column, as: 'datetime' }
    // Zones may be region names, so such times are kept as text.
    case 'timestamp with time zone':
      return { ...column, as: 'text', type: 'datetime' }
    case 'json':
      return { ...column, as: 'json' }
    default:
      return { ...column, as: isNested(sourceType) ? 'json' : 'text' }
  }
}

/** Converts rows: binary values arrive as base64, and Presto sends lists, maps and rows as JSON text. */
export function readersOf(columns: readonly WireColumn[]): (row: Row) => Row {
  const readers = columns.map(({ type }) => readerOf(type))
  if (readers.every((read) => read === null)) return (row) => row
  return (row) =>
    row.map((value, index) => {
      const read = readers[index]
      return read && typeof value === 'string' ? read(value) : value
    })
}

/** Reads what arrives as text; null for a type whose texts are its values. */
const readerOf = (type: string): ((text: string) => unknown) | null =>
  type === 'varbinary' ? (text) => Buffer.from(text, 'base64') : nestedReader(type)
