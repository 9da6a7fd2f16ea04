import type { SchemaTable } from '@sightline/contract/data-sources.ts'
import type { Row } from '../values/rows.ts'

/** Runs a statement of Sightline's own on a connection, and returns the rows as the driver reads them. */
export type RunStatement = (statement: string) => Promise<unknown>

const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)

/**
 * Groups rows by table. Tables, and the columns within each, are sorted by name.
 * @param rows one for each column; the column is null for a table without any
 */
export function tablesOfColumns(rows: Iterable<{ table: string; column: string | null; type: string }>): SchemaTable[] {
  const tables = new Map<string, SchemaTable>()
  for (const { table, column, type } of rows) {
    const known = tables.get(table) ?? { name: table, columns: [] }
    if (column !== null) known.columns.push({ name: column, type })
    tables.set(table, known)
  }
  return sortTables([...tables.values()])
}

/** Sorts tables, and the columns within each, by name; in place. */
export function sortTables(tables: SchemaTable[]): SchemaTable[] {
  for (const { columns } of tables) columns.sort(byName)
  return tables.sort(byName)
}

/** Groups rows of table, column and type by table. Tables are sorted by name; columns keep the order of the rows. */
export function tablesOf(rows: Iterable<Row>): SchemaTable[] {
  const tables = new Map<string, SchemaTable>()
  for (const [table, column, type] of rows) {
    const name = String(table)
    const known = tables.get(name) ?? { name, columns: [] }
    known.columns.push({ name: String(column), type: String(type ?? '') })
    tables.set(name, known)
  }
  return [...tables.values()].sort((one, other) => (one.name < other.name ? -1 : 1))
}

const CLOSING = { '"': '"', '`': '`', '[': ']' }

/**
 * Makes a function that writes identifiers as SQL needs them: as they are, or quoted if they are not plain names.
 * @param plain matches names that need no quotes
 * @param quote the opening quote of the dialect
 */
export function identifierQuoter(plain: RegExp, quote: keyof typeof CLOSING): (name: string) => string {
  const closing = CLOSING[quote]
  return (name) => (plain.test(name) ? name : `${quote}${name.replaceAll(closing, closing + closing)}${closing}`)
}
