import type { SchemaTable } from '@sightline/contract/data-sources.ts'
import { CANCELLED, QueryError } from '../runner.ts'
import { identifierQuoter, tablesOfColumns } from '../sql/schema-tables.ts'
import { disconnect, open } from './connection.ts'
import { statementError } from './errors.ts'
import type { VerticaOptions } from './index.ts'
import { Query } from './query.ts'

const COLUMNS = `
  SELECT table_schema, table_name, column_name, data_type FROM v_catalog.columns WHERE NOT is_system_table
  UNION ALL SELECT table_schema, table_name, column_name, data_type FROM v_catalog.view_columns`

const quoted = identifierQuoter(/^[A-Za-z_][A-Za-z0-9_$]*$/, '"')
/** Tables in this schema need no qualified name. */
const USUAL_SCHEMA = 'public'

/** Lists every table and view that the user may see; names in other schemas are qualified. */
export async function readSchema(options: VerticaOptions, signal: AbortSignal): Promise<SchemaTable[]> {
  const rows = await rowsOf(COLUMNS, options, signal)
  return tablesOfColumns(
    rows.map((row) => {
      const [schema = '', table = '', column = '', type = ''] = row.map(String)
      const name = schema === USUAL_SCHEMA ? quoted(table) : `${quoted(schema)}.${quoted(table)}`
      return { table: name, column: quoted(column), type: type.toLowerCase() }
    }),
  )
}

export async function testConnection(options: VerticaOptions, signal: AbortSignal): Promise<void> {
  await rowsOf('SELECT 1', options, signal)
}

async function rowsOf(statement: string, options: VerticaOptions, signal: AbortSignal): Promise<unknown[][]> {
  const client = await open(options, signal)
  const abort = () => disconnect(client)
  signal.addEventListener('abort', abort)
  try {
    const query = client.query(new Query(statement, client, async () => undefined))
    await query.columns
    const rows: unknown[][] = []
    for await (const group of query.rows) rows.push(...group.map((row) => [...row]))
    return rows
  } catch (error) {
    throw signal.aborted ? new QueryError(CANCELLED, { cause: error }) : statementError(error)
  } finally {
    signal.removeEventListener('abort', abort)
    disconnect(client)
  }
}
