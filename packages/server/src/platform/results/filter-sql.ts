import type { Cell, RowFilter } from '@sightline/contract/results.ts'
import { i18n } from '@sightline/domain/language/i18n.ts'
import type { Column } from './batch.ts'
import type { BoundStrings } from './bound-strings.ts'
import { finiteNumber, isNullSql, matchSql, type SqlColumn, textSql } from './column-sql.ts'
import { type Decimal, digitsAt, parseDecimal } from './decimal-digits.ts'
import { invalid, noColumn } from './invalid-read.ts'
import { sqlColumns } from './result-table.ts'

/**
 * Converts filters to SQL conditions; rows must meet all of them.
 * @param texts collects the values as bound parameters, so that none becomes part of the SQL
 * @throws AppError `invalid_input` if a column does not exist, or cannot hold the value of its filter
 */
export function filterSql(columns: readonly Column[], filters: readonly RowFilter[], texts: BoundStrings): string[] {
  const inSql = sqlColumns(columns)
  return filters.flatMap((filter) => {
    const column = columns[filter.column]
    const sql = inSql[filter.column]
    if (!column || !sql) throw noColumn(filter.column, columns.length)
    return conditions({ column, sql, texts }, filter)
  })
}

export interface Target {
  column: Column
  sql: SqlColumn
  texts: BoundStrings
}

function conditions(target: Target, { one_of, none_of, min, max, below, contains, is_null }: RowFilter): string[] {
  const { sql, texts } = target
  return [
    ...(one_of === undefined ? [] : [oneOf(target, one_of)]),
    // In SQL null compares to nothing, so it matches only if it is listed itself.
    ...(none_of === undefined ? [] : [`NOT coalesce(${oneOf(target, none_of)}, false)`]),
    ...(min === undefined ? [] : [within(target, min, 'min')]),
    ...(max === undefined ? [] : [within(target, max, 'max')]),
    ...(below === undefined ? [] : [within(target, below, 'below')]),
    ...(contains === undefined ? [] : [matchSql(sql, contains, texts) ?? 'false']),
    ...(is_null === undefined ? [] : [is_null ? isNullSql(sql) : `NOT (${isNullSql(sql)})`]),
  ]
}

/**
 * An SQL condition that is true if the cell is one of these.
 * @throws AppError `invalid_input` if the column cannot hold one of them
 */
export function oneOf(target: Target, cells: readonly Cell[]): string {
  const any = cells.flatMap((cell) => (cell === null ? isNullSql(target.sql) : (equalTo(target, cell) ?? [])))
  return any.length === 0 ? 'false' : `(${any.join(' OR ')})`
}

/** Returns null if the column cannot hold the cell. */
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
      // Cells carry a number as text if a double would not be exact: then all digits are compared.
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

/** Cells show milliseconds, so a cell matches all times within its millisecond. */
function sameTime({ sql, texts }: Target, text: string): string {
  const time = parseTime(text)
  // Infinities and years before 1 are compared as text: no range is needed, as they are shown in full.
  if (time === null) return `${textSql(sql)} = ${texts.bind(text)}`
  const isDay = sql.storage.kind === 'date'
  if (isDay && !time.isDate) return 'false'
  const parameter = texts.bind(time.text)
  if (isDay) return `${sql.ref} = ${parameter}::DATE`
  const at = momentOf(sql, `${parameter}::TIMESTAMP`)
  const next = momentOf(sql, `${parameter}::TIMESTAMP + INTERVAL 1 MILLISECOND`)
  return `(${sql.ref} >= ${at} AND ${sql.ref} < ${next})`
}

const comparisons = { min: '>=', max: '<=', below: '<' } as const

/** @param end which end of a range the value is: `min` and `max` belong to it, `below` does not */
function within({ column, sql, texts }: Target, value: string | number, end: keyof typeof comparisons): string {
  const { ref, storage } = sql
  const text = String(value)
  const isMin = end === 'min'
  const operator = comparisons[end]
  const rounding = end === 'max' ? 'down' : 'up'
  // An end outside the range of the column matches either all values or none.
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
      if (end === 'below')
        throw invalid(i18n._('Column "{name}" holds no numbers: below does not apply.', { name: column.name }))
      const value = timeSql(column, sql)
      const time = parseTime(text)
      if (time === null) throw misfit(column, text)
      const parameter = `${texts.bind(time.text)}::TIMESTAMP`
      if (isMin) return `${value} >= ${momentOf(sql, parameter)}`
      return `${value} < ${momentOf(sql, `${parameter} + INTERVAL 1 ${time.isDate ? 'DAY' : 'MILLISECOND'}`)}`
    }
  }
}

/** The column as a timestamp; some sources send dates and times as texts. */
function timeSql(column: Column, sql: SqlColumn): string {
  if (sql.storage.kind !== 'text') return sql.ref
  if (column.type !== 'date' && column.type !== 'datetime') throw noRange(column)
  return `try_cast(${sql.ref} AS TIMESTAMP)`
}

/** A point in time in the type of the column, so that column values need no conversion: the session's time zone is UTC. */
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
  /** The time in DuckDB's format. */
  text: string
  /** Whether the value has no time of day. */
  isDate: boolean
}

/**
 * Parses `2024-05-01`, optionally with a time of day down to milliseconds and a redundant `Z`; returns null for anything else.
 */
function parseTime(text: string): Time | null {
  const [, date, clock] = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?)Z?)?$/.exec(text) ?? []
  if (date === undefined) return null
  const parsed = new Date(`${date}T${clock ?? '00:00'}Z`)
  // Date would turn the 31st of June into the 1st of July.
  const isReal = !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(date)
  return isReal ? { text: clock === undefined ? date : `${date} ${clock}`, isDate: clock === undefined } : null
}

const misfit = ({ name }: Column, value: Cell) =>
  invalid(i18n._('{value} is no value that column "{name}" can hold.', { value: JSON.stringify(value), name }))
const noRange = ({ name }: Column) =>
  invalid(i18n._('Column "{name}" holds neither numbers nor times: min and max do not apply.', { name }))
