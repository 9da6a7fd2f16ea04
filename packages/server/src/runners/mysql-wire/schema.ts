import type { SchemaTable } from '@sightline/contract/data-sources.ts'
import { z } from 'zod'
import { addDetails, type DetailStatements } from '../sql/schema-details.ts'
import { detailsOf, identifierQuoter, tablesOfColumns } from '../sql/schema-tables.ts'
import type { Server } from './connection.ts'
import { onConnection } from './run.ts'

/** Names in the current database are unqualified. */
const schemaName = (column = 'table_schema') => `CASE WHEN ${column} = DATABASE() THEN '' ELSE ${column} END`
const isOwn = (schemas: readonly string[]) => `lower(table_schema) NOT IN (${schemas.map((name) => `'${name}'`).join(', ')})`

const columnsQuery = (ownSchemas: readonly string[]) => `
  SELECT ${schemaName()}, table_name, column_name, column_type, column_key, column_comment
  FROM information_schema.columns WHERE ${isOwn(ownSchemas)}
  ORDER BY ordinal_position`

/** Primary keys and comments of columns are not needed here: the list of columns includes them. */
const detailStatements = (ownSchemas: readonly string[]): DetailStatements => ({
  keys: `
    SELECT ${schemaName()}, table_name, constraint_name, column_name,
      ${schemaName('referenced_table_schema')}, referenced_table_name, referenced_column_name
    FROM information_schema.key_column_usage WHERE ${isOwn(ownSchemas)} AND referenced_table_name IS NOT NULL
    ORDER BY ordinal_position`,
  // The comment of a view is the word VIEW.
  comments: `
    SELECT ${schemaName()}, table_name, NULL, table_comment
    FROM information_schema.tables WHERE ${isOwn(ownSchemas)} AND table_type = 'BASE TABLE' AND table_comment <> ''`,
})

const text = z.string().nullable()
const Columns = z.array(z.tuple([z.string(), z.string(), z.string(), z.string(), text, text]))
const Rows = z.array(z.array(z.unknown()))

const quoted = identifierQuoter(/^[A-Za-z_$][\w$]*$/, '`')
const tableName = (schema: string, table: string) => (schema ? `${quoted(schema)}.${quoted(table)}` : quoted(table))

/** Lists every table and view that the user may see; names in other databases are qualified. */
export async function readSchema(server: Server, signal: AbortSignal): Promise<SchemaTable[]> {
  const { ownSchemas } = server.serverDialect
  return onConnection(server, signal, async (runStatement) => {
    const rows = Columns.parse(await runStatement(columnsQuery(ownSchemas)))
    const tables = tablesOfColumns(
      rows.map(([schema, table, column, type, key, comment]) => ({
        table: tableName(schema, table),
        column,
        type,
        details: detailsOf({ primary: key === 'PRI', comment }),
      })),
    )
    await addDetails(tables, detailStatements(ownSchemas), {
      rowsOf: async (statement) => Rows.parse(await runStatement(statement)),
      tableName,
      columnName: (column) => column,
      signal,
    })
    return tables
  })
}
