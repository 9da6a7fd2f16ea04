import type { SchemaTable } from '@sightline/contract/data-sources.ts'
import { addDetails, type DetailStatements } from '../sql/schema-details.ts'
import { identifierQuoter, tablesOfColumns } from '../sql/schema-tables.ts'
import type { VerticaOptions } from './index.ts'
import { rowsOf } from './run.ts'

const COLUMNS = `
  SELECT table_schema, table_name, column_name, data_type FROM (
    SELECT table_schema, table_name, column_name, data_type, ordinal_position FROM v_catalog.columns WHERE NOT is_system_table
    UNION ALL SELECT table_schema, table_name, column_name, data_type, ordinal_position FROM v_catalog.view_columns
  ) listed ORDER BY ordinal_position`

/** Comments of columns are left out: the catalogue does not say in a documented form which table they belong to. */
const DETAILS: DetailStatements = {
  keys: `
    SELECT table_schema, table_name, constraint_name, column_name, target_schema, target_table, target_column FROM (
      SELECT table_schema, table_name, constraint_name, column_name, NULL::varchar AS target_schema, NULL::varchar AS target_table,
        NULL::varchar AS target_column, ordinal_position FROM v_catalog.primary_keys
      UNION ALL SELECT table_schema, table_name, constraint_name, column_name, reference_table_schema, reference_table_name,
        reference_column_name, ordinal_position FROM v_catalog.foreign_keys
    ) listed ORDER BY ordinal_position`,
  comments: `
    SELECT object_schema, object_name, NULL::varchar, comment FROM v_catalog.comments WHERE object_type IN ('TABLE', 'VIEW')`,
}

const quoted = identifierQuoter(/^[A-Za-z_][A-Za-z0-9_$]*$/, '"')
/** Tables in this schema need no qualified name. */
const USUAL_SCHEMA = 'public'
const tableName = (schema: string, table: string) =>
  schema === USUAL_SCHEMA ? quoted(table) : `${quoted(schema)}.${quoted(table)}`

/** Lists every table and view that the user may see; names in other schemas are qualified. */
export async function readSchema(options: VerticaOptions, signal: AbortSignal): Promise<SchemaTable[]> {
  const rows = await rowsOf(COLUMNS, options, signal)
  const tables = tablesOfColumns(
    rows.map((row) => {
      const [schema = '', table = '', column = '', type = ''] = row.map(String)
      return { table: tableName(schema, table), column: quoted(column), type: type.toLowerCase() }
    }),
  )
  await addDetails(tables, DETAILS, {
    rowsOf: (statement) => rowsOf(statement, options, signal),
    tableName,
    columnName: quoted,
    signal,
  })
  return tables
}
