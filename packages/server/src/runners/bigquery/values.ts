import { z } from 'zod'
import { exactNumber, isPlainObject, parseJson } from '../values/cells.ts'
import type { DeclaredColumn } from '../values/rows.ts'

/** A column, or a field of a record. */
export interface Field {
  name: string
  type: string
  mode?: string | undefined
  description?: string | undefined
  fields?: Field[] | undefined
}
export const Field: z.ZodType<Field> = z.lazy(() =>
  z.object({
    name: z.string(),
    type: z.string(),
    mode: z.string().optional(),
    description: z.string().optional(),
    fields: z.array(Field).optional(),
  }),
)

const NUMERIC = { precision: 38, scale: 9 }

export function columnOf({ name, type, mode }: Field): DeclaredColumn {
  const column = { name, sourceType: mode === 'REPEATED' ? `${type} REPEATED` : type }
  if (mode === 'REPEATED') return { ...column, as: 'json' }
  switch (type) {
    case 'INTEGER':
    case 'INT64':
      return { ...column, as: 'integer' }
    case 'FLOAT':
    case 'FLOAT64':
      return { ...column, as: 'float' }
    case 'NUMERIC':
      return { ...column, as: 'decimal', digits: NUMERIC }
    case 'BIGNUMERIC':
      return { ...column, as: 'decimal' }
    case 'BOOLEAN':
    case 'BOOL':
      return { ...column, as: 'boolean' }
    case 'DATE':
      return { ...column, as: 'date' }
    case 'DATETIME':
      return { ...column, as: 'datetime' }
    case 'TIMESTAMP':
      return { ...column, as: 'instant' }
    case 'RECORD':
    case 'STRUCT':
    case 'JSON':
      return { ...column, as: 'json' }
    default:
      return { ...column, as: 'text' }
  }
}

/** Converts a value: BigQuery sends strings, `{ f: [{ v }] }` for records, and lists of `{ v }`. */
export function cellOf(field: Field, written: unknown): unknown {
  if (written === null || written === undefined) return null
  if (field.mode === 'REPEATED') return Array.isArray(written) ? written.map((item) => partOf(field, valueIn(item))) : []
  return field.fields ? recordOf(field.fields, written) : topOf(field.type, String(written))
}

const valueIn = (holder: unknown): unknown => (isPlainObject(holder) ? holder.v : null)

function recordOf(fields: readonly Field[], written: unknown): Record<string, unknown> {
  const parts = isPlainObject(written) && Array.isArray(written.f) ? written.f : []
  return Object.fromEntries(fields.map((field, at) => [field.name, insideOf(field, valueIn(parts[at]))]))
}

const insideOf = (field: Field, written: unknown): unknown =>
  field.mode === 'REPEATED' ? cellOf(field, written) : partOf(field, written)

/** Converts a value within a list or record to a JSON value. */
function partOf({ type, fields }: Field, written: unknown): unknown {
  if (written === null || written === undefined) return null
  if (fields) return recordOf(fields, written)
  const text = String(written)
  switch (type) {
    case 'INTEGER':
    case 'INT64':
    case 'NUMERIC':
    case 'BIGNUMERIC':
      return exactNumber(text)
    case 'FLOAT':
    case 'FLOAT64':
      return Number.isFinite(Number(text)) ? Number(text) : text
    case 'BOOLEAN':
    case 'BOOL':
      return text === 'true'
    case 'JSON':
      return parseJson(text)
    default:
      return topOf(type, text)
  }
}

function topOf(type: string, text: string): unknown {
  if (type === 'BYTES') return Buffer.from(text, 'base64')
  return type === 'TIMESTAMP' ? instantText(BigInt(text)) : text
}

/** Microseconds since 1970-01-01 as ISO 8601. */
function instantText(micros: bigint): string {
  const within = ((micros % 1_000_000n) + 1_000_000n) % 1_000_000n
  const seconds = new Date(Number((micros - within) / 1000n)).toISOString().slice(0, 19)
  return `${seconds}.${String(within).padStart(6, '0')}Z`
}
