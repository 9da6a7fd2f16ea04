import type { SchemaTable } from '@sightline/contract/data-sources.ts'

/** Sends a statement of ours to a server, and hands on its rows as the driver reads them. */
export type Ask = (statement: string) => Promise<unknown>

/** Reads the names of tables and their columns. */
export type SchemaReader = (ask: Ask) => Promise<SchemaTable[]>

const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)

/** Tables, each once, with their columns, both by name. @param rows a column each, null for a table without any */
export function tablesOfColumns(rows: Iterable<{ table: string; column: string | null; type: string }>): SchemaTable[] {
  const tables = new Map<string, SchemaTable>()
  for (const { table, column, type } of rows) {
    const known = tables.get(table) ?? { name: table, columns: [] }
    if (column !== null) known.columns.push({ name: column, type })
    tables.set(table, known)
  }
  return sortedTables([...tables.values()])
}

/** Puts tables, and the columns of each, in the order of their names. */
export function sortedTables(tables: SchemaTable[]): SchemaTable[] {
  for (const { columns } of tables) columns.sort(byName)
  return tables.sort(byName)
}
