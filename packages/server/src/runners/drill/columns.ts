import type { Cell } from '../values/cells.ts'
import { shortestFloat32 } from '../values/float32.ts'
import type { ValueKind } from '../values/plans.ts'
import type { DeclaredColumn, Row } from '../values/rows.ts'

/** Types as answers name them, which also do so for lists of them: `BIGINT`, `VARCHAR(5)`, `VARDECIMAL(38, 2)`. */
const kinds: Record<string, ValueKind> = {
  TINYINT: 'integer',
  SMALLINT: 'integer',
  INT: 'integer',
  BIGINT: 'integer',
  UINT1: 'integer',
  UINT2: 'integer',
  UINT4: 'integer',
  FLOAT4: 'float',
  FLOAT8: 'float',
  VARDECIMAL: 'decimal',
  BIT: 'boolean',
  VARCHAR: 'text',
  VARBINARY: 'text',
  DATE: 'date',
  TIME: 'text',
  TIMESTAMP: 'datetime',
  INTERVAL: 'text',
  INTERVALDAY: 'text',
  INTERVALYEAR: 'text',
  MAP: 'json',
  DICT: 'json',
  LIST: 'json',
}

const DAY = 'YYYY-MM-DD'.length

/** Times arrive as milliseconds of a clock without a time zone, since 1970 or since midnight. */
const timeIn = (value: Cell): Cell => (typeof value === 'number' ? new Date(value).toISOString().replace('Z', '') : value)

/** How values arrive that are not JSON values themselves; a number has more digits than it needs if it was read exactly. */
const readers: Record<string, (value: Cell) => Cell> = {
  DATE: (value) => (typeof value === 'number' ? String(timeIn(value)).slice(0, -'T00:00:00.000'.length) : value),
  TIME: (value) => (typeof value === 'number' ? String(timeIn(value)).slice(DAY + 1) : value),
  TIMESTAMP: timeIn,
  FLOAT4: (value) => (value === null ? null : shortestFloat32(Number(value))),
  VARBINARY: (value) => (typeof value === 'string' ? Buffer.from(value, 'base64') : value),
}

/** How the columns of an answer are stored, and its values read. */
export interface DrillColumns {
  columns: DeclaredColumn[]
  read(row: Row): Row
}

/**
 * @param metadata the types of the columns
 * @param first the first row, which shows which columns have lists: a list is never NULL
 */
export function columnsOf(names: readonly string[], metadata: readonly string[], first: Row | undefined): DrillColumns {
  const types = metadata.map((type) => /^\w+/.exec(type)?.[0] ?? '')
  const columns = names.map((name, at): DeclaredColumn => {
    const sourceType = metadata[at] ?? ''
    const as = Array.isArray(first?.[at]) ? 'json' : kinds[types[at] ?? '']
    return { name, sourceType, ...(as ? { as } : {}), ...(as === 'decimal' ? digitsOf(sourceType) : {}) }
  })
  const known = types.map((type) => readers[type])
  if (known.every((read) => read === undefined)) return { columns, read: (row) => row }
  return { columns, read: (row) => row.map((value, at) => readWith(known[at], value)) }
}

function readWith(read: ((value: Cell) => Cell) | undefined, value: Cell): Cell {
  if (!read) return value
  return Array.isArray(value) ? value.map((item: Cell) => readWith(read, item)) : read(value)
}

function digitsOf(type: string): Pick<DeclaredColumn, 'digits'> {
  const [, precision, scale] = /\((\d+), (\d+)\)/.exec(type) ?? []
  return precision === undefined ? {} : { digits: { precision: Number(precision), scale: Number(scale) } }
}
