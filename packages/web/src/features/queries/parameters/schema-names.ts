import type { SchemaTable } from '@sightline/contract/data-sources.ts'
import type { LexicalRules } from '@sightline/domain/query-text/lexical-rules.ts'
import { isSinglePart } from '@sightline/domain/query-text/names-in-quotes.ts'

/**
 * The tables and columns of a schema in its order, each name once. A column that is named like a table is left out, and so are columns
 * with dots: for some data sources they are fields of records, for others names that need quotes.
 */
export function schemaNames(tables: readonly SchemaTable[], lexis: LexicalRules): { tables: string[]; columns: string[] } {
  const named = new Set(tables.map(({ name }) => name))
  const columns = new Set(tables.flatMap((table) => table.columns.map(({ name }) => name)))
  return { tables: [...named], columns: [...columns].filter((name) => !named.has(name) && isSinglePart(name, lexis)) }
}

/** A search for columns of one table. */
export interface SearchInTable {
  table: SchemaTable
  /** A part of the name of the column. */
  column: string
}

/**
 * Reads a search such as `orders.tot`, which names a table, with or without its schema, before a column.
 * @returns null for a search that names no table
 */
export function searchInTable(tables: readonly SchemaTable[], search: string): SearchInTable | null {
  const dot = search.lastIndexOf('.')
  if (dot < 0) return null
  const named = search.slice(0, dot).trim().toLowerCase()
  const table = tables.find(({ name }) => name.toLowerCase() === named || name.toLowerCase().endsWith(`.${named}`))
  return table === undefined ? null : { table, column: search.slice(dot + 1) }
}
