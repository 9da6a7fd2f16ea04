import { once } from 'node:events'
import { createWriteStream, type WriteStream } from 'node:fs'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { quotedString } from '@duckdb/node-api'
import { distinctNames } from '@sightline/domain/names.ts'
import { QueryError } from '../../runner.ts'
import { type Archive, type Attributes, isTrue } from './archive.ts'
import { type DateFormat, serialDate } from './dates.ts'
import { decodedText } from './decoded-text.ts'

/** The parts of a workbook that cells refer to. */
export interface Workbook {
  /** Shared strings. */
  texts: string[]
  /** The date format of each cell style, by style index; null for styles of other values. */
  dateFormats: (DateFormat | null)[]
  /** Whether day 0 is in 1904, as in workbooks of old Macintosh versions. */
  is1904: boolean
}

/** Where the header and the rows of a sheet are. */
export interface SheetLayout {
  /** Number of rows to skip at the top. */
  skippedRows: number
  /** Whether the first row after those names the columns. */
  hasHeader: boolean
}

export const defaultLayout: SheetLayout = { skippedRows: 0, hasHeader: true }

/** A sheet converted to a file that the engine can read. */
export interface SheetTable {
  name: string
  path: string
  /** The table function call that reads it. */
  sql: string
}

/** The limit of the format (ECMA-376 part 1, 18.18.7). A cell further out would only fill the memory. */
const MAX_COLUMNS = 16_384

type CellKind = 'integer' | 'number' | 'boolean' | 'date' | 'datetime' | 'time' | 'text'
interface Cell {
  kind: CellKind
  text: string
}

/**
 * Writes the rows of a sheet as CSV while they are parsed. The first row with a value names the columns. Column types are known
 * only at the end, so they go into the table function call.
 * @returns null for a sheet without values
 */
export async function writeSheet(
  archive: Archive,
  part: string,
  workbook: Workbook,
  { name, tempDir, number }: { name: string; tempDir: string; number: number },
  layout: SheetLayout,
): Promise<SheetTable | null> {
  const path = join(tempDir, `sheet-${number}.csv`)
  const file = createWriteStream(path)
  const rows = new SheetRows(file, layout)
  try {
    await archive.read(part, { ...cellReader(workbook, rows), flush: () => rows.flush() })
    file.end()
    await finished(file)
  } catch (error) {
    file.destroy()
    throw error
  }
  const columns = rows.columns()
  return columns.length === 0 ? null : { name, path, sql: readCall(path, columns) }
}

function readCall(path: string, columns: readonly { name: string; type: string }[]): string {
  const types = columns.map(({ name, type }) => `${quotedString(name)}: ${quotedString(type)}`)
  const options = [`delim = ','`, `quote = '"'`, `escape = '"'`, 'header = false', 'auto_detect = false', "new_line = '\\n'"]
  // A cell holds up to 32,767 characters, a row 16,384 cells. Values with line breaks need the non-parallel reader.
  const limits = ['null_padding = true', 'parallel = false', 'max_line_size = 33554432']
  return `read_csv(${[quotedString(path), ...options, ...limits, `columns = {${types.join(', ')}}`].join(', ')})`
}

/** Builds cells from the elements of a sheet: `<row><c r="B2" t="s" s="3"><v>7</v></c></row>`. Phonetic hints (`rPh`) are left out. */
function cellReader(workbook: Workbook, rows: SheetRows) {
  let row: (Cell | undefined)[] = []
  let number = 0
  let column = 0
  let cell: Attributes | null = null
  let text = ''
  let isValue = false
  let isAside = false
  return {
    open(name: string, attributes: Attributes) {
      if (name === 'row') {
        row = []
        number = Number(attributes.get('r') ?? number + 1)
        column = 0
      } else if (name === 'c') {
        cell = attributes
        column = columnOf(attributes.get('r')) ?? column
        text = ''
      } else if (name === 'rPh') isAside = true
      else if (cell) isValue = !isAside && (name === 'v' || name === 't')
    },
    text(piece: string) {
      if (isValue) text += piece
    },
    close(name: string) {
      if (name === 'v' || name === 't') isValue = false
      else if (name === 'rPh') isAside = false
      else if (name === 'c' && cell) {
        if (column >= MAX_COLUMNS) throw new QueryError('The workbook is damaged: it has a cell beyond the last column.')
        row[column++] = cellOf(text, cell, workbook)
        cell = null
      } else if (name === 'row') rows.add(row, number)
    },
  }
}

/** The zero-based column of a reference such as `AB12`; null if a cell has none, which means the next column. */
function columnOf(place: string | undefined): number | null {
  const letters = /^[A-Z]+/.exec(place ?? '')?.[0]
  if (!letters) return null
  let column = 0
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}

function cellOf(value: string, attributes: Attributes, workbook: Workbook): Cell | undefined {
  switch (attributes.get('t')) {
    case 's':
      return textCell(workbook.texts[Number(value)] ?? '')
    case 'str':
    case 'inlineStr':
      return textCell(decodedText(value))
    case 'b':
      return { kind: 'boolean', text: isTrue(value) ? 'true' : 'false' }
    // Errors such as #N/A count as missing values.
    case 'e':
      return undefined
    case 'd':
      return isoCell(value)
    default:
      return numberCell(value, workbook.dateFormats[Number(attributes.get('s') ?? -1)] ?? null, workbook.is1904)
  }
}

const textCell = (text: string): Cell | undefined => (text === '' ? undefined : { kind: 'text', text })

const ISO_VALUE = /^(?<date>\d{4}-\d\d-\d\d)?T?(?<time>\d\d:\d\d(:\d\d(\.\d+)?)?)?Z?$/

/** A date or time as text. Other forms of ISO 8601, such as lengths of time, stay as they are. */
function isoCell(value: string): Cell | undefined {
  const { date, time } = ISO_VALUE.exec(value)?.groups ?? {}
  if (date && time) return { kind: 'datetime', text: `${date} ${time}` }
  if (date) return { kind: 'date', text: date }
  return time ? { kind: 'time', text: time } : textCell(value)
}

function numberCell(value: string, shown: DateFormat | null, is1904: boolean): Cell | undefined {
  if (value === '') return undefined
  const number = Number(value)
  if (!Number.isFinite(number)) return { kind: 'text', text: value }
  const date = shown ? serialDate(number, shown, is1904) : null
  if (date) return date
  return Number.isSafeInteger(number) ? { kind: 'integer', text: String(number) } : { kind: 'number', text: String(number) }
}

/** Collects rows for the CSV file, and the kinds of values in each column. */
class SheetRows {
  readonly #file: WriteStream
  readonly #skippedRows: number
  #names: string[] | null = null
  #kinds: Set<CellKind>[] = []
  #waiting: string[] = []

  constructor(file: WriteStream, { skippedRows, hasHeader }: SheetLayout) {
    this.#file = file
    this.#skippedRows = skippedRows
    if (!hasHeader) this.#names = []
  }

  /** @param number the 1-based row number in the sheet */
  add(cells: readonly (Cell | undefined)[], number: number): void {
    if (number <= this.#skippedRows || cells.every((cell) => cell === undefined)) return
    if (!this.#names) {
      this.#names = Array.from(cells, (cell) => cell?.text.trim() ?? '')
      return
    }
    cells.forEach((cell, column) => {
      if (cell) this.#kindsOf(column).add(cell.kind)
    })
    // `Array.from` fills the holes that `map` would skip.
    this.#waiting.push(`${Array.from(cells, csvField).join(',')}\n`)
  }

  async flush(): Promise<void> {
    const lines = this.#waiting.join('')
    this.#waiting = []
    if (lines !== '' && !this.#file.write(lines)) await once(this.#file, 'drain')
  }

  /** Every column with a name or a value; unnamed ones are named by position. */
  columns(): { name: string; type: string }[] {
    const names = this.#names ?? []
    const lastNamed = names.findLastIndex((name) => name !== '')
    const width = Math.max(lastNamed + 1, this.#kinds.length)
    const all = Array.from({ length: width }, (_, column) => names[column] || `column${column + 1}`)
    return distinctNames(all).map((name, column) => ({ name, type: columnType(this.#kinds[column] ?? new Set()) }))
  }

  #kindsOf(column: number): Set<CellKind> {
    while (this.#kinds.length <= column) this.#kinds.push(new Set())
    return this.#kinds[column] ?? new Set()
  }
}

const csvField = (cell: Cell | undefined) => (cell ? `"${cell.text.replaceAll('"', '""')}"` : '')

function columnType(kinds: ReadonlySet<CellKind>): string {
  const only = (...allowed: CellKind[]) => kinds.size > 0 && [...kinds].every((kind) => allowed.includes(kind))
  if (only('integer')) return 'BIGINT'
  if (only('integer', 'number')) return 'DOUBLE'
  if (only('boolean')) return 'BOOLEAN'
  if (only('date')) return 'DATE'
  if (only('date', 'datetime')) return 'TIMESTAMP'
  return only('time') ? 'TIME' : 'VARCHAR'
}
