import { isPlainObject } from '../values/cells.ts'
import { flattenObject, type ObjectRow } from '../values/objects.ts'

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
  return Object.fromEntries(Object.entries(flattenObject(values, true)).map(([name, value]) => [name, unwrapped(value)]))
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
  const keys = isPlainObject(key) ? flattenObject({ [name]: key }, true) : { [name]: key }
  return { ...keys, [`${name}.doc_count`]: bucket.doc_count, ...Object.fromEntries(ends) }
}

/** The figures of an aggregation without buckets: `average.value`, or `extent.min` and `extent.max`. */
function figures(name: string, aggregation: Record<string, unknown>): ObjectRow {
  const flat = flattenObject({ [name]: aggregation }, true)
  return Object.fromEntries(Object.entries(flat).map(([path, value]) => [path, unwrapped(value)]))
}
