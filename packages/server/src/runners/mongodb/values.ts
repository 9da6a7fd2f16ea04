import { Binary, BSON, Decimal128, Long, ObjectId, UUID } from 'mongodb'
import { exactNumber, isPlainObject } from '../values/cells.ts'
import type { ObjectRow } from '../values/objects.ts'

/**
 * Converts a document to plain values: ids to strings, decimals to exact numbers, types that only MongoDB has to extended JSON.
 */
export function plainDocument(document: Record<string, unknown>): ObjectRow {
  return Object.fromEntries(Object.entries(document).map(([name, value]) => [name, plainValue(value)]))
}

function plainValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainValue)
  if (value instanceof RegExp) return String(value)
  // These come before BSONValue, their base class. A Timestamp is also a Long, hence `_bsontype`.
  if (value instanceof ObjectId || value instanceof UUID) return value.toString()
  if (value instanceof Decimal128) return exactNumber(value.toString())
  if (value instanceof Binary) return value.sub_type === Binary.SUBTYPE_UUID ? value.toUUID().toString() : value.buffer
  if (value instanceof Long && value._bsontype === 'Long') return value.toBigInt()
  if (value instanceof BSON.BSONValue) return BSON.EJSON.stringify(value)
  return isPlainObject(value) ? plainDocument(value) : value
}

/** Flattens nested objects and lists to columns: `{ a: [{ b: 1 }] }` becomes `{ 'a.0.b': 1 }`. */
export function flattenAll(document: ObjectRow): ObjectRow {
  const parts: [string, unknown][] = []
  const open = (path: string, value: unknown) => {
    if (!Array.isArray(value) && !isPlainObject(value)) parts.push([path, value])
    else for (const [name, inner] of Object.entries(value)) open(path === '' ? name : `${path}.${name}`, inner)
  }
  open('', document)
  return Object.fromEntries(parts)
}
