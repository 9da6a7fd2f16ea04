import type { SchemaTable } from '@sightline/contract/data-sources.ts'
import { tablesOfColumns } from '../sql/schema-tables.ts'
import { rowsOfStatement } from './run.ts'
import type { Target } from './target.ts'

/** Users of Oracle's own are marked since version 12. */
const COLUMNS = `
  SELECT CASE WHEN c.owner = USER THEN '' ELSE c.owner END, c.table_name, c.column_name, c.data_type
  FROM all_tab_columns c JOIN all_users u ON u.username = c.owner
  WHERE u.oracle_maintained = 'N'`

const PLAIN_NAME = /^[A-Z][A-Z0-9_$#]*$/
const quoted = (name: string) => (PLAIN_NAME.test(name) ? name : `"${name}"`)

/** Every table and view that the user may see, those of others with their name in front. */
export async function readSchema(target: Target, signal: AbortSignal): Promise<SchemaTable[]> {
  const rows = await rowsOfStatement(COLUMNS, target, signal)
  return tablesOfColumns(
    rows.map((row) => {
      // An empty text is null there.
      const [owner = '', table = '', column = '', type = ''] = row.map((value) => String(value ?? ''))
      return { table: owner ? `${quoted(owner)}.${quoted(table)}` : quoted(table), column: quoted(column), type }
    }),
  )
}

export async function testConnection(target: Target, signal: AbortSignal): Promise<void> {
  await rowsOfStatement('SELECT 1 FROM dual', target, signal)
}
