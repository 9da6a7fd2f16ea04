import type { Column } from './batch.ts'
import { type SqlColumn, textSql, wallClock } from './column-sql.ts'
import { formatsOf, strftimeFormat } from './date-format.ts'
import type { Engine } from './engine.ts'
import { sqlColumns } from './result-table.ts'
import type { StoredResult, TextFormats } from './results.ts'
import { BoundTexts, type RowText, rowTexts } from './row-text.ts'

const END = '\r\n'

/** CSV or TSV: a header, then every row; fields are quoted only where they must be. Nulls are empty. */
export async function* delimitedText(
  engine: Engine,
  path: string | null,
  { columns, rowCount }: StoredResult,
  delimiter: ',' | '\t',
  formats: TextFormats,
): AsyncGenerator<string | Uint8Array, void, undefined> {
  yield columns.map(({ name }) => quoted(name, delimiter, columns.length)).join(delimiter) + END
  if (path === null) return
  for await (const { utf8 } of rowTexts(engine, path, rowLine(columns, delimiter, formats), '', rowCount)) yield utf8
}

function quoted(text: string, delimiter: string, columnCount: number): string {
  const needsQuotes = text.includes(delimiter) || /["\r\n]/.test(text) || (columnCount === 1 && text === '')
  return needsQuotes ? `"${text.replaceAll('"', '""')}"` : text
}

function rowLine(columns: readonly Column[], delimiter: ',' | '\t', formats: TextFormats): RowText {
  const texts = new BoundTexts()
  const delimiterSql = delimiter === ',' ? "','" : 'chr(9)'
  const patterns = formatsOf(formats)
  const fields = sqlColumns(columns).map((column, index) => {
    const text = formattedSql(column, columns[index]?.type ?? null, patterns, texts)
    // The formats are the organization's and may hold anything, the other kinds only digits and the like.
    const field = mayNeedQuotes(column) ? quotedSql(text, delimiterSql) : text
    // A line of one empty field must not look like an empty line.
    return columns.length === 1 ? `coalesce(nullif(${field}, ''), '""')` : field
  })
  return { sql: `concat(${fields.join(`, ${delimiterSql}, `)}, chr(13), chr(10))`, parameters: texts.values }
}

function quotedSql(text: string, delimiterSql: string): string {
  const special = [delimiterSql, `'"'`, 'chr(10)', 'chr(13)'].map((character) => `contains(${text}, ${character})`)
  return `CASE WHEN ${special.join(' OR ')} THEN concat('"', replace(${text}, '"', '""'), '"') ELSE ${text} END`
}

function mayNeedQuotes({ storage: { kind } }: SqlColumn): boolean {
  return !['boolean', 'int32', 'int64', 'double', 'decimal'].includes(kind)
}

/** Dates and datetimes in the organization's formats, also where a source sent them as text; what is no date stays as it is. */
function formattedSql(
  column: SqlColumn,
  type: Column['type'],
  patterns: { date: string; datetime: string },
  texts: BoundTexts,
): string {
  const { ref, storage } = column
  const format = (value: string, pattern: string) =>
    `CASE WHEN isfinite(${value}) AND ${value} >= DATE '0001-01-01' THEN strftime(${value}, ${texts.bind(strftimeFormat(pattern))}) ELSE ${textSql(column)} END`
  switch (storage.kind) {
    case 'date':
      return format(ref, patterns.date)
    case 'timestamp':
      return format(ref, patterns.datetime)
    case 'instant':
      return format(wallClock(ref), patterns.datetime)
    case 'text':
      if (type === 'date') return format(`try_cast(${ref} AS DATE)`, patterns.date)
      if (type === 'datetime') return format(`try_cast(${ref} AS TIMESTAMP)`, patterns.datetime)
      return ref
    default:
      return textSql(column)
  }
}
