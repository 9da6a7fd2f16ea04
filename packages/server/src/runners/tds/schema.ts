import type { SchemaTable } from '@sightline/contract/data-sources.ts'
import { Request } from 'tedious'
import { CANCELLED, QueryError } from '../runner.ts'
import { identifierQuoter, tablesOfColumns } from '../sql/schema-tables.ts'
import { open } from './connection.ts'
import type { TdsOptions } from './define-runner.ts'
import { connectError } from './errors.ts'

const COLUMNS = `
  SELECT CASE WHEN TABLE_SCHEMA = SCHEMA_NAME() THEN '' ELSE TABLE_SCHEMA END, TABLE_NAME, COLUMN_NAME, DATA_TYPE
  FROM INFORMATION_SCHEMA.COLUMNS
  WHERE TABLE_SCHEMA NOT IN ('sys', 'INFORMATION_SCHEMA')`

const quoted = identifierQuoter(/^[A-Za-z_][\w@$#]*$/, '[')

/** Lists every table and view that the user may see; names in other schemas are qualified. */
export async function readSchema(options: TdsOptions, signal: AbortSignal): Promise<SchemaTable[]> {
  const rows = await rowsOfStatement(COLUMNS, options, signal)
  return tablesOfColumns(
    rows.map((row) => {
      const [schema = '', table = '', column = '', type = ''] = row.map(String)
      return { table: schema ? `${quoted(schema)}.${quoted(table)}` : quoted(table), column, type }
    }),
  )
}

export async function testConnection(options: TdsOptions, signal: AbortSignal): Promise<void> {
  await rowsOfStatement('SELECT 1', options, signal)
}

/** Runs a statement of Sightline's own and returns all rows. */
export async function rowsOfStatement(statement: string, options: TdsOptions, signal: AbortSignal): Promise<unknown[][]> {
  const connection = await open(options, signal)
  const abort = () => connection.close()
  signal.addEventListener('abort', abort)
  try {
    return await new Promise((resolve, reject) => {
      const rows: unknown[][] = []
      const request = new Request(statement, (error) => (error ? reject(error) : resolve(rows)))
      request.on('row', (cells: { value: unknown }[]) => rows.push(cells.map(({ value }) => value)))
      connection.execSqlBatch(request)
    })
  } catch (error) {
    throw signal.aborted ? new QueryError(CANCELLED, { cause: error }) : connectError(error, options)
  } finally {
    signal.removeEventListener('abort', abort)
    connection.close()
  }
}
