import type { SchemaTable } from '@sightline/contract/data-sources.ts'
import { z } from 'zod'
import { CANCELLED, QueryError } from '../runner.ts'
import { acquire, ask, close, release } from './connection.ts'
import { connectError } from './errors.ts'
import type { MysqlOptions } from './options.ts'

const COLUMNS = `
  SELECT IF(table_schema = DATABASE(), '', table_schema), table_name, column_name, column_type
  FROM information_schema.columns
  WHERE table_schema NOT IN ('information_schema', 'performance_schema', 'mysql', 'sys')`

const Columns = z.array(z.tuple([z.string(), z.string(), z.string(), z.string()]))

const PLAIN_NAME = /^[A-Za-z_$][\w$]*$/
const quoted = (name: string) => (PLAIN_NAME.test(name) ? name : `\`${name.replaceAll('`', '``')}\``)
const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)

/** Every table and view that the user may see, those of other databases with their database's name in front. */
export async function readSchema(options: MysqlOptions, signal: AbortSignal): Promise<SchemaTable[]> {
  const tables = new Map<string, SchemaTable>()
  for (const [schema, table, column, type] of Columns.parse(await answer(COLUMNS, options, signal))) {
    const name = schema ? `${quoted(schema)}.${quoted(table)}` : quoted(table)
    const known = tables.get(name) ?? { name, columns: [] }
    known.columns.push({ name: column, type })
    tables.set(name, known)
  }
  for (const { columns } of tables.values()) columns.sort(byName)
  return [...tables.values()].sort(byName)
}

export async function testConnection(options: MysqlOptions, signal: AbortSignal): Promise<void> {
  await answer('SELECT 1', options, signal)
}

async function answer(statement: string, options: MysqlOptions, signal: AbortSignal): Promise<unknown> {
  const connection = await acquire(options, signal)
  const aborted = Promise.withResolvers<never>()
  const abort = () => aborted.reject(new QueryError(CANCELLED))
  signal.addEventListener('abort', abort)
  try {
    const rows = await Promise.race([ask(connection.driver, statement), aborted.promise])
    release(connection)
    return rows
  } catch (error) {
    close(connection)
    throw connectError(error, options)
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
