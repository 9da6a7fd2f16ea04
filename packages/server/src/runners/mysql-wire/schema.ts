import type { SchemaTable } from '@sightline/contract/data-sources.ts'
import { z } from 'zod'
import { CANCELLED, QueryError } from '../runner.ts'
import { securityNote } from '../sql/connection-messages.ts'
import { identifierQuoter, type RunStatement, tablesOfColumns } from '../sql/schema-tables.ts'
import { acquire, type Connection, close, release, runStatementOn, type Server } from './connection.ts'
import { connectError } from './errors.ts'

const columnsQuery = (ownSchemas: readonly string[]) => `
  SELECT CASE WHEN table_schema = DATABASE() THEN '' ELSE table_schema END, table_name, column_name, column_type
  FROM information_schema.columns
  WHERE lower(table_schema) NOT IN (${ownSchemas.map((name) => `'${name}'`).join(', ')})`

const Columns = z.array(z.tuple([z.string(), z.string(), z.string(), z.string()]))

const quoted = identifierQuoter(/^[A-Za-z_$][\w$]*$/, '`')

/** Lists every table and view that the user may see; names in other databases are qualified. */
export async function readSchema(server: Server, signal: AbortSignal): Promise<SchemaTable[]> {
  const rows = Columns.parse(
    await onConnection(server, signal, (runStatement) => runStatement(columnsQuery(server.serverDialect.ownSchemas))),
  )
  return tablesOfColumns(
    rows.map(([schema, table, column, type]) => ({
      table: schema ? `${quoted(schema)}.${quoted(table)}` : quoted(table),
      column,
      type,
    })),
  )
}

/** @returns a note on the security of the connection; null if there is nothing to note */
export async function testConnection(server: Server, signal: AbortSignal): Promise<string | null> {
  return onConnection(server, signal, async (runStatement, { encryption }) => {
    await runStatement('SELECT 1')
    return securityNote(encryption, server.options)
  })
}

type ConnectionTask<Result> = (runStatement: RunStatement, connection: Connection) => Promise<Result>

async function onConnection<Result>(server: Server, signal: AbortSignal, use: ConnectionTask<Result>): Promise<Result> {
  const connection = await acquire(server, signal)
  const aborted = Promise.withResolvers<never>()
  const abort = () => aborted.reject(new QueryError(CANCELLED))
  signal.addEventListener('abort', abort)
  try {
    const result = await Promise.race([use(runStatementOn(connection), connection), aborted.promise])
    release(connection)
    return result
  } catch (error) {
    close(connection)
    throw connectError(error, server.options)
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
