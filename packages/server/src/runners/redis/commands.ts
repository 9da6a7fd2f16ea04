import { QueryError } from '../runner.ts'
import type { Cell } from '../values/cells.ts'

const ESCAPES: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', a: '\x07' }
/** A word, or a quoted string; escapes work in double quotes. */
const PART = /"((?:[^"\\]|\\.)*)"(?=\s|$)|'((?:[^'\\]|\\.)*)'(?=\s|$)|([^\s"']\S*)/gs

/**
 * Parses commands, one per line, into words. Empty lines and lines that begin with `#` are skipped.
 * @throws QueryError with the position of an unterminated quote
 */
export function parseCommands(text: string): string[][] {
  const commands: string[][] = []
  let start = 0
  for (const line of text.split('\n')) {
    const words = line.trim().startsWith('#') ? [] : wordsIn(line, start)
    if (words.length > 0) commands.push(words)
    start += line.length + 1
  }
  return commands
}

function wordsIn(line: string, start: number): string[] {
  const words: string[] = []
  let end = 0
  for (const { 0: part, index, 1: double, 2: single, 3: plain } of line.matchAll(PART)) {
    if (line.slice(end, index).trim() !== '') break
    words.push(double === undefined ? (plain ?? unescaped(single ?? '', false)) : unescaped(double, true))
    end = index + part.length
  }
  const rest = line.slice(end)
  if (rest.trim() !== '')
    throw new QueryError('The quotes in this command are not closed.', { position: start + end + rest.search(/\S/) + 1 })
  return words
}

function unescaped(text: string, isDouble: boolean): string {
  if (!isDouble) return text.replaceAll("\\'", "'")
  return text.replace(/\\(?:x([0-9a-f]{2})|(.))/gis, (_, hex: string | undefined, letter: string) =>
    hex === undefined ? (ESCAPES[letter] ?? letter) : String.fromCharCode(Number.parseInt(hex, 16)),
  )
}

/** A reply as a table. */
export interface Table {
  columns: string[]
  rows: Cell[][]
}

/** A map becomes two columns, a list of equally long lists as many columns as these have, anything else one column. */
export function replyTable(reply: unknown): Table {
  if (reply instanceof Map) return { columns: ['key', 'value'], rows: [...reply].map((pair) => pair.map(plain)) }
  if (!Array.isArray(reply)) return { columns: ['value'], rows: [[plain(reply)]] }
  const width = widthOf(reply)
  if (width === null) return { columns: ['value'], rows: reply.map((item) => [plain(item)]) }
  const columns = Array.from({ length: width }, (_, at) => (at === 0 ? 'value' : `value${at + 1}`))
  return { columns, rows: reply.map((item: unknown[]) => item.map(plain)) }
}

/** The common length of the lists in a list; null if lengths differ, or it contains other values. */
function widthOf(reply: readonly unknown[]): number | null {
  const widths = new Set(reply.map((item) => (Array.isArray(item) ? item.length : 0)))
  const [width = 0] = widths
  return widths.size === 1 && width > 0 ? width : null
}

function plain(value: unknown): Cell {
  if (Array.isArray(value)) return value.map(plain)
  if (value instanceof Set) return [...value].map(plain)
  if (value instanceof Map) return Object.fromEntries([...value].map(([key, inner]) => [String(key), plain(inner)]))
  return value instanceof Error ? value.message : value
}

/** Concatenates several replies, with the command as first column. */
export function joinTables(tables: readonly (Table & { command: string })[]): Table {
  const width = Math.max(...tables.map(({ columns }) => columns.length))
  const columns = ['command', ...Array.from({ length: width }, (_, at) => (at === 0 ? 'value' : `value${at + 1}`))]
  const rows = tables.flatMap(({ command, rows }) => rows.map((row) => [command, ...row]))
  return { columns, rows }
}
