import type { SchemaTable } from '@sightline/contract/data-sources.ts'
import { type ColumnRow, identifierQuoter, tablesOfColumns } from '../sql/schema-tables.ts'
import type { Row } from '../values/rows.ts'

const quoted = identifierQuoter(/^[A-Za-z_]\w*$/, '`')
/** A storage plug-in with its workspace, such as `dfs.tmp`, is one name that needs no quotes. */
const quotedSchema = identifierQuoter(/^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*$/, '`')
const nameOf = (schema: unknown, table: unknown): string => `${quotedSchema(String(schema))}.${quoted(String(table))}`

const textLiteral = (text: string): string => `'${text.replaceAll("'", "''")}'`

/**
 * Reads the tables whose columns Drill knows before it reads them: views, and tables of databases. Files have no columns until they are
 * read, so they are listed by name, and only in the schemas that an admin has chosen: others may be whole file systems.
 * @param rowsOf runs a query
 * @param allowed names of schemas, with commas between them; '' for all
 */
export async function readSchema(rowsOf: (text: string) => Promise<Row[]>, allowed: string): Promise<SchemaTable[]> {
  const schemas = allowed
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
  const list = schemas.map(textLiteral).join(', ')
  const isAllowed = schemas.length > 0
  const columns = await rowsOf(
    `SELECT TABLE_SCHEMA, TABLE_NAME, COLUMN_NAME, DATA_TYPE FROM INFORMATION_SCHEMA.\`COLUMNS\`
     WHERE ${isAllowed ? `TABLE_SCHEMA IN (${list})` : "LOWER(TABLE_SCHEMA) NOT IN ('information_schema', 'sys')"}
     ORDER BY TABLE_SCHEMA, TABLE_NAME, ORDINAL_POSITION`,
  )
  const files = isAllowed
    ? await rowsOf(`SELECT SCHEMA_NAME, FILE_NAME FROM INFORMATION_SCHEMA.\`FILES\` WHERE SCHEMA_NAME IN (${list})`)
    : []
  return tablesOfColumns([
    ...columns.map(
      ([schema, table, column, type]): ColumnRow => ({
        table: nameOf(schema, table),
        column: String(column),
        type: String(type),
      }),
    ),
    ...files
      .filter(([, file]) => isData(String(file)))
      .map(([schema, file]): ColumnRow => ({ table: nameOf(schema, file), column: null, type: '' })),
  ])
}

/** Files of views, and those that Drill does not read by themselves. */
const isData = (file: string): boolean => !/^[._]|\.view\.drill$/.test(file)
