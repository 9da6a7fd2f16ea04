import type { SchemaTable } from '@sightline/contract/data-sources.ts'
import { addDetails, type DetailStatements } from '../sql/schema-details.ts'
import { identifierQuoter, tablesOfColumns } from '../sql/schema-tables.ts'
import type { TdsOptions } from './define-runner.ts'
import { rowsOfStatement } from './run.ts'

const COLUMNS = `
  SELECT CASE WHEN TABLE_SCHEMA = SCHEMA_NAME() THEN '' ELSE TABLE_SCHEMA END, TABLE_NAME, COLUMN_NAME, DATA_TYPE
  FROM INFORMATION_SCHEMA.COLUMNS
  WHERE TABLE_SCHEMA NOT IN ('sys', 'INFORMATION_SCHEMA')
  ORDER BY ORDINAL_POSITION`

/** Names in the user's default schema are unqualified. */
const schemaName = (id: string) => `CASE WHEN ${id} = SCHEMA_ID() THEN '' ELSE SCHEMA_NAME(${id}) END`

/** https://learn.microsoft.com/sql/relational-databases/system-catalog-views/object-catalog-views-transact-sql */
const DETAILS: DetailStatements = {
  keys: `
    SELECT ${schemaName('t.schema_id')}, t.name, i.name, c.name, NULL, CAST(NULL AS sysname), CAST(NULL AS sysname), x.key_ordinal
    FROM sys.indexes i
    JOIN sys.tables t ON t.object_id = i.object_id
    JOIN sys.index_columns x ON x.object_id = i.object_id AND x.index_id = i.index_id
    JOIN sys.columns c ON c.object_id = x.object_id AND c.column_id = x.column_id
    WHERE i.is_primary_key = 1
    UNION ALL
    SELECT ${schemaName('t.schema_id')}, t.name, f.name, c.name, ${schemaName('o.schema_id')}, o.name, oc.name, x.constraint_column_id
    FROM sys.foreign_keys f
    JOIN sys.tables t ON t.object_id = f.parent_object_id
    JOIN sys.tables o ON o.object_id = f.referenced_object_id
    JOIN sys.foreign_key_columns x ON x.constraint_object_id = f.object_id
    JOIN sys.columns c ON c.object_id = x.parent_object_id AND c.column_id = x.parent_column_id
    JOIN sys.columns oc ON oc.object_id = x.referenced_object_id AND oc.column_id = x.referenced_column_id
    ORDER BY 8`,
  // Management tools write descriptions as extended properties of this name.
  comments: `
    SELECT ${schemaName('o.schema_id')}, o.name, c.name, CAST(p.value AS nvarchar(4000))
    FROM sys.extended_properties p
    JOIN sys.objects o ON o.object_id = p.major_id AND o.type IN ('U', 'V')
    LEFT JOIN sys.columns c ON c.object_id = p.major_id AND c.column_id = p.minor_id
    WHERE p.class = 1 AND p.name = 'MS_Description'`,
}

const quoted = identifierQuoter(/^[A-Za-z_][\w@$#]*$/, '[')
const tableName = (schema: string, table: string) => (schema ? `${quoted(schema)}.${quoted(table)}` : quoted(table))

/** Lists every table and view that the user may see; names in other schemas are qualified. */
export async function readSchema(options: TdsOptions, signal: AbortSignal): Promise<SchemaTable[]> {
  const rows = await rowsOfStatement(COLUMNS, options, signal)
  const tables = tablesOfColumns(
    rows.map((row) => {
      const [schema = '', table = '', column = '', type = ''] = row.map(String)
      return { table: tableName(schema, table), column, type }
    }),
  )
  await addDetails(tables, DETAILS, {
    rowsOf: (statement) => rowsOfStatement(statement, options, signal),
    tableName,
    columnName: (column) => column,
    signal,
  })
  return tables
}
