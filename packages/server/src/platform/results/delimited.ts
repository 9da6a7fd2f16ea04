import type { Column } from './batch.ts'
import { BoundStrings } from './bound-strings.ts'
import type { SqlColumn } from './column-sql.ts'
import type { Engine } from './engine.ts'
import { fileTextSql } from './file-values.ts'
import { sqlColumns } from './result-table.ts'
import type { FileValues, StoredResult } from './results.ts'
import { type RowText, rowTexts } from './row-text.ts'

const END = '\r\n'
/** Byte order mark by which Excel recognizes UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'
/** First characters by which Excel takes a text for a formula: `= + - @`, a tab, a carriage return. */
const FORMULA_STARTS = ['=', '+', '-', '@', '\t', '\r']
/** Prefix that makes Excel treat a cell as text. */
const TEXT_MARK = "'"

/** The layout of a text file. */
export interface Layout {
  delimiter: ',' | '\t'
  values: FileValues
  /** Writes a byte order mark and escapes texts that look like formulas; numbers stay unchanged. */
  isForExcel: boolean
}

/**
 * Writes CSV or TSV: a header, then every row. Fields are quoted only if necessary, and nulls are empty. With exact values an empty
 * text is `""`, which distinguishes it from null.
 */
export async function* delimitedText(
  engine: Engine,
  path: string | null,
  { columns, rowCount }: StoredResult,
  layout: Layout,
): AsyncGenerator<string | Uint8Array, void, undefined> {
  // The header is sent after the first rows were read: until then a failure can still be returned as an error response.
  let before = header(columns, layout)
  if (path !== null) {
    for await (const { utf8 } of rowTexts(engine, path, rowLine(columns, layout), '', rowCount)) {
      if (before !== '') yield before
      before = ''
      yield utf8
    }
  }
  if (before !== '') yield before
}

function header(columns: readonly Column[], { delimiter, isForExcel }: Layout): string {
  const names = columns.map(({ name }) => {
    const isFormula = isForExcel && FORMULA_STARTS.some((start) => name.startsWith(start))
    return quoted(isFormula ? TEXT_MARK + name : name, delimiter, columns.length)
  })
  return (isForExcel ? BYTE_ORDER_MARK : '') + names.join(delimiter) + END
}

function quoted(text: string, delimiter: string, columnCount: number): string {
  const needsQuotes = text.includes(delimiter) || /["\r\n]/.test(text) || (columnCount === 1 && text === '')
  return needsQuotes ? `"${text.replaceAll('"', '""')}"` : text
}

function rowLine(columns: readonly Column[], { delimiter, values, isForExcel }: Layout): RowText {
  const texts = new BoundStrings()
  const delimiterSql = delimiter === ',' ? "','" : 'chr(9)'
  const fields = sqlColumns(columns).map((column, index) => {
    const text = fileTextSql(column, columns[index]?.type ?? null, values, texts)
    const mark = isForExcel && mayLookLikeFormula(column) ? textMarkSql(column, text, texts) : null
    // Only formatted dates can contain any character (the formats are the organization's); the other kinds are digits and the
    // like.
    const field = holdsAnyText(column) || mark !== null ? quotedSql(text, mark, delimiterSql) : text
    if (values.form === 'exact') return `CASE WHEN ${text} = '' THEN '""' ELSE ${field} END`
    // A row with a single empty field must not look like an empty line.
    return columns.length === 1 ? `coalesce(nullif(${field}, ''), '""')` : field
  })
  return { sql: `concat(${fields.join(`, ${delimiterSql}, `)}, chr(13), chr(10))`, parameters: texts.values }
}

/** @param mark SQL of the prefix of the text; null for none */
function quotedSql(text: string, mark: string | null, delimiterSql: string): string {
  const special = [delimiterSql, `'"'`, 'chr(10)', 'chr(13)'].map((character) => `contains(${text}, ${character})`)
  const before = mark === null ? '' : `${mark}, `
  const plain = mark === null ? text : `concat(${before}${text})`
  return `CASE WHEN ${special.join(' OR ')} THEN concat('"', ${before}replace(${text}, '"', '""'), '"') ELSE ${plain} END`
}

/** The prefix for texts that Excel would take for formulas, else an empty string. */
function textMarkSql({ ref, storage: { kind } }: SqlColumn, text: string, texts: BoundStrings): string {
  const isFormula = `ord(${text}) IN (${FORMULA_STARTS.map((start) => start.charCodeAt(0)).join(', ')})`
  // Numbers stay numbers even in a column that also holds other values; -Infinity is no number in Excel.
  const isNumber = `coalesce(isfinite(try_cast(${ref} AS DOUBLE)), false)`
  const isText = ['number_text', 'json', 'double'].includes(kind) ? `${isFormula} AND NOT ${isNumber}` : isFormula
  return `CASE WHEN ${isText} THEN ${texts.bind(TEXT_MARK)} END`
}

function holdsAnyText({ storage: { kind } }: SqlColumn): boolean {
  return !['boolean', 'int32', 'int64', 'double', 'decimal'].includes(kind)
}

function mayLookLikeFormula(column: SqlColumn): boolean {
  return holdsAnyText(column) || column.storage.kind === 'double'
}
