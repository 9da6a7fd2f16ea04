import type { SchemaTable } from '@sightline/contract/data-sources.ts'
import type { RunnerResult } from '../runner.ts'
import { isPlainObject } from '../values/cells.ts'
import { flattenObject, type ObjectRow, objectsResult } from '../values/objects.ts'
import type { ValueKind } from '../values/plans.ts'
import type { DeclaredColumn } from '../values/rows.ts'

/**
 * The rows of a response: those of its aggregations if it has any, else its hits.
 * @returns null if it has neither
 */
export function rowsIn(answer: Record<string, unknown>): ObjectRow[] | null {
  const { aggregations, hits } = answer
  if (isPlainObject(aggregations)) return bucketRows(aggregations, {})
  if (!isPlainObject(hits) || !Array.isArray(hits.hits)) return null
  return hits.hits.filter(isPlainObject).map((hit) => hitRow(hit))
}

function hitRow({ _source: source, fields }: Record<string, unknown>): ObjectRow {
  const values = isPlainObject(source) ? source : isPlainObject(fields) ? fields : {}
  return Object.fromEntries(Object.entries(flattenObject(values, true)).map(([name, value]) => [name, unwrapped(value)]))
}

/** Replaces a list of one element by the element. */
const unwrapped = (value: unknown): unknown => (Array.isArray(value) && value.length === 1 ? value[0] : value)

/**
 * One row per innermost bucket.
 * @param outer columns from the enclosing buckets: keys by the name of their aggregation, and metrics
 */
function bucketRows(aggregations: Record<string, unknown>, outer: ObjectRow): ObjectRow[] {
  const found = Object.entries(aggregations).filter((entry): entry is [string, Record<string, unknown>] =>
    isPlainObject(entry[1]),
  )
  const row = { ...outer }
  for (const [name, aggregation] of found)
    if (!bucketsOf(aggregation) && !isNested(aggregation)) Object.assign(row, figures(name, aggregation))
  const inner = found.flatMap(([name, aggregation]) => innerRows(name, aggregation, row))
  return inner.length > 0 || found.some(([, aggregation]) => bucketsOf(aggregation)) ? inner : [row]
}

function innerRows(name: string, aggregation: Record<string, unknown>, row: ObjectRow): ObjectRow[] {
  const buckets = bucketsOf(aggregation)
  if (buckets) return buckets.flatMap(([key, bucket]) => bucketRows(bucket, { ...row, ...keyOf(name, key, bucket) }))
  return isNested(aggregation) ? bucketRows(aggregation, { ...row, [`${name}.doc_count`]: aggregation.doc_count }) : []
}

/** Buckets in a list contain their key, which may be an object; in an object, the key is the property name. */
function bucketsOf({ buckets }: Record<string, unknown>): [key: unknown, bucket: Record<string, unknown>][] | null {
  if (Array.isArray(buckets))
    return buckets.filter(isPlainObject).map(({ key, ...bucket }) => [bucket.key_as_string ?? key, bucket])
  return isPlainObject(buckets)
    ? Object.entries(buckets).filter((entry): entry is [string, Record<string, unknown>] => isPlainObject(entry[1]))
    : null
}

/** A single-bucket aggregation, such as a filter: it contains its sub-aggregations next to the count. */
const isNested = (aggregation: Record<string, unknown>): boolean =>
  'doc_count' in aggregation &&
  Object.values(aggregation).some(
    (value) => isPlainObject(value) && ('buckets' in value || 'value' in value || 'doc_count' in value),
  )

function keyOf(name: string, key: unknown, bucket: Record<string, unknown>): ObjectRow {
  const ends = ['from', 'to'].filter((end) => end in bucket).map((end) => [`${name}.${end}`, bucket[end]])
  // Keys of several fields are columns of their own.
  const keys = isPlainObject(key) ? flattenObject({ [name]: key }, true) : { [name]: key }
  return { ...keys, [`${name}.doc_count`]: bucket.doc_count, ...Object.fromEntries(ends) }
}

/** The metrics of an aggregation without buckets: `average.value`, or `extent.min` and `extent.max`. */
function figures(name: string, aggregation: Record<string, unknown>): ObjectRow {
  const flat = flattenObject({ [name]: aggregation }, true)
  return Object.fromEntries(Object.entries(flat).map(([path, value]) => [path, unwrapped(value)]))
}

const kinds: Record<string, ValueKind> = {
  integer: 'integer',
  long: 'integer',
  float: 'float',
  double: 'float',
  boolean: 'boolean',
  string: 'text',
  text: 'text',
  keyword: 'text',
}

/**
 * A result whose columns have the types of the index mapping; types of other columns are inferred from their values.
 * @param indexes with their fields; the first index with a field determines its type
 * @param columns to return; null for all
 */
export function mappedResult(
  rows: ObjectRow[],
  indexes: readonly SchemaTable[],
  columns: readonly string[] | null,
): Promise<RunnerResult> {
  const types = new Map<string, string>()
  for (const { name, type } of indexes.flatMap((index) => index.columns)) if (!types.has(name)) types.set(name, type)
  const columnOf = (name: string): DeclaredColumn => {
    const sourceType = types.get(name)
    if (sourceType === undefined) return { name }
    // Dates are kept as text: an index can use any format.
    if (sourceType === 'date') return { name, sourceType, as: 'text', type: 'datetime' }
    const as = kinds[sourceType]
    return { name, sourceType, ...(as ? { as } : {}) }
  }
  return objectsResult([rows], { columnOf, ...(columns ? { columns } : {}) })
}
