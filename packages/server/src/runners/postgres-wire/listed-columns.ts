import type { SchemaTable } from '@sightline/contract/data-sources.ts'
import { z } from 'zod'
import { addDetails, type DetailStatements } from '../sql/schema-details.ts'
import { identifierQuoter, type RunStatement, tablesOfColumns } from '../sql/schema-tables.ts'

const InformationRows = z.array(
  z.object({
    schema: z.string(),
    table: z.string(),
    column: z.string().nullable(),
    type: z.string().nullable(),
    is_current: z.boolean(),
  }),
)
const Rows = z.array(z.record(z.string(), z.unknown()))

const quoted = identifierQuoter(/^[a-z_][a-z0-9_$]*$/, '"')

const schemaName = (namespace: string) =>
  `CASE WHEN ${namespace}.nspname = current_schema() THEN '' ELSE ${namespace}.nspname::text END`

/**
 * Keys and comments in the part of PostgreSQL's catalogue that Redshift (as of PostgreSQL 8.0, without `unnest`) and CockroachDB
 * have, too.
 */
const LISTED_DETAILS: DetailStatements = {
  keys: `
    SELECT ${schemaName('n')} AS schema_name, c.relname AS table_name, con.conname AS key_name, a.attname AS column_name,
      ${schemaName('tn')} AS target_schema, t.relname AS target_table, ta.attname AS target_column
    FROM pg_catalog.pg_constraint con
    CROSS JOIN generate_series(1, 32) AS place(n)
    JOIN pg_catalog.pg_class c ON c.oid = con.conrelid
    JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
    JOIN pg_catalog.pg_attribute a ON a.attrelid = con.conrelid AND a.attnum = con.conkey[place.n]
    LEFT JOIN pg_catalog.pg_class t ON t.oid = con.confrelid
    LEFT JOIN pg_catalog.pg_namespace tn ON tn.oid = t.relnamespace
    LEFT JOIN pg_catalog.pg_attribute ta ON ta.attrelid = con.confrelid AND ta.attnum = con.confkey[place.n]
    WHERE con.contype IN ('p', 'f')
    ORDER BY place.n`,
  comments: `
    SELECT ${schemaName('n')} AS schema_name, c.relname AS table_name, a.attname AS column_name, d.description AS comment
    FROM pg_catalog.pg_description d
    JOIN pg_catalog.pg_class c ON c.oid = d.objoid
    JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
    LEFT JOIN pg_catalog.pg_attribute a ON a.attrelid = d.objoid AND a.attnum = d.objsubid AND d.objsubid > 0
    WHERE d.classoid = 'pg_catalog.pg_class'::regclass AND n.nspname NOT IN ('pg_catalog', 'information_schema')`,
}

const INFORMATION = `
  SELECT table_schema AS "schema", table_name AS "table", column_name AS "column", data_type AS "type",
    table_schema = current_schema() AS is_current
  FROM information_schema.columns
  WHERE table_schema NOT IN ('information_schema', 'pg_catalog', 'rw_catalog')
  ORDER BY ordinal_position`

/** Reads the schema from the views that the SQL standard has for it. */
export const readInformationSchema = (runStatement: RunStatement, signal: AbortSignal): Promise<SchemaTable[]> =>
  readListedColumns(runStatement, INFORMATION, signal)

/**
 * Reads the schema by a statement that lists columns, for servers without all of PostgreSQL's catalogue.
 * @param statement returns `schema`, `table`, `column`, `type`, and whether the schema `is_current`, in the order of the columns
 */
export async function readListedColumns(
  runStatement: RunStatement,
  statement: string,
  signal: AbortSignal,
): Promise<SchemaTable[]> {
  const tableName = (schema: string, table: string) => (schema ? `${quoted(schema)}.${quoted(table)}` : quoted(table))
  const tables = tablesOfColumns(
    InformationRows.parse(await runStatement(statement)).map(({ schema, table, column, type, is_current }) => ({
      table: tableName(is_current ? '' : schema, table),
      column,
      type: type ?? '',
    })),
  )
  await addDetails(tables, LISTED_DETAILS, {
    rowsOf: async (details) => Rows.parse(await runStatement(details)).map((row) => Object.values(row)),
    tableName,
    columnName: (column) => column,
    signal,
  })
  return tables
}
