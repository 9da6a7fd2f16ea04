import type { ColumnType } from '@sightline/contract/results.ts'
import type { Storage } from '../../platform/results/batch.ts'
import type { VectorBuilder } from '../../platform/results/vectors.ts'
import { QueryError } from '../runner.ts'

/** A value as `node:sqlite` reads it with bigints for integers. */
export type SqliteValue = null | bigint | number | string | Uint8Array

/** The kind of a value. SQLite types values, not columns. `wide` is an integer that a double cannot hold exactly. */
export type Kind = 'null' | 'integer' | 'wide' | 'real' | 'date' | 'datetime' | 'text' | 'blob'

const LARGEST_EXACT = 9007199254740992n
const HYPHEN = 45
const DATE = /^\d{4}-[01]\d-[0-3]\d$/
const DATETIME = /^\d{4}-[01]\d-[0-3]\d[ T][0-2]\d:[0-5]\d/

export function kindOf(value: SqliteValue): Kind {
  if (value === null) return 'null'
  switch (typeof value) {
    case 'bigint':
      return value <= LARGEST_EXACT && value >= -LARGEST_EXACT ? 'integer' : 'wide'
    case 'number':
      return 'real'
    case 'string':
      // Most texts are told apart from times by one character.
      if (value.charCodeAt(4) !== HYPHEN) return 'text'
      if (DATE.test(value)) return 'date'
      return DATETIME.test(value) ? 'datetime' : 'text'
    default:
      return 'blob'
  }
}

const DATE_GLOB = '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]'

/** `kindOf` as a SQL expression. */
export const kindSql = (column: string) =>
  `CASE typeof(${column})
     WHEN 'integer' THEN iif(${column} BETWEEN -${LARGEST_EXACT} AND ${LARGEST_EXACT}, 'integer', 'wide')
     WHEN 'text' THEN CASE
       WHEN ${column} GLOB '${DATE_GLOB}' THEN 'date'
       WHEN ${column} GLOB '${DATE_GLOB}[ T][0-2][0-9]:[0-5][0-9]*' THEN 'datetime'
       ELSE 'text' END
     ELSE typeof(${column}) END`

/** The wire type and storage of a column, and how its values are written. */
export interface ColumnPlan {
  type: ColumnType | null
  storage: Storage
  append(builder: VectorBuilder, value: NonNullable<SqliteValue>): void
  /**
   * SQL that is true for a value which would give its column another plan, where the plan follows from the values before it; null if
   * there is none.
   */
  otherSql: ((column: string) => string) | null
}

/** SQL that is true for a value of none of these types of SQLite. It is what decides a long result, and quicker than `NOT IN`. */
const notOf = (column: string, ...types: string[]) =>
  `(${types.map((type) => `typeof(${column}) <> '${type}'`).join(' AND ')} AND ${column} IS NOT NULL)`
const notOfKinds = (column: string, kinds: string) => `${kindSql(column)} NOT IN ('null', ${kinds})`

const text = (type: ColumnType | null, otherSql: ColumnPlan['otherSql']): ColumnPlan => ({
  type,
  storage: { kind: 'text' },
  append: (builder, value) => builder.appendText(textOf(value)),
  otherSql,
})

const texts = {
  none: text(null, (column) => `${column} IS NOT NULL`),
  untyped: text(null, (column) => notOf(column, 'text')),
  text: text('string', null),
  date: text('date', (column) => notOfKinds(column, "'date'")),
  datetime: text('datetime', (column) => notOfKinds(column, "'date', 'datetime'")),
}

/**
 * The plan for a column with these kinds of values: one object per plan. Redash leaves SQLite's columns untyped; here a column gets
 * a type if its values agree, so that charts and filters recognize numbers and times. Free text stays untyped, and clients inspect
 * it themselves.
 */
export function planOf(kinds: ReadonlySet<Kind>): ColumnPlan {
  const only = (...allowed: Kind[]) => [...kinds].every((kind) => kind === 'null' || allowed.includes(kind))
  if (only()) return texts.none
  if (only('integer', 'wide')) return integers
  if (only('integer', 'real')) return doubles
  if (only('integer', 'wide', 'real')) return digits
  if (only('date')) return texts.date
  if (only('date', 'datetime')) return texts.datetime
  return only('text', 'date', 'datetime') ? texts.untyped : texts.text
}

const integers: ColumnPlan = {
  type: 'integer',
  storage: { kind: 'int64' },
  append: (builder, value) => {
    if (typeof value !== 'bigint') throw typeChangeError()
    builder.appendInt64(value)
  },
  otherSql: (column) => notOf(column, 'integer'),
}

const doubles: ColumnPlan = {
  type: 'float',
  storage: { kind: 'double' },
  append: (builder, value) => {
    if (typeof value !== 'bigint' && typeof value !== 'number') throw typeChangeError()
    builder.appendDouble(Number(value))
  },
  otherSql: (column) => `(${notOf(column, 'real')} AND ${kindSql(column)} <> 'integer')`,
}

const digits: ColumnPlan = {
  type: 'float',
  storage: { kind: 'number_text' },
  append: (builder, value) => {
    if (typeof value !== 'bigint' && typeof value !== 'number') throw typeChangeError()
    builder.appendText(String(value))
  },
  otherSql: (column) => notOf(column, 'integer', 'real'),
}

const typeChangeError = () =>
  new QueryError('The values of a column change their type from one reading to the next. Use CAST to give it one type.')

/** A value as SQLite prints it; bytes in lower-case hexadecimal. */
function textOf(value: NonNullable<SqliteValue>): string {
  if (typeof value === 'string') return value
  if (typeof value === 'bigint') return String(value)
  if (typeof value === 'number') return Number.isInteger(value) && Math.abs(value) < 1e15 ? value.toFixed(1) : String(value)
  return Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex')
}
