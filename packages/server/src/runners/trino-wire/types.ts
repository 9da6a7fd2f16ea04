import type { DeclaredColumn, Row } from '../values/rows.ts'

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
      return { ...column, as: /^(array|map|row)\(/.test(sourceType) ? 'json' : 'text' }
  }
}

/** Converts rows: binary values arrive as base64. */
export function readersOf(columns: readonly WireColumn[]): (row: Row) => Row {
  const binary = columns.map(({ type }) => type === 'varbinary')
  if (!binary.includes(true)) return (row) => row
  return (row) => row.map((value, index) => (binary[index] && typeof value === 'string' ? Buffer.from(value, 'base64') : value))
}
