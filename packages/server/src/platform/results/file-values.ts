import type { Column } from './batch.ts'
import type { BoundStrings } from './bound-strings.ts'
import { instantText, isoSql, jsonSql, localTime, numberTextSql, type SqlColumn, textSql, wallClock } from './column-sql.ts'
import { formatsOf, strftimeFormat } from './date-format.ts'
import type { ChosenValues, FileValues, TextFormats } from './results.ts'

/** An SQL expression for the text of a value in a file; null for null. @param texts collects formats and time zones */
export function fileTextSql(column: SqlColumn, type: Column['type'], values: FileValues, texts: BoundStrings): string {
  if (values.form === 'exact') return exactTextSql(column, values.timeZone, texts)
  const timeZone = values.form === 'wire' ? null : values.timeZone
  return formattedSql(column, type, values.formats, timeZone, texts)
}

/** An SQL expression for the JSON of a value in a file; null for null. Numbers that are not finite are strings, as JSON has none. */
export function fileJsonSql(column: SqlColumn, type: Column['type'], values: ChosenValues, texts: BoundStrings): string {
  const text = `to_json(${fileTextSql(column, type, values, texts)})::VARCHAR`
  switch (column.storage.kind) {
    case 'date':
    case 'timestamp':
    case 'instant':
    case 'text':
      return text
    case 'double':
    case 'number_text':
      return `coalesce(${jsonSql(column)}, ${text})`
    default:
      return jsonSql(column)
  }
}

/** Every digit of a value, and every instant with the offset of its time zone. */
function exactTextSql(column: SqlColumn, timeZone: string, texts: BoundStrings): string {
  switch (column.storage.kind) {
    case 'double':
      return numberTextSql(column.ref)
    case 'timestamp':
      return isoSql(column.ref, `''`, 'microseconds')
    case 'instant':
      return instantText(column.ref, timeZone, texts)
    default:
      return textSql(column)
  }
}

/**
 * Dates and datetimes in the organization's formats, even if a source sent them as texts; other values stay unchanged.
 * @param timeZone in which instants are shown; null to write UTC and no numbers that are not finite, as the Redash API does
 */
function formattedSql(
  column: SqlColumn,
  type: Column['type'],
  formats: TextFormats,
  timeZone: string | null,
  texts: BoundStrings,
): string {
  const { ref, storage } = column
  const patterns = formatsOf(formats)
  const format = (value: string, pattern: string) =>
    `CASE WHEN isfinite(${value}) AND ${value} >= DATE '0001-01-01' THEN strftime(${value}, ${texts.bind(strftimeFormat(pattern))}) ELSE ${textSql(column)} END`
  switch (storage.kind) {
    case 'double':
      return timeZone === null ? textSql(column) : numberTextSql(ref)
    case 'date':
      return format(ref, patterns.date)
    case 'timestamp':
      return format(ref, patterns.datetime)
    case 'instant':
      return format(timeZone === null ? wallClock(ref) : localTime(ref, timeZone, texts), patterns.datetime)
    case 'text':
      if (type === 'date') return format(`try_cast(${ref} AS DATE)`, patterns.date)
      if (type === 'datetime') return format(timeOfText(ref, timeZone, texts), patterns.datetime)
      return ref
    default:
      return textSql(column)
  }
}

/** The time that a text names; null if it names none. */
function timeOfText(ref: string, timeZone: string | null, texts: BoundStrings): string {
  const time = `try_cast(${ref} AS TIMESTAMP)`
  if (timeZone === null) return time
  const hasZone = `regexp_matches(${ref}, ':.*(Z|[+-]\\d{2}(:?\\d{2})?)$', 'i')`
  return `CASE WHEN ${hasZone} THEN ${localTime(`try_cast(${ref} AS TIMESTAMPTZ)`, timeZone, texts)} ELSE ${time} END`
}
