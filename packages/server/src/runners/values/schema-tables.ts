import type { SchemaTable } from '@sightline/contract/data-sources.ts'
import type { Row } from './rows.ts'

/** Tables by name, of rows that say table, column and type; columns stay in the order of the rows. */
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
