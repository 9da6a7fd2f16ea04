import type { Cell, RowFilter } from '@sightline/contract/results.ts'
import { AppError } from '../http/errors.ts'
import type { Column } from './batch.ts'
import type { BoundStrings } from './bound-strings.ts'
import { finiteNumber, isNullSql, matchSql, type SqlColumn, textSql } from './column-sql.ts'
import { type Decimal, digitsAt, parseDecimal } from './decimal-digits.ts'
import { sqlColumns } from './result-table.ts'

/**
 * One condition for each thing that the filters say; rows must meet them all.
 * @param texts takes the values, so that none becomes part of the SQL
 * @throws AppError `invalid_input` when a column does not exist, or cannot hold what is asked for
 */
export function filterSql(columns: readonly Column[], filters: readonly RowFilter[], texts: BoundStrings): string[] {
  const inSql = sqlColumns(columns)
  return filters.flatMap((filter) => {
    const column = columns[filter.column]
    const sql = inSql[filter.column]
    if (!column || !sql) throw invalid(`Column ${filter.column} does not exist; the result has ${columns.length}.`)
    return conditions({ column, sql, texts }, filter)
  })
}

interface Target {
  column: Column
  sql: SqlColumn
  texts: BoundStrings
}

function conditions(target: Target, { one_of, none_of, min, max, contains, is_null }: RowFilter): string[] {
  const { sql, texts } = target
  return [
    ...(one_of === undefined ? [] : [oneOf(target, one_of)]),
    // What is null compares to nothing, and so is none of them unless it is listed.
    ...(none_of === undefined ? [] : [`NOT coalesce(${oneOf(target, none_of)}, false)`]),
    ...(min === undefined ? [] : [within(target, min, 'min')]),
    ...(max === undefined ? [] : [within(target, max, 'max')]),
    ...(contains === undefined ? [] : [matchSql(sql, contains, texts) ?? 'false']),
    ...(is_null === undefined ? [] : [is_null ? isNullSql(sql) : `NOT (${isNullSql(sql)})`]),
  ]
}

function oneOf(target: Target, cells: readonly Cell[]): string {
  const any = cells.flatMap((cell) => (cell === null ? isNullSql(target.sql) : (equalTo(target, cell) ?? [])))
  return any.length === 0 ? 'false' : `(${any.join(' OR ')})`
}

/** Null when the column cannot hold the cell. */
function equalTo(target: Target, cell: Exclude<Cell, null>): string | null {
  const { column, sql, texts } = target
  const { ref, storage } = sql
  switch (storage.kind) {
    case 'boolean':
      if (typeof cell !== 'boolean') throw misfit(column, cell)
      return cell ? ref : `NOT ${ref}`
    case 'int32':
    case 'int64': {
      const digits = digitsAt(numberIn(column, cell), 0, 'exact')
      return digits !== null && isInt64(digits) ? `${ref} = ${texts.bind(digits)}::BIGINT` : null
    }
    case 'decimal': {
      const digits = digitsAt(numberIn(column, cell), storage.scale, 'exact')
      return digits !== null && fits(digits, storage) ? `${ref} = ${decimalParameter(digits, storage, texts)}` : null
    }
    case 'double':
      numberIn(column, cell)
      return `${ref} = ${texts.bind(String(cell))}::DOUBLE`
    case 'number_text': {
      numberIn(column, cell)
      // Digits come as a text where a number would not keep them: then every one of them counts.
      if (typeof cell === 'string') return `${ref} = ${texts.bind(cell)}`
      return `${finiteNumber(ref)} = ${texts.bind(String(cell))}::DOUBLE`
    }
    case 'date':
    case 'timestamp':
    case 'instant':
      return sameTime(target, String(cell))
    case 'text':
    case 'json':
      return `${ref} = ${texts.bind(String(cell))}`
  }
}

/** Cells show milliseconds, so a cell stands for all moments within one. */
function sameTime({ sql, texts }: Target, text: string): string {
  const time = parseTime(text)
  // Infinities and years before the first, which no range is needed for, as they are shown.
  if (time === null) return `${textSql(sql)} = ${texts.bind(text)}`
  const isDay = sql.storage.kind === 'date'
  if (isDay && !time.isDate) return 'false'
  const parameter = texts.bind(time.text)
  if (isDay) return `${sql.ref} = ${parameter}::DATE`
  const at = momentOf(sql, `${parameter}::TIMESTAMP`)
  const next = momentOf(sql, `${parameter}::TIMESTAMP + INTERVAL 1 MILLISECOND`)
  return `(${sql.ref} >= ${at} AND ${sql.ref} < ${next})`
}

/** @param end which end of a range the value is; both belong to it */
function within({ column, sql, texts }: Target, value: string | number, end: 'min' | 'max'): string {
  const { ref, storage } = sql
  const text = String(value)
  const isMin = end === 'min'
  const operator = isMin ? '>=' : '<='
  const rounding = isMin ? 'up' : 'down'
  // Beyond what the column can hold, an end leaves either all values or none.
  const beyond = (digits: string) => (digits.startsWith('-') === isMin ? `${ref} IS NOT NULL` : 'false')
  switch (storage.kind) {
    case 'int32':
    case 'int64': {
      const digits = digitsAt(numberIn(column, text), 0, rounding)
      return isInt64(digits) ? `${ref} ${operator} ${texts.bind(digits)}::BIGINT` : beyond(digits)
    }
    case 'decimal': {
      const digits = digitsAt(numberIn(column, text), storage.scale, rounding)
      return fits(digits, storage) ? `${ref} ${operator} ${decimalParameter(digits, storage, texts)}` : beyond(digits)
    }
    case 'double':
    case 'number_text':
      numberIn(column, text)
      return `${finiteNumber(ref)} ${operator} ${texts.bind(text)}::DOUBLE`
    case 'boolean':
    case 'json':
      throw noRange(column)
    case 'date':
    case 'timestamp':
    case 'instant':
    case 'text': {
      const value = timeSql(column, sql)
      const time = parseTime(text)
      if (time === null) throw misfit(column, text)
      const parameter = `${texts.bind(time.text)}::TIMESTAMP`
      if (isMin) return `${value} >= ${momentOf(sql, parameter)}`
      return `${value} < ${momentOf(sql, `${parameter} + INTERVAL 1 ${time.isDate ? 'DAY' : 'MILLISECOND'}`)}`
    }
  }
}

/** The moment that a value stands for; some sources send dates and times as texts. */
function timeSql(column: Column, sql: SqlColumn): string {
  if (sql.storage.kind !== 'text') return sql.ref
  if (column.type !== 'date' && column.type !== 'datetime') throw noRange(column)
  return `try_cast(${sql.ref} AS TIMESTAMP)`
}

/** A point in time as the column holds it, so that no value has to be converted: the session's time zone is UTC. */
const momentOf = ({ storage }: SqlColumn, timestamp: string) =>
  storage.kind === 'instant' ? `(${timestamp})::TIMESTAMPTZ` : `(${timestamp})`

function decimalParameter(digits: string, { precision, scale }: { precision: number; scale: number }, texts: BoundStrings) {
  return `${texts.bind(digits)}::DECIMAL(${precision}, ${scale})`
}

function isInt64(digits: string): boolean {
  const value = BigInt(digits)
  return BigInt.asIntN(64, value) === value
}

const fits = (digits: string, { precision }: { precision: number }) =>
  digits.replace(/[-.]/g, '').replace(/^0+/, '').length <= precision

function numberIn(column: Column, value: Cell): Decimal {
  const decimal = typeof value === 'boolean' ? null : parseDecimal(String(value))
  if (decimal === null) throw misfit(column, value)
  return decimal
}

interface Time {
  /** As DuckDB reads it. */
  text: string
  /** Without a time of day. */
  isDate: boolean
}

/** `2024-05-01`, or with a time of day down to milliseconds; a `Z` says what is so anyhow. Null for anything else. */
function parseTime(text: string): Time | null {
  const [, date, clock] = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?)Z?)?$/.exec(text) ?? []
  if (date === undefined) return null
  const parsed = new Date(`${date}T${clock ?? '00:00'}Z`)
  // The 31st of June would be taken for the 1st of July.
  const isReal = !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(date)
  return isReal ? { text: clock === undefined ? date : `${date} ${clock}`, isDate: clock === undefined } : null
}

const misfit = ({ name }: Column, value: Cell) =>
  invalid(`${JSON.stringify(value)} is no value that column "${name}" can hold.`)
const noRange = ({ name }: Column) => invalid(`Column "${name}" holds neither numbers nor times: min and max do not apply.`)
const invalid = (reason: string) => new AppError('invalid_input', { reason })
