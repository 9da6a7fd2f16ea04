import type { Cell } from '../values/cells.ts'

/** A reply as a table. */
export interface Table {
  columns: string[]
  rows: Cell[][]
}

/** Pairs become two columns, lists of lists as many as each has, other lists and single values one. */
export function tableOf(reply: unknown): Table {
  if (reply instanceof Map) return { columns: ['key', 'value'], rows: [...reply].map((pair) => pair.map(plain)) }
  if (!Array.isArray(reply)) return { columns: ['value'], rows: [[plain(reply)]] }
  const width = widthOf(reply)
  if (width === null) return { columns: ['value'], rows: reply.map((item) => [plain(item)]) }
  const columns = Array.from({ length: width }, (_, at) => (at === 0 ? 'value' : `value${at + 1}`))
  return { columns, rows: reply.map((item: unknown[]) => item.map(plain)) }
}

/** How many values each list of a list has; null when they differ, or it is none of lists. */
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

/** Several replies under each other, each row with its command in front. */
export function joined(tables: readonly (Table & { command: string })[]): Table {
  const width = Math.max(...tables.map(({ columns }) => columns.length))
  const columns = ['command', ...Array.from({ length: width }, (_, at) => (at === 0 ? 'value' : `value${at + 1}`))]
  const rows = tables.flatMap(({ command, rows }) => rows.map((row) => [command, ...row]))
  return { columns, rows }
}
