import type { SchemaTable } from '@sightline/contract/data-sources.ts'
import type { RunnerResult } from '../runner.ts'
import { isPlainObject } from '../values/cells.ts'
import { flattened, type ObjectRow, objectsResult } from '../values/objects.ts'
import type { ValueKind } from '../values/plans.ts'
import type { DeclaredColumn } from '../values/rows.ts'

/**
 * The rows of an answer: those of its aggregations where it has some, else its hits.
 * @returns null when it has neither
 */
export function rowsIn(answer: Record<string, unknown>): ObjectRow[] | null {
  const { aggregations, hits } = answer
  if (isPlainObject(aggregations)) return bucketRows(aggregations, {})
  if (!isPlainObject(hits) || !Array.isArray(hits.hits)) return null
  return hits.hits.filter(isPlainObject).map((hit) => hitRow(hit))
}

function hitRow({ _source: source, fields }: Record<string, unknown>): ObjectRow {
  const values = isPlainObject(source) ? source : isPlainObject(fields) ? fields : {}
  return Object.fromEntries(Object.entries(flattened(values, true)).map(([name, value]) => [name, unwrapped(value)]))
}

/** A list of one element is what it holds. */
const unwrapped = (value: unknown): unknown => (Array.isArray(value) && value.length === 1 ? value[0] : value)

/**
 * One row for each innermost bucket.
 * @param outer what the buckets around it say: keys by the name of their aggregation, and figures
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

/** Buckets in a list have their key within, those in an object are named by it. */
function bucketsOf({ buckets }: Record<string, unknown>): [key: unknown, bucket: Record<string, unknown>][] | null {
  if (Array.isArray(buckets)) return buckets.filter(isPlainObject).map((bucket) => [bucket.key_as_string ?? bucket.key, bucket])
  return isPlainObject(buckets)
    ? Object.entries(buckets).filter((entry): entry is [string, Record<string, unknown>] => isPlainObject(entry[1]))
    : null
}

/** An aggregation that is one bucket, such as a filter: aggregations lie in it beside the count. */
const isNested = (aggregation: Record<string, unknown>): boolean =>
  'doc_count' in aggregation &&
  Object.values(aggregation).some(
    (value) => isPlainObject(value) && ('buckets' in value || 'value' in value || 'doc_count' in value),
  )

function keyOf(name: string, key: unknown, bucket: Record<string, unknown>): ObjectRow {
  const ends = ['from', 'to'].filter((end) => end in bucket).map((end) => [`${name}.${end}`, bucket[end]])
  // Keys of several fields are columns of their own.
  const keys = isPlainObject(key) ? flattened({ [name]: key }, true) : { [name]: key }
  return { ...keys, [`${name}.doc_count`]: bucket.doc_count, ...Object.fromEntries(ends) }
}

/** The figures of an aggregation without buckets: `average.value`, or `extent.min` and `extent.max`. */
function figures(name: string, aggregation: Record<string, unknown>): ObjectRow {
  const flat = flattened({ [name]: aggregation }, true)
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
 * Rows whose columns have the types that indexes declare of their fields; others are told by their values.
 * @param indexes with their fields; the first that has a field tells its type
 * @param columns that are wanted; all when null
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
    // Dates stay as they are written: an index may have any format of them.
    if (sourceType === 'date') return { name, sourceType, as: 'text', type: 'datetime' }
    const as = kinds[sourceType]
    return { name, sourceType, ...(as ? { as } : {}) }
  }
  return objectsResult([rows], { columnOf, ...(columns ? { columns } : {}) })
}
