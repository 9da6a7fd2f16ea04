import type { DuckDBConnection } from '@duckdb/node-api'
import type { SchemaTable } from '@sightline/contract/data-sources.ts'
import { z } from 'zod'
import { openSandbox } from './engine.ts'

const Row = z.tuple([z.string(), z.string(), z.string(), z.string(), z.coerce.number().nullable()])

/** Lists the tables and views of a catalog with their columns, by name. Names outside the schema `main` are qualified. */
export async function readSchema(connection: DuckDBConnection, catalog: string): Promise<SchemaTable[]> {
  const result = await connection.run(
    `SELECT c.schema_name, c.table_name, c.column_name, c.data_type, t.estimated_size
     FROM duckdb_columns() c
     LEFT JOIN duckdb_tables() t ON t.table_oid = c.table_oid AND t.database_oid = c.database_oid AND t.schema_oid = c.schema_oid
     WHERE c.database_name = $1 AND NOT c.internal
     ORDER BY c.schema_name <> 'main', c.schema_name, c.table_name, c.column_index`,
    [catalog],
  )
  const tables = new Map<string, SchemaTable>()
  for (const row of await result.getRowsJson()) {
    const [schema, name, column, type, size] = Row.parse(row)
    const qualified = schema === 'main' ? name : `${schema}.${name}`
    let table = tables.get(qualified)
    if (!table) {
      table = { name: qualified, columns: [], ...(size === null ? {} : { size }) }
      tables.set(qualified, table)
    }
    table.columns.push({ name: column, type })
  }
  return [...tables.values()].sort((one, other) => (one.name < other.name ? -1 : 1))
}

/**
 * Names of the tables that a query text may read, as written there. If the engine finds none (several statements, PIVOT, or no
 * SQL at all), every word that could be a name.
 */
export async function tableNamesIn(text: string): Promise<string[]> {
  const engine = await openSandbox([], null)
  try {
    const found = engine.connection.getTableNames(text, false)
    return found.length > 0 ? [...found] : possibleNames(text)
  } finally {
    engine.close()
  }
}

/** Identifiers in double or single quotes, and words. */
const NAMES = /"((?:[^"]|"")+)"|'((?:[^']|'')+)'|([\p{L}_][\p{L}\p{N}_$]*)/gu

function possibleNames(text: string): string[] {
  return [...text.matchAll(NAMES)].map(([, quoted, literal, word]) =>
    quoted !== undefined ? quoted.replaceAll('""', '"') : literal !== undefined ? literal.replaceAll("''", "'") : (word ?? ''),
  )
}
