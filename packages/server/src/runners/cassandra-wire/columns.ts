import { types } from 'cassandra-driver'
import type { Cell } from '../values/cells.ts'
import type { ValueKind } from '../values/plans.ts'
import type { DeclaredColumn } from '../values/rows.ts'

const { dataTypes } = types

/** A type as the server describes it; `info` holds element types, fields or a class name. */
interface TypeDescription {
  code: number
  info?: unknown
}

const NAMES = new Map(Object.entries(dataTypes).map(([name, code]): [unknown, string] => [code, name]))
const kinds: Record<string, ValueKind> = {
  int: 'integer',
  smallint: 'integer',
  tinyint: 'integer',
  bigint: 'integer',
  counter: 'integer',
  varint: 'decimal',
  decimal: 'decimal',
  float: 'float',
  double: 'float',
  boolean: 'boolean',
  date: 'date',
  timestamp: 'instant',
  list: 'json',
  set: 'json',
  map: 'json',
  udt: 'json',
  tuple: 'json',
}

/**
 * Describes a column. For types see https://cassandra.apache.org/doc/latest/cassandra/developing/cql/types.html. The Redash API
 * reports all of them as strings.
 */
export function columnOf({ name, type }: { name: string; type: TypeDescription }): DeclaredColumn {
  const kind = isVector(type) ? 'json' : (kinds[NAMES.get(type.code) ?? ''] ?? 'text')
  return { name, as: kind, type: 'string', sourceType: nameOf(type) }
}

/** Custom types are described by the name of their Java class. */
const CLASSES = /org\.apache\.cassandra\.db\.marshal\./g

const isVector = ({ code, info }: TypeDescription) => code === dataTypes.custom && /\bVectorType\(/.test(String(info))

function nameOf({ code, info }: TypeDescription): string {
  const name = NAMES.get(code) ?? ''
  if (name === 'list' || name === 'set') return `${name}<${nameOf(info as TypeDescription)}>`
  if ((name === 'map' || name === 'tuple') && Array.isArray(info)) return `${name}<${info.map(nameOf).join(', ')}>`
  if (name === 'udt') return (info as { name: string }).name
  return name === 'custom' ? String(info).replace(CLASSES, '') : name
}

/** Converts a value of the driver to plain JavaScript: collections to arrays and objects, other driver classes to text. */
export function cellOf(value: Cell): Cell {
  if (value === undefined || value === null) return null
  if (typeof value !== 'object' || value instanceof Date || value instanceof Uint8Array) return value
  if (value instanceof Map) return Object.fromEntries([...value].map(([key, part]) => [keyOf(key), nestedValue(part)]))
  if (value instanceof types.Tuple) return value.elements.map(nestedValue)
  if (Array.isArray(value) || value instanceof Set || value instanceof types.Vector) return Array.from(value, nestedValue)
  if (Object.getPrototypeOf(value) === Object.prototype)
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, nestedValue(part)]))
  return String(value)
}

/** Values within collections end up as JSON, which has no instants and no NaN or infinity. */
function nestedValue(value: Cell): Cell {
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : cellOf(value)
}

function keyOf(value: Cell): string {
  const part = nestedValue(value)
  return typeof part === 'object' && part !== null && !(part instanceof Uint8Array)
    ? JSON.stringify(part)
    : part instanceof Uint8Array
      ? Buffer.from(part).toString('hex')
      : String(part)
}
