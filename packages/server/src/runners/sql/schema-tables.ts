import type { SchemaColumn, SchemaTable } from '@sightline/contract/data-sources.ts'
import type { Row } from '../values/rows.ts'

/** Runs a statement of Sightline's own on a connection, and returns the rows as the driver reads them. */
export type RunStatement = (statement: string) => Promise<unknown>

const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)

/** A column with its table, as a catalog lists it. */
export interface ColumnRow {
  table: string
  /** null for a table without columns. */
  column: string | null
  type: string
  details?: ColumnDetails
}

/** The primary key, comment and values of a column. */
export type ColumnDetails = Omit<SchemaColumn, 'name' | 'type'>

/** Groups rows by table. Tables are sorted by name; columns keep the order of the rows. */
export function tablesOfColumns(rows: Iterable<ColumnRow>): SchemaTable[] {
  const tables = new Map<string, SchemaTable>()
  for (const { table, column, type, details } of rows) {
    const known = tables.get(table) ?? { name: table, columns: [] }
    if (column !== null) known.columns.push({ name: column, type, ...details })
    tables.set(table, known)
  }
  return [...tables.values()].sort(byName)
}

/** Groups rows of table, column, type and, if the catalog has it, a comment by table; as `tablesOfColumns`. */
export const tablesOf = (rows: Iterable<Row>): SchemaTable[] =>
  tablesOfColumns(
    [...rows].map(([table, column, type, comment]) => ({
      table: String(table),
      column: String(column),
      type: String(type ?? ''),
      details: detailsOf({ comment }),
    })),
  )

/** The known details of a column; many catalogs write an empty text for a missing comment. */
export const detailsOf = ({ comment, primary }: { comment?: unknown; primary?: unknown }): ColumnDetails => ({
  ...(comment === null || comment === undefined || comment === '' ? {} : { comment: String(comment) }),
  ...(primary === true ? { primary } : {}),
})

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
