import type { SchemaTable } from '@sightline/contract/data-sources.ts'

/** Height of a table's row in pixels. */
const TABLE_HEIGHT = 22
/** Height of a column's row in pixels. */
const COLUMN_HEIGHT = 18

/** Delay of the search after the last key, in milliseconds. */
export const SEARCH_DELAY_MS = 500

/** Live autocomplete is off with more columns than this. */
export const MAX_COLUMNS_FOR_LIVE_AUTOCOMPLETE = 5000

export const columnCount = (tables: readonly SchemaTable[]) => tables.reduce((sum, table) => sum + table.columns.length, 0)

export const allowsLiveAutocomplete = (tables: readonly SchemaTable[]) =>
  columnCount(tables) <= MAX_COLUMNS_FOR_LIVE_AUTOCOMPLETE

/** A table in the schema browser. */
export interface SchemaEntry extends SchemaTable {
  collapsed: boolean
}

/**
 * The tables that match a search. Every word must occur in the table's name or description, or in a column's name. If the table
 * alone does not match, it is open and shows only the matching columns.
 * @param opened names of the tables that are open
 */
export function searchSchema(tables: readonly SchemaTable[], search: string, opened: ReadonlySet<string>): SchemaEntry[] {
  const words = search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  if (words.length === 0) return tables.map((table) => entryOf(table, opened))
  const entries: SchemaEntry[] = []
  for (const table of tables) {
    const name = `${table.name} ${table.description ?? ''}`.toLowerCase()
    const left = words.filter((word) => !name.includes(word))
    if (left.length === 0) {
      entries.push(entryOf(table, opened))
      continue
    }
    const found = table.columns.filter((column) => left.some((word) => column.name.toLowerCase().includes(word)))
    const isComplete = left.every((word) => found.some((column) => column.name.toLowerCase().includes(word)))
    if (isComplete) entries.push({ ...table, columns: found, collapsed: false })
  }
  return entries
}

const entryOf = (table: SchemaTable, opened: ReadonlySet<string>): SchemaEntry => ({
  ...table,
  collapsed: !opened.has(table.name),
})

/** A row of the schema browser. */
export type SchemaRow =
  | { kind: 'table'; entry: SchemaEntry; height: number }
  | { kind: 'column'; entry: SchemaEntry; column: SchemaTable['columns'][number]; height: number }

/** The tables and the columns of open ones, as rows from top to bottom. */
export function schemaRows(entries: readonly SchemaEntry[]): SchemaRow[] {
  const rows: SchemaRow[] = []
  for (const entry of entries) {
    rows.push({ kind: 'table', entry, height: TABLE_HEIGHT })
    if (entry.collapsed) continue
    for (const column of entry.columns) rows.push({ kind: 'column', entry, column, height: COLUMN_HEIGHT })
  }
  return rows
}

/** An abbreviated number of rows: `14`, `3.4k`, `3M`. */
export function sizeText(rows: number): string {
  if (rows < 1000) return String(rows)
  const unit =
    rows < 999_950 ? { size: 1e3, name: 'k' } : rows < 999_950_000 ? { size: 1e6, name: 'M' } : { size: 1e9, name: 'G' }
  const text = (rows / unit.size).toFixed(1)
  // Thousands always have a decimal, so that they line up; whole millions have none.
  return `${unit.name === 'k' ? text : text.replace(/\.0$/, '')}${unit.name}`
}
