import { z } from 'zod'
import type { ColumnDetails, RunStatement } from '../sql/schema-tables.ts'

/** SQL of a table's name as the schema lists it: quoted where SQL requires it, and unqualified in the current schema. */
export const tableName = (namespace: string, table: string) =>
  `CASE WHEN ${namespace}.nspname = current_schema() THEN '' ELSE quote_ident(${namespace}.nspname) || '.' END || quote_ident(${table}.relname)`

/** The comment of a table, with the keys, comments and enums of its columns. */
interface TableDetails {
  comment?: string
  /** By the name of the column. */
  ofColumns: Map<string, ColumnDetails>
}

// Each statement reads what there is in the whole database at once: asking for each of 10,000 tables would take seconds.

/** One row for each column of a primary or foreign key. */
const KEYS = `
  SELECT con.conrelid::text AS id, a.attname AS "column", con.contype = 'p' AS is_primary,
    ${tableName('n', 'c')} AS target, other.attname AS target_column
  FROM (
    SELECT conrelid, confrelid, contype, unnest(conkey) AS own, unnest(coalesce(confkey, conkey)) AS target
    FROM pg_catalog.pg_constraint WHERE contype IN ('p', 'f')
  ) con
  JOIN pg_catalog.pg_attribute a ON a.attrelid = con.conrelid AND a.attnum = con.own
  LEFT JOIN pg_catalog.pg_class c ON c.oid = con.confrelid
  LEFT JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
  LEFT JOIN pg_catalog.pg_attribute other ON other.attrelid = con.confrelid AND other.attnum = con.target`

/** Objects below this id belong to the system. */
const COMMENTS = `
  SELECT d.objoid::text AS id, a.attname AS "column", d.description AS comment
  FROM pg_catalog.pg_description d
  LEFT JOIN pg_catalog.pg_attribute a ON a.attrelid = d.objoid AND a.attnum = d.objsubid
  WHERE d.classoid = 'pg_catalog.pg_class'::regclass AND d.objoid >= 16384 AND (d.objsubid = 0 OR a.attnum > 0)`

const ENUMS = `
  SELECT a.attrelid::text AS id, a.attname AS "column", e.labels
  FROM (SELECT enumtypid, json_agg(enumlabel ORDER BY enumsortorder)::text AS labels FROM pg_catalog.pg_enum GROUP BY 1) e
  JOIN pg_catalog.pg_attribute a ON a.atttypid = e.enumtypid AND NOT a.attisdropped
  JOIN pg_catalog.pg_class c ON c.oid = a.attrelid AND c.relkind IN ('r', 'v', 'm', 'f', 'p')`

const ofColumn = { id: z.string(), column: z.string() }
const Keys = z.array(
  z.object({ ...ofColumn, is_primary: z.boolean(), target: z.string().nullable(), target_column: z.string().nullable() }),
)
const Comments = z.array(z.object({ id: z.string(), column: z.string().nullable(), comment: z.string() }))
const Enums = z.array(z.object({ ...ofColumn, labels: z.string() }))

/** Keys, comments and the values of enums, by the id of the table. */
export async function readDetails(runStatement: RunStatement): Promise<ReadonlyMap<string, TableDetails>> {
  const tables = new Map<string, TableDetails>()
  const tableOf = (id: string) => {
    const table: TableDetails = tables.get(id) ?? { ofColumns: new Map() }
    tables.set(id, table)
    return table
  }
  const add = (id: string, column: string, details: ColumnDetails) => {
    const { ofColumns } = tableOf(id)
    ofColumns.set(column, { ...ofColumns.get(column), ...details })
  }
  for (const { id, column, is_primary, target, target_column } of Keys.parse(await runStatement(KEYS))) {
    if (is_primary) add(id, column, { primary: true })
    else if (target !== null && target_column !== null)
      add(id, column, { references: { table: target, column: target_column } })
  }
  for (const { id, column, comment } of Comments.parse(await runStatement(COMMENTS))) {
    if (column === null) tableOf(id).comment = comment
    else add(id, column, { comment })
  }
  for (const { id, column, labels } of Enums.parse(await runStatement(ENUMS)))
    add(id, column, { values: z.array(z.string()).parse(JSON.parse(labels)) })
  return tables
}
