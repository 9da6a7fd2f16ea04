import type { SchemaTable } from '@sightline/contract/data-sources.ts'
import { tablesOfColumns } from '../sql/schema-tables.ts'
import { rowsOfStatement } from './statement.ts'
import type { Target } from './target.ts'

const COLUMNS = `
  SELECT CASE WHEN TABLE_SCHEMA = SCHEMA_NAME() THEN '' ELSE TABLE_SCHEMA END, TABLE_NAME, COLUMN_NAME, DATA_TYPE
  FROM INFORMATION_SCHEMA.COLUMNS
  WHERE TABLE_SCHEMA NOT IN ('sys', 'INFORMATION_SCHEMA')`

const PLAIN_NAME = /^[A-Za-z_][\w@$#]*$/
const quoted = (name: string) => (PLAIN_NAME.test(name) ? name : `[${name.replaceAll(']', ']]')}]`)

/** Every table and view that the user may see, those of other schemas with the schema's name in front. */
export async function readSchema(target: Target, signal: AbortSignal): Promise<SchemaTable[]> {
  const rows = await rowsOfStatement(COLUMNS, target, signal)
  return tablesOfColumns(
    rows.map((row) => {
      const [schema = '', table = '', column = '', type = ''] = row.map(String)
      return { table: schema ? `${quoted(schema)}.${quoted(table)}` : quoted(table), column, type }
    }),
  )
}

export async function testConnection(target: Target, signal: AbortSignal): Promise<void> {
  await rowsOfStatement('SELECT 1', target, signal)
}
