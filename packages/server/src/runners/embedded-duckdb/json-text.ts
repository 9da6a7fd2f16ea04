import {
  DuckDBArrayValue,
  DuckDBBlobValue,
  DuckDBDecimalValue,
  DuckDBListValue,
  DuckDBMapValue,
  DuckDBStructValue,
  DuckDBUnionValue,
  type DuckDBValue,
  DuckDBVariantValue,
} from '@duckdb/node-api'

/** A value that is not nested, as a person reads it; bytes in lower-case hexadecimal. */
export function plainText(value: NonNullable<DuckDBValue>): string {
  return value instanceof DuckDBBlobValue ? Buffer.from(value.bytes).toString('hex') : String(value)
}

/** A value as JSON. Numbers keep all their digits; what JSON has no form for (dates, `NaN`) becomes a text. */
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
