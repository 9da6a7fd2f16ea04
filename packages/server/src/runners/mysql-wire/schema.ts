import type { SchemaTable } from '@sightline/contract/data-sources.ts'
import { z } from 'zod'
import { CANCELLED, QueryError } from '../runner.ts'
import { tablesOfColumns } from '../sql/schema-tables.ts'
import { acquire, askOn, close, release, type Server } from './connection.ts'
import { connectError } from './errors.ts'

const columnsBut = (ownSchemas: readonly string[]) => `
  SELECT CASE WHEN table_schema = DATABASE() THEN '' ELSE table_schema END, table_name, column_name, column_type
  FROM information_schema.columns
  WHERE lower(table_schema) NOT IN (${ownSchemas.map((name) => `'${name}'`).join(', ')})`

const Columns = z.array(z.tuple([z.string(), z.string(), z.string(), z.string()]))

const PLAIN_NAME = /^[A-Za-z_$][\w$]*$/
const quoted = (name: string) => (PLAIN_NAME.test(name) ? name : `\`${name.replaceAll('`', '``')}\``)

/** Every table and view that the user may see, those of other databases with their database's name in front. */
export async function readSchema(server: Server, signal: AbortSignal): Promise<SchemaTable[]> {
  const rows = Columns.parse(await answer(columnsBut(server.flavour.ownSchemas), server, signal))
  return tablesOfColumns(
    rows.map(([schema, table, column, type]) => ({
      table: schema ? `${quoted(schema)}.${quoted(table)}` : quoted(table),
      column,
      type,
    })),
  )
}

export async function testConnection(server: Server, signal: AbortSignal): Promise<void> {
  await answer('SELECT 1', server, signal)
}

async function answer(statement: string, server: Server, signal: AbortSignal): Promise<unknown> {
  const connection = await acquire(server, signal)
  const aborted = Promise.withResolvers<never>()
  const abort = () => aborted.reject(new QueryError(CANCELLED))
  signal.addEventListener('abort', abort)
  try {
    const rows = await Promise.race([askOn(connection)(statement), aborted.promise])
    release(connection)
    return rows
  } catch (error) {
    close(connection)
    throw connectError(error, server.options)
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
