import type { SchemaTable } from '@sightline/contract/data-sources.ts'
import { z } from 'zod'
import { identifierQuoter, type RunStatement, tablesOfColumns } from '../sql/schema-tables.ts'
import { readDetails, tableName } from './catalogue-details.ts'

/** How the system catalogue differs between servers that share PostgreSQL's. */
export interface Catalogue {
  /** SQL condition: the table `c` is a partition of another. */
  isPart: string
  /** Regular expression of system schemas. */
  ownSchemas: string
}

export const CATALOGUE: Catalogue = { isPart: 'c.relispartition', ownSchemas: '^pg_(temp|toast_temp)_' }

/**
 * Every table, view, materialized view and foreign table of which the user may read something; partitioned tables only as a
 * whole. Names are quoted where SQL requires it, and unqualified in the first schema of the search path.
 */
const tables = ({ isPart, ownSchemas }: Catalogue) => `
  SELECT c.oid::text AS id, ${tableName('n', 'c')} AS name,
    CASE WHEN c.relkind IN ('r', 'm', 'p') AND c.reltuples >= 0 THEN c.reltuples::float8 END AS size,
    (
      SELECT json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) ORDER BY a.attnum)::text
      FROM pg_catalog.pg_attribute a
      WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    ) AS columns
  FROM pg_catalog.pg_class c
  JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind IN ('r', 'v', 'm', 'f', 'p')
    AND NOT ${isPart}
    AND n.nspname NOT IN ('pg_catalog', 'information_schema', 'pg_toast')
    AND n.nspname !~ '${ownSchemas}'
    AND has_schema_privilege(n.oid, 'USAGE')
    AND (has_table_privilege(c.oid, 'SELECT') OR has_any_column_privilege(c.oid, 'SELECT'))`

const Tables = z.array(
  z.object({ id: z.string(), name: z.string(), size: z.number().nullable(), columns: z.string().nullable() }),
)
const Columns = z.array(z.object({ name: z.string(), type: z.string() }))

/** Reads the schema from PostgreSQL's own catalogue. */
export async function readCatalogue(runStatement: RunStatement, catalogue = CATALOGUE): Promise<SchemaTable[]> {
  const rows = Tables.parse(await runStatement(tables(catalogue)))
  const details = await readDetails(runStatement)
  return rows
    .map(({ id, name, size, columns }) => {
      const { comment, ofColumns } = details.get(id) ?? {}
      return {
        name,
        ...(comment === undefined ? {} : { description: comment }),
        ...(size === null ? {} : { size: Math.round(size) }),
        columns: (columns ? Columns.parse(JSON.parse(columns)) : []).map((column) => ({
          ...column,
          ...ofColumns?.get(column.name),
        })),
      }
    })
    .sort((one, other) => (one.name < other.name ? -1 : 1))
}

const InformationRows = z.array(
  z.object({
    schema: z.string(),
    table: z.string(),
    column: z.string().nullable(),
    type: z.string().nullable(),
    is_current: z.boolean(),
  }),
)

const quoted = identifierQuoter(/^[a-z_][a-z0-9_$]*$/, '"')

/**
 * Reads the schema by a statement that lists columns, for servers without PostgreSQL's catalogue.
 * @param statement returns `schema`, `table`, `column`, `type`, and whether the schema `is_current`, in the order of the columns
 */
export async function readListedColumns(runStatement: RunStatement, statement: string): Promise<SchemaTable[]> {
  const rows = InformationRows.parse(await runStatement(statement))
  return tablesOfColumns(
    rows.map(({ schema, table, column, type, is_current }) => ({
      table: is_current ? quoted(table) : `${quoted(schema)}.${quoted(table)}`,
      column,
      type: type ?? '',
    })),
  )
}
