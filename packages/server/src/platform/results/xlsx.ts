import { i18n } from '@sightline/domain/language/i18n.ts'
import { localNumber } from '@sightline/domain/language/local.ts'
import { beginningOf } from '@sightline/domain/shortened.ts'
import type { Column } from './batch.ts'
import { BoundStrings } from './bound-strings.ts'
import { localTime, type SqlColumn, textSql } from './column-sql.ts'
import { formatsOf } from './date-format.ts'
import type { Engine } from './engine.ts'
import { fileTextSql } from './file-values.ts'
import { RESULT_TABLE, ROW_NUMBER, sqlColumns } from './result-table.ts'
import type { FileValues, StoredResult, TextFormats } from './results.ts'
import { type RowText, type RowTexts, rowTexts } from './row-text.ts'
import { MAX_ENTRY_BYTES, zip } from './zip.ts'

// Limits of an Excel sheet, https://support.microsoft.com/office/1672b34d-7043-467e-8e27-269d656771c3
const MAX_ROWS = 1_048_576
const MAX_COLUMNS = 16_384
const MAX_CELL_LENGTH = 32_767
/** Excel keeps 15 significant digits of a number; longer numbers are exact only as text. */
const MAX_EXACT_INTEGER = '999999999999999'

/** Maximum size of an entry in an archive without ZIP64, less room for the markup around the rows and the note. */
const MAX_SHEET_BYTES = MAX_ENTRY_BYTES - 64 * 1024 * 1024

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
/** Excel shows milliseconds at most. */
const EXACT_FORMATS: TextFormats = { date: 'YYYY-MM-DD', time: 'HH:mm:ss.SSS' }
const STYLE = { date: 1, datetime: 2 } as const

/** Maximum bytes of markup per cell, besides its text. */
const CELL_BYTES = 80

/**
 * Explains in one sentence why a sheet cannot hold this result; null if it can. A workbook is never truncated.
 * @param path null for a result without columns
 */
export async function sheetProblem(
  engine: Engine,
  path: string | null,
  { columns, rowCount }: StoredResult,
): Promise<string | null> {
  const instead = i18n._('Download it as CSV or Parquet instead.')
  const within = (most: number, count: number) => ({ most: localNumber(most), count: localNumber(count), instead })
  if (rowCount >= MAX_ROWS)
    return i18n._(
      'An Excel sheet has room for {most} rows below its header; this result has {count}. {instead}',
      within(MAX_ROWS - 1, rowCount),
    )
  if (columns.length > MAX_COLUMNS)
    return i18n._(
      'An Excel sheet has room for {most} columns; this result has {count}. {instead}',
      within(MAX_COLUMNS, columns.length),
    )
  const { long, bytes } = path === null ? { long: null, bytes: 0 } : await textsOf(engine, path, columns)
  if (long !== null)
    return i18n._('An Excel cell has room for {most} characters; row {count} of "{name}" has more. {instead}', {
      ...within(MAX_CELL_LENGTH, long.row + 1),
      name: long.name,
    })
  if (bytes + rowCount * columns.length * CELL_BYTES > MAX_SHEET_BYTES)
    return i18n._('This result is too large for a workbook. {instead}', { instead })
  return null
}

/** The first text that is too long for a cell, and the total bytes of all texts. */
async function textsOf(engine: Engine, path: string, columns: readonly Column[]) {
  const texts = sqlColumns(columns).flatMap(({ ref, storage: { kind } }, index) =>
    kind === 'text' || kind === 'json' ? [{ ref, name: columns[index]?.name ?? '' }] : [],
  )
  if (texts.length === 0) return { long: null, bytes: 0 }
  const facts = texts.map(({ ref }) => {
    // Excel counts UTF-16 code units; a text never has fewer bytes than that.
    const units = `length(${ref}) + len(regexp_extract_all(${ref}, '${ASTRAL}'))`
    const isLong = `CASE WHEN strlen(${ref}) > ${MAX_CELL_LENGTH} THEN ${units} > ${MAX_CELL_LENGTH} ELSE false END`
    return `min(CASE WHEN ${isLong} THEN ${ROW_NUMBER} END)::INTEGER, sum(strlen(${ref}))::DOUBLE`
  })
  const answer = await engine.all(`SELECT ${facts.join(', ')} FROM ${RESULT_TABLE}`, [path])
  const rows = texts.map((_, index) => answer[2 * index]?.[0] ?? null)
  const first = rows.findIndex((row) => row !== null)
  const bytes = texts.reduce((sum, _, index) => sum + Number(answer[2 * index + 1]?.[0] ?? 0), 0)
  return { long: first < 0 ? null : { row: Number(rows[first]), name: texts[first]?.name ?? '' }, bytes }
}

/**
 * An Office Open XML workbook (ECMA-376) with one sheet, `result`: a header row, then every row. Numbers of more than 15 digits
 * are written as text.
 * @param path null for a result without columns
 * @param result for which `sheetProblem` returned null
 */
export async function workbook(
  engine: Engine,
  path: string | null,
  result: StoredResult,
  values: FileValues,
): Promise<AsyncGenerator<Uint8Array, void, undefined>> {
  const rows = path === null ? null : rowTexts(engine, path, rowXml(result.columns, values), '', result.rowCount)
  // The first rows are read before anything is sent: until then a failure can still be returned as an error response.
  const first = await rows?.next()
  return zip([
    { name: '[Content_Types].xml', content: [CONTENT_TYPES] },
    { name: '_rels/.rels', content: [ROOT_RELATIONSHIPS] },
    { name: 'xl/workbook.xml', content: [WORKBOOK] },
    { name: 'xl/_rels/workbook.xml.rels', content: [WORKBOOK_RELATIONSHIPS] },
    { name: 'xl/styles.xml', content: [stylesXml(values.form === 'exact' ? EXACT_FORMATS : values.formats)] },
    { name: 'xl/worksheets/sheet1.xml', content: sheetXml(result.columns, first?.value ?? null, rows) },
  ])
}

const CONTENT_TYPES =
  `${DECLARATION}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
  `<Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>` +
  `<Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/>` +
  `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`
const ROOT_RELATIONSHIPS = `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONSHIPS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`
const WORKBOOK = `${DECLARATION}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONSHIPS}"><sheets><sheet name="result" sheetId="1" r:id="rId1"/></sheets></workbook>`
const WORKBOOK_RELATIONSHIPS =
  `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONSHIPS}/worksheet" Target="worksheets/sheet1.xml"/>` +
  `<Relationship Id="rId2" Type="${RELATIONSHIPS}/styles" Target="styles.xml"/></Relationships>`

function stylesXml(formats: TextFormats): string {
  const { date, datetime } = formatsOf(formats)
  return (
    `${DECLARATION}<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="${excelFormat(date)}"/>` +
    `<numFmt numFmtId="165" formatCode="${excelFormat(datetime)}"/></numFmts>` +
    '<fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts>' +
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
    '<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>' +
    '<cellXfs count="3"><xf/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/></cellXfs></styleSheet>'
  )
}

/** Converts our tokens to Excel's, where `mm` next to hours means minutes; all other characters are quoted as literals. */
function excelFormat(format: string): string {
  const parts = format.split(/(YYYY|YY|MM|DD|HH|mm|SSS|ss|[ :/.-])/)
  const code = parts.map((part, index) => {
    if (index % 2 === 0) return part && `"${part.replaceAll('"', '')}"`
    return part === 'SSS' ? '000' : part.toLowerCase()
  })
  return xmlText(code.join(''))
}

async function* sheetXml(
  columns: readonly Column[],
  first: RowTexts | null,
  others: AsyncIterable<RowTexts> | null,
): AsyncGenerator<string | Uint8Array, void, undefined> {
  yield `${DECLARATION}<worksheet xmlns="${MAIN}"><sheetData><row>${columns.map(({ name }) => textCell(name)).join('')}</row>`
  let bytes = first?.utf8.length ?? 0
  if (first !== null) yield first.utf8
  for await (const { utf8 } of others ?? []) {
    bytes += utf8.length
    if (bytes > MAX_SHEET_BYTES) throw new Error('A workbook has grown beyond the limit of its format.')
    yield utf8
  }
  yield '</sheetData></worksheet>'
}

function rowXml(columns: readonly Column[], values: FileValues): RowText {
  const texts = new BoundStrings()
  const cells = sqlColumns(columns).map((column, index) => {
    const cell = cellXml(column, columns[index]?.type ?? null, values, texts)
    return `coalesce(${cell}, '<c/>')`
  })
  return { sql: `concat('<row>', ${cells.join(', ')}, '</row>')`, parameters: texts.values }
}

/** SQL expression for the markup of a cell; null for null. */
function cellXml(column: SqlColumn, type: Column['type'], values: FileValues, texts: BoundStrings): string {
  const { ref, storage } = column
  const text = values.form === 'wire' ? textSql(column) : fileTextSql(column, type, values, texts)
  const number = `CASE WHEN ${text} IS NOT NULL THEN concat('<c><v>', ${text}, '</v></c>') END`
  switch (storage.kind) {
    case 'boolean':
      return `'<c t="b"><v>' || ${ref}::INTEGER || '</v></c>'`
    case 'int32':
      return number
    case 'double':
      return `CASE WHEN isfinite(${ref}) THEN ${number} ELSE ${textCellSql(text)} END`
    case 'int64':
      return `CASE WHEN ${ref} BETWEEN -${MAX_EXACT_INTEGER} AND ${MAX_EXACT_INTEGER} THEN ${number} ELSE ${textCellSql(text)} END`
    case 'decimal':
      return storage.precision <= MAX_EXACT_INTEGER.length ? number : exactNumberSql(text, number)
    case 'number_text':
      return `CASE WHEN isfinite(try_cast(${ref} AS DOUBLE)) THEN ${exactNumberSql(text, number)} ELSE ${textCellSql(text)} END`
    case 'date':
      return serialSql(ref, text, STYLE.date)
    case 'timestamp':
      return serialSql(ref, text, STYLE.datetime)
    case 'instant':
      return serialSql(localTime(ref, values.form === 'wire' ? 'UTC' : values.timeZone, texts), text, STYLE.datetime)
    case 'text':
    case 'json':
      return textCellSql(text)
  }
}

/** The number if it has few enough digits for Excel to keep, not counting sign, decimal point and outer zeros. */
function exactNumberSql(text: string, number: string): string {
  const digits = `length(regexp_replace(regexp_replace(${text}, '[eE].*$', ''), '^[-+0.]*|\\.|\\.?0*$', '', 'g'))`
  return `CASE WHEN ${digits} <= ${MAX_EXACT_INTEGER.length} THEN ${number} ELSE ${textCellSql(text)} END`
}

/**
 * Days since 1899-12-30, the number that Excel uses for dates from 1900-03-01 on. Excel takes 1900 for a leap year and supports
 * no dates before it, so earlier dates are written as text.
 */
function serialSql(value: string, text: string, style: number): string {
  // One division of whole numbers, so that it is rounded once: a second rounding could move a time by a microsecond.
  const days = `((epoch_us(${value}::TIMESTAMP) + 25569 * 86400000000) / 86400000000.0)`
  return `CASE WHEN ${value} BETWEEN TIMESTAMP '1900-03-01' AND TIMESTAMP '9999-12-31 23:59:59.999999'
    THEN '<c s="${style}"><v>' || ${days} || '</v></c>' ELSE ${textCellSql(text)} END`
}

/**
 * Characters that XML 1.0 does not allow, and the carriage return, which XML parsers read as a line feed. They are written as Excel
 * writes them: `_x000D_`. A text that looks like such an escape gets its underscore escaped.
 */
const ESCAPED = '[\\x00-\\x08\\x0B-\\x1F\\x{FFFE}\\x{FFFF}]'
const ESCAPED_CODES = [...Array(0x20).keys(), 0xfffe, 0xffff].filter((code) => code !== 0x09 && code !== 0x0a)
const ESCAPE = '_(x[0-9A-Fa-f]{4}_)'
const ASTRAL = '[\\x{10000}-\\x{10FFFF}]'
const escapeOf = (code: number) => `_x${code.toString(16).toUpperCase().padStart(4, '0')}_`

function textCellSql(text: string): string {
  // Few texts need escaping, and one check is cheaper than all replacements.
  const needsCare = `regexp_matches(${text}, '[&<>]|${ESCAPE}|${ESCAPED}')`
  const unambiguous = `regexp_replace(${text}, '${ESCAPE}', '_x005F_\\1', 'g')`
  const allowed = ESCAPED_CODES.reduce((sql, code) => `replace(${sql}, chr(${code}), '${escapeOf(code)}')`, unambiguous)
  const plain = `CASE WHEN regexp_matches(${text}, '${ESCAPED}') THEN ${allowed} ELSE ${unambiguous} END`
  const escaped = `replace(replace(replace(${plain}, '&', '&amp;'), '<', '&lt;'), '>', '&gt;')`
  return `CASE WHEN ${text} IS NOT NULL THEN concat('<c t="inlineStr"><is><t xml:space="preserve">',
    CASE WHEN ${needsCare} THEN ${escaped} ELSE ${text} END, '</t></is></c>') END`
}

function textCell(text: string): string {
  return `<c t="inlineStr"><is><t xml:space="preserve">${xmlText(beginningOf(text, MAX_CELL_LENGTH))}</t></is></c>`
}

const escapedCharacters = new RegExp(`[${String.fromCharCode(...ESCAPED_CODES)}]`, 'g')

function xmlText(text: string): string {
  return text
    .replace(/_(x[0-9A-Fa-f]{4}_)/g, '_x005F_$1')
    .replace(escapedCharacters, (character) => escapeOf(character.charCodeAt(0)))
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
