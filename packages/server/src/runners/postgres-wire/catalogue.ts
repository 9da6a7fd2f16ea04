import type { SchemaTable } from '@sightline/contract/data-sources.ts'
import { z } from 'zod'
import type { RunStatement } from '../sql/schema-tables.ts'
import { addCatalogueDetails } from './catalogue-details.ts'

/** SQL of a table's name as the schema lists it: quoted where SQL requires it, and unqualified in the current schema. */
const NAME = "CASE WHEN n.nspname = current_schema() THEN '' ELSE quote_ident(n.nspname) || '.' END || quote_ident(c.relname)"

/** How the system catalogue differs between servers that share PostgreSQL's. */
export interface Catalogue {
  /** SQL condition: the table `c` is a partition of another. */
  isPart: string
  /** Regular expression of system schemas. */
  ownSchemas: string
}

export const CATALOGUE: Catalogue = { isPart: 'c.relispartition', ownSchemas: '^pg_(temp|toast_temp)_' }

/**
 * Every table, view, materialized view and foreign table of which the user may read something, with the columns that the user may
 * read; partitioned tables only as a whole. Names are quoted where SQL requires it, and unqualified in the first schema of the search path.
 */
const tables = ({ isPart, ownSchemas }: Catalogue) => `
  SELECT c.oid::text AS id, ${NAME} AS name,
    CASE WHEN c.relkind IN ('r', 'm', 'p') AND c.reltuples >= 0 THEN c.reltuples::float8 END AS size,
    (
      SELECT json_build_array(
        json_agg(a.attnum ORDER BY a.attnum),
        json_agg(a.attname ORDER BY a.attnum),
        json_agg(format_type(a.atttypid, a.atttypmod) ORDER BY a.attnum)
      )::text
      FROM pg_catalog.pg_attribute a
      WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
        AND (has_table_privilege(c.oid, 'SELECT') OR has_column_privilege(c.oid, a.attnum, 'SELECT'))
    ) AS columns
  FROM pg_catalog.pg_class c
  JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind IN ('r', 'v', 'm', 'f', 'p')
    AND NOT ${isPart}
    AND n.nspname NOT IN ('pg_catalog', 'information_schema', 'pg_toast')
    AND n.nspname !~ '${ownSchemas}'
    AND has_schema_privilege(n.oid, 'USAGE')
    AND (has_table_privilege(c.oid, 'SELECT') OR has_any_column_privilege(c.oid, 'SELECT'))`

const Tables = z.array(z.object({ id: z.string(), name: z.string(), size: z.number().nullable(), columns: z.string() }))
/** Numbers, names and types: three lists are written and read faster than one of objects. null for a table without columns. */
const Columns = z.tuple([z.array(z.number()).nullable(), z.array(z.string()).nullable(), z.array(z.string()).nullable()])

/** Reads the schema from PostgreSQL's own catalogue. */
export async function readCatalogue(
  runStatement: RunStatement,
  signal: AbortSignal,
  catalogue = CATALOGUE,
): Promise<SchemaTable[]> {
  const found = Tables.parse(await runStatement(tables(catalogue))).map(({ id, name, size, columns }) => {
    const [numbers, names, types] = Columns.parse(JSON.parse(columns))
    return {
      id,
      columnNames: new Map(numbers?.map((number, place) => [number, names?.[place] ?? ''])),
      table: {
        name,
        ...(size === null ? {} : { size: Math.round(size) }),
        columns: (names ?? []).map((column, place) => ({ name: column, type: types?.[place] ?? '' })),
      },
    }
  })
  await addCatalogueDetails(found, runStatement, signal)
  return found.map(({ table }) => table).sort((one, other) => (one.name < other.name ? -1 : 1))
}
