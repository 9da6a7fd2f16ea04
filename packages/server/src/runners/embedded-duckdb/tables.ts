import type { DuckDBConnection } from '@duckdb/node-api'
import type { SchemaTable } from '@sightline/contract/data-sources.ts'
import { z } from 'zod'
import { addKeys, type KeyColumn } from '../sql/schema-details.ts'
import { detailsOf } from '../sql/schema-tables.ts'
import { openSandbox } from './engine.ts'

const text = z.string().nullable()
const Row = z.tuple([z.string(), z.string(), z.string(), z.string(), z.coerce.number().nullable(), text, text])
const Key = z.tuple([z.string(), z.string(), z.coerce.string(), z.string(), text, text])

const qualified = (schema: string, name: string) => (schema === 'main' ? name : `${schema}.${name}`)

/**
 * Lists the tables and views of a catalog by name, with their columns in the order of the table. Names outside the schema `main`
 * are qualified.
 */
export async function readSchema(connection: DuckDBConnection, catalog: string): Promise<SchemaTable[]> {
  const result = await connection.run(
    `SELECT c.schema_name, c.table_name, c.column_name, c.data_type, t.estimated_size, t.comment, c.comment
     FROM duckdb_columns() c
     LEFT JOIN duckdb_tables() t ON t.table_oid = c.table_oid AND t.database_oid = c.database_oid AND t.schema_oid = c.schema_oid
     WHERE c.database_name = $1 AND NOT c.internal
     ORDER BY c.schema_name <> 'main', c.schema_name, c.table_name, c.column_index`,
    [catalog],
  )
  const tables = new Map<string, SchemaTable>()
  for (const row of await result.getRowsJson()) {
    const [schema, table, column, type, size, description, comment] = Row.parse(row)
    const name = qualified(schema, table)
    const known = tables.get(name) ?? {
      name,
      ...(description === null ? {} : { description }),
      ...(size === null ? {} : { size }),
      columns: [],
    }
    known.columns.push({ name: column, type, ...detailsOf({ comment }) })
    tables.set(name, known)
  }
  addKeys([...tables.values()], await readKeys(connection, catalog))
  return [...tables.values()].sort((one, other) => (one.name < other.name ? -1 : 1))
}

/** The columns of primary and foreign keys. */
async function readKeys(connection: DuckDBConnection, catalog: string): Promise<KeyColumn[]> {
  const result = await connection.run(
    `SELECT schema_name, table_name, constraint_index, unnest(constraint_column_names),
       CASE WHEN constraint_type = 'FOREIGN KEY' THEN referenced_table END, unnest(referenced_column_names)
     FROM duckdb_constraints() WHERE database_name = $1 AND constraint_type IN ('PRIMARY KEY', 'FOREIGN KEY')`,
    [catalog],
  )
  return (await result.getRowsJson()).map((row) => {
    const [schema, table, key, column, target, targetColumn] = Key.parse(row)
    return {
      table: qualified(schema, table),
      key,
      column,
      // Foreign keys cannot cross schemas.
      target: target === null || targetColumn === null ? null : { table: qualified(schema, target), column: targetColumn },
    }
  })
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
