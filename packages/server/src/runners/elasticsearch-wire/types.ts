import type { ValueKind } from '../values/plans.ts'
import type { DeclaredColumn } from '../values/rows.ts'

const kinds: Record<string, ValueKind> = {
  boolean: 'boolean',
  byte: 'integer',
  short: 'integer',
  integer: 'integer',
  long: 'integer',
  double: 'float',
  float: 'float',
  half_float: 'float',
  scaled_float: 'float',
  object: 'json',
  nested: 'json',
}

/** A column of an answer to SQL. Times stay as they are written; types that say nothing about values are seen from them. */
export function sqlColumn(name: string, sourceType: string): DeclaredColumn {
  if (/^(date|datetime|timestamp)$/.test(sourceType)) return { name, sourceType, as: 'text', type: 'datetime' }
  if (sourceType === 'unsigned_long') return { name, sourceType, as: 'decimal', digits: { precision: 20, scale: 0 } }
  const as = kinds[sourceType]
  if (as) return { name, sourceType, as }
  return /^(text|keyword|ip|version|constant_keyword|wildcard)$/.test(sourceType)
    ? { name, sourceType, as: 'text' }
    : { name, sourceType }
}
