import type { Storage } from './batch.ts'
import type { BoundStrings } from './bound-strings.ts'
import { numberedName } from './parquet-footer.ts'

/** A column of a result file in DuckDB's SQL. Statements contain only names and numbers that were generated here. */
export interface SqlColumn {
  /** The column as stored in the file. */
  ref: string
  storage: Storage
}

export function sqlColumn(index: number, storage: Storage): SqlColumn {
  return { ref: numberedName(index), storage }
}

/** The largest precision at which every decimal is exact as a double. */
export const EXACT_DIGITS = 15

/** An SQL expression for a cell; `cellOf` in `duckdb.ts` converts its value to the wire format. */
export function cellSql({ ref, storage }: SqlColumn): string {
  switch (storage.kind) {
    case 'decimal':
      return storage.precision <= EXACT_DIGITS ? `${ref}::DOUBLE` : decimalSql(ref, storage.precision, storage.scale)
    case 'date':
    case 'timestamp':
    case 'instant':
      return textSql({ ref, storage })
    default:
      return ref
  }
}

/** An SQL expression for the plain text of a value, used by searches and by CSV and JSON. */
export function textSql({ ref, storage }: SqlColumn): string {
  switch (storage.kind) {
    case 'text':
    case 'json':
    case 'number_text':
      return ref
    case 'boolean':
    case 'int32':
    case 'int64':
      return `${ref}::VARCHAR`
    case 'double':
      return `CASE WHEN isfinite(${ref}) THEN ${ref}::VARCHAR END`
    case 'decimal':
      return decimalSql(ref, storage.precision, storage.scale)
    case 'date':
      return `${ref}::VARCHAR`
    case 'timestamp':
      return isoSql(ref, `''`, 'milliseconds')
    case 'instant':
      return isoSql(wallClock(ref), `'Z'`, 'milliseconds')
  }
}

/** An SQL expression for the text of a double, with `NaN`, `Infinity` and `-Infinity`, which `textSql` leaves out. */
export function numberTextSql(ref: string): string {
  const named = `CASE WHEN isnan(${ref}) THEN 'NaN' WHEN ${ref} > 0 THEN 'Infinity' ELSE '-Infinity' END`
  return `CASE WHEN isfinite(${ref}) THEN ${ref}::VARCHAR WHEN ${ref} IS NOT NULL THEN ${named} END`
}

/**
 * Converts an instant to a UTC timestamp. DuckDB's own cast calls its calendar library for each value, which takes ten times as
 * long.
 */
export function wallClock(ref: string): string {
  // DuckDB cannot take microseconds of infinities.
  return `coalesce(make_timestamp(epoch_us(${ref})), ${ref}::TIMESTAMP)`
}

/** Converts an instant to a timestamp on the clock of a time zone. @param timeZone IANA name */
export function localTime(ref: string, timeZone: string, texts: BoundStrings): string {
  return timeZone === 'UTC' ? wallClock(ref) : `timezone(${texts.bind(timeZone)}, ${ref})`
}

/** An SQL expression for an instant with all digits and the offset of a time zone: `2024-05-01T12:00:00.000001+02:00`. */
export function instantText(ref: string, timeZone: string, texts: BoundStrings): string {
  if (timeZone === 'UTC') return isoSql(wallClock(ref), `'Z'`, 'microseconds')
  const local = localTime(ref, timeZone, texts)
  const seconds = `((epoch_us(${local}) - epoch_us(${ref})) // 1000000)`
  const size = `abs(${seconds})`
  const twoDigits = (number: string) => `lpad((${number})::VARCHAR, 2, '0')`
  // Before standard time, clocks differed by minutes and seconds.
  const rest = `CASE WHEN ${size} % 60 = 0 THEN '' ELSE ':' || ${twoDigits(`${size} % 60`)} END`
  const offset = `concat(CASE WHEN ${seconds} < 0 THEN '-' ELSE '+' END, ${twoDigits(`${size} // 3600`)}, ':', ${twoDigits(`${size} // 60 % 60`)}, ${rest})`
  return isoSql(local, offset, 'microseconds')
}

/** Adds the zero before the decimal point, which DuckDB leaves out for decimals without an integer part. */
export function decimalSql(ref: string, precision: number, scale: number): string {
  return precision > scale ? `${ref}::VARCHAR` : `regexp_replace(${ref}::VARCHAR, '^(-?)\\.', '\\10.')`
}

/**
 * An SQL expression for a timestamp in ISO 8601; its fraction is left out if it is zero.
 * @param zone SQL of the text at the end
 * @param precision milliseconds are truncated, not rounded
 */
export function isoSql(ref: string, zone: string, precision: 'milliseconds' | 'microseconds'): string {
  const iso = '%Y-%m-%dT%H:%M:%S'
  const [isWhole, fraction] =
    precision === 'milliseconds' ? [`millisecond(${ref}) % 1000 = 0`, '%g'] : [`microsecond(${ref}) % 1000000 = 0`, '%f']
  return `CASE WHEN NOT isfinite(${ref}) OR ${ref} < TIMESTAMP '0001-01-01' THEN ${ref}::VARCHAR
    WHEN ${isWhole} THEN strftime(${ref}, '${iso}') || ${zone}
    ELSE strftime(${ref}, '${iso}.${fraction}') || ${zone} END`
}

const JSON_NUMBER = '-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][-+]?[0-9]+)?'
// DuckDB's JSON reader accepts some invalid JSON: NaN, Infinity, and a comma before a closing bracket.
const LENIENT_JSON = '(?i)nan|inf|,\\s*[\\]}]'
const JSON_STRING = '"(\\\\.|[^"\\\\])*"'

/** An SQL expression for the JSON of a value; null for null. */
export function jsonSql({ ref, storage }: SqlColumn): string {
  switch (storage.kind) {
    case 'boolean':
    case 'int32':
    case 'int64':
    case 'double':
    case 'decimal':
      return textSql({ ref, storage })
    case 'number_text':
      return `CASE WHEN regexp_full_match(${ref}, '${JSON_NUMBER}') THEN ${ref}
        WHEN try_cast(${ref} AS DOUBLE) IS NULL THEN to_json(${ref})::VARCHAR
        WHEN isfinite(try_cast(${ref} AS DOUBLE)) THEN try_cast(${ref} AS DOUBLE)::VARCHAR END`
    case 'date':
    case 'timestamp':
    case 'instant':
      return `'"' || ${textSql({ ref, storage })} || '"'`
    case 'text':
      return `to_json(${ref})::VARCHAR`
    case 'json':
      return `CASE WHEN NOT json_valid(${ref}) THEN to_json(${ref})::VARCHAR
        WHEN NOT regexp_matches(${ref}, '${LENIENT_JSON}') THEN ${ref}
        WHEN regexp_matches(regexp_replace(${ref}, '${JSON_STRING}', '', 'g'), '${LENIENT_JSON}') THEN to_json(${ref})::VARCHAR
        ELSE ${ref} END`
  }
}

/**
 * Sort keys of a column, most significant first. Numbers sort as numbers, texts by their bytes, and values shown as null as
 * nulls.
 */
export function sortKeys({ ref, storage }: SqlColumn): string[] {
  switch (storage.kind) {
    case 'double':
      return [`CASE WHEN isfinite(${ref}) THEN ${ref} END`]
    case 'number_text':
      // The second key distinguishes numbers that are equal as doubles, within the precision of a decimal.
      return [finiteNumber(ref), `try_cast(${ref} AS DECIMAL(38, 0))`, ref]
    default:
      return [ref]
  }
}

/** An SQL condition that is true if the cell shows no value. */
export function isNullSql({ ref, storage }: SqlColumn): string {
  switch (storage.kind) {
    case 'double':
      return `(${ref} IS NULL OR NOT isfinite(${ref}))`
    case 'number_text':
      // Most are finite, which is quicker to find out.
      return `(${ref} IS NULL OR CASE WHEN isfinite(try_cast(${ref} AS DOUBLE)) THEN false
        ELSE regexp_full_match(${ref}, '(?i)[+-]?(nan|inf|infinity)') END)`
    default:
      return `${ref} IS NULL`
  }
}

/** The SQL expression whose minimum and maximum are computed. */
export function extremeSql({ ref, storage }: SqlColumn): string {
  if (storage.kind === 'number_text') return finiteNumber(ref)
  return sortKeys({ ref, storage })[0] ?? ref
}

/** A number, or the digits of one, as a double; null if it is not a finite number. */
export function finiteNumber(ref: string): string {
  return `CASE WHEN isfinite(${tryNumber(ref)}) THEN ${tryNumber(ref)} END`
}

/** The digits of a number as a double, finite or not; null if it is none. */
export const tryNumber = (ref: string): string => `try_cast(${ref} AS DOUBLE)`

// Times before year 1 and infinite times are written with letters: `0044-03-15 (BC)`, `infinity`.
const moment = /^(?:[-0-9:.tz]+|[-0-9:. ()bc]+|[-infty]+)$/
const alphabets: Partial<Record<Storage['kind'], RegExp>> = {
  int32: /^[-0-9]+$/,
  int64: /^[-0-9]+$/,
  decimal: /^[-0-9.]+$/,
  double: /^[-+0-9.e]+$/,
  number_text: /^(?:[-+0-9.e]+|[-+infatyn]+)$/,
  date: moment,
  timestamp: moment,
  instant: moment,
}

/**
 * An SQL condition that is true if the text of the column contains the search term, ignoring case. Returns null if it never can,
 * so that numbers are not converted to text only to search them for a letter.
 * @param texts collects the search term as a bound parameter
 */
export function matchSql(column: SqlColumn, search: string, texts: BoundStrings): string | null {
  const lower = search.toLowerCase()
  if (column.storage.kind === 'boolean') {
    const values = ['true', 'false'].filter((value) => value.includes(lower))
    return values.length ? `${column.ref} IN (${values.join(', ')})` : null
  }
  if (alphabets[column.storage.kind]?.test(lower) === false) return null
  const text = textSql(column)
  // Without letters case does not matter, and lowercasing takes most of the time of a search.
  if (!/\p{L}/u.test(search)) return `contains(${text}, ${texts.bind(search)})`
  const isFound = `contains(lower(${text}), lower(${texts.bind(search)}))`
  // A text can only match if it contains the caseless part of the term, which is cheap to check first.
  const [part = ''] = search.match(/[ -@[-`{-~]+/g)?.toSorted((one, other) => other.length - one.length) ?? []
  return part === '' ? isFound : `CASE WHEN contains(${text}, ${texts.bind(part)}) THEN ${isFound} ELSE false END`
}
