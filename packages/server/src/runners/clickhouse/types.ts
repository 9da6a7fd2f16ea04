import { linesOf } from '../http/response-body.ts'
import type { DeclaredColumn } from '../values/rows.ts'
import { unescaped } from './escapes.ts'
import { documentOf, jsonOf } from './nested-text.ts'

/** The rows of a body of tab-separated values without a header. */
export async function* textRows(body: AsyncIterable<Buffer>): AsyncGenerator<string[], void, undefined> {
  for await (const lines of linesOf(body)) for (const line of lines) if (line !== '') yield line.split('\t').map(unescaped)
}

/** The lines of a log about columns with dates that are no days. */
export const emptiedDates = (names: Iterable<string>): string[] =>
  Array.from(names, (name) => `Dates of "${name}" that are no days (0000-00-00) are left empty.`)

/** A column and how to read its fields; NULL is handled by the caller. */
export interface ColumnReader {
  column: Omit<DeclaredColumn, 'name'>
  read(field: string): unknown
}

const asIs = (field: string) => field
/** Digits of integers that do not fit into 64 bits. */
const wideDigits: Record<string, number> = { UInt64: 20, Int128: 39, UInt128: 39, Int256: 77, UInt256: 78 }
const decimalDigits: Record<string, number> = { Decimal32: 9, Decimal64: 18, Decimal128: 38, Decimal256: 76 }

/** Splits a type such as `Decimal(9, 2)` into its name and its arguments. */
function parts(type: string): { name: string; inner: string } {
  const [, name = type, inner = ''] = /^(\w+)\((.*)\)$/s.exec(type) ?? []
  return { name, inner }
}

/** @param sourceType as the server writes it, such as `Nullable(DateTime64(3, 'UTC'))` */
export function columnReader(sourceType: string): ColumnReader {
  const { column, read } = readerOf(sourceType)
  return { column: { ...column, sourceType }, read }
}

function readerOf(type: string): ColumnReader {
  const { name, inner } = parts(type)
  const digits = wideDigits[name]
  if (digits) return { column: { as: 'decimal', digits: { precision: digits, scale: 0 } }, read: asIs }
  if (/^U?Int(8|16|32|64)$/.test(name)) return { column: { as: 'integer' }, read: asIs }
  switch (name) {
    case 'Nullable':
    case 'LowCardinality':
      return readerOf(inner)
    case 'SimpleAggregateFunction':
      return readerOf(inner.slice(inner.indexOf(',') + 1).trim())
    case 'BFloat16':
    case 'Float32':
    case 'Float64':
      return { column: { as: 'float' }, read: asIs }
    case 'Decimal':
    case 'Decimal32':
    case 'Decimal64':
    case 'Decimal128':
    case 'Decimal256':
      return { column: { as: 'decimal', digits: decimalOf(name, inner) }, read: asIs }
    case 'Bool':
      return { column: { as: 'boolean' }, read: asIs }
    case 'Date':
    case 'Date32':
      return { column: { as: 'date' }, read: asIs }
    case 'DateTime':
      return { column: { as: 'datetime' }, read: asIs }
    case 'DateTime64':
      // Nanoseconds are kept as text: a stored time has microseconds.
      return { column: Number.parseInt(inner, 10) > 6 ? { as: 'text', type: 'datetime' } : { as: 'datetime' }, read: asIs }
    case 'Array':
    case 'Tuple':
    case 'Map':
    case 'Nested':
      return { column: { as: 'json' }, read: (field) => jsonOf(field, type) }
    case 'JSON':
    case 'Object':
      return { column: { as: 'json' }, read: documentOf }
    case 'FixedString':
      // Padded with zero bytes.
      return { column: { as: 'text' }, read: (field) => unescaped(field).replace(/\0+$/, '') }
    default:
      return { column: { as: 'text' }, read: unescaped }
  }
}

function decimalOf(name: string, inner: string) {
  const [first = 0, second = 0] = inner.split(',').map(Number)
  const precision = decimalDigits[name]
  return precision ? { precision, scale: first } : { precision: first, scale: second }
}
