import type { SchemaTable } from '@sightline/contract/data-sources.ts'
import { z } from 'zod'
import { CANCELLED, QueryError } from '../runner.ts'
import { acquire, close, release } from './connection.ts'
import { connectError } from './errors.ts'
import type { PostgresOptions } from './options.ts'

/**
 * Every table, view, materialized view and foreign table that the user may read something of; of partitioned tables the whole,
 * not the parts. Names are quoted where SQL needs it; the first schema of the search path is left out of them.
 */
const TABLES = `
  SELECT
    CASE WHEN n.nspname = current_schema() THEN '' ELSE quote_ident(n.nspname) || '.' END || quote_ident(c.relname) AS name,
    CASE WHEN c.relkind IN ('r', 'm', 'p') AND c.reltuples >= 0 THEN c.reltuples::float8 END AS size,
    (
      SELECT json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)))::text
      FROM pg_catalog.pg_attribute a
      WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    ) AS columns
  FROM pg_catalog.pg_class c
  JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind IN ('r', 'v', 'm', 'f', 'p')
    AND NOT c.relispartition
    AND n.nspname NOT IN ('pg_catalog', 'information_schema', 'pg_toast')
    AND n.nspname !~ '^pg_(temp|toast_temp)_'
    AND has_schema_privilege(n.oid, 'USAGE')
    AND (has_table_privilege(c.oid, 'SELECT') OR has_any_column_privilege(c.oid, 'SELECT'))`

const Tables = z.array(z.object({ name: z.string(), size: z.number().nullable(), columns: z.string().nullable() }))
const Columns = z.array(z.object({ name: z.string(), type: z.string() }))

const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)

export async function readSchema(options: PostgresOptions, signal: AbortSignal): Promise<SchemaTable[]> {
  const rows = Tables.parse(await ask(TABLES, options, signal))
  const tables = rows.map(({ name, size, columns }) => ({
    name,
    ...(size === null ? {} : { size: Math.round(size) }),
    columns: columns ? Columns.parse(JSON.parse(columns)).sort(byName) : [],
  }))
  return tables.sort(byName)
}

export async function testConnection(options: PostgresOptions, signal: AbortSignal): Promise<void> {
  await ask('SELECT 1', options, signal)
}

async function ask(statement: string, options: PostgresOptions, signal: AbortSignal): Promise<unknown[]> {
  const connection = await acquire(options, signal)
  const abort = () => close(connection)
  signal.addEventListener('abort', abort)
  try {
    const { rows } = await connection.client.query(statement)
    release(connection)
    return rows
  } catch (error) {
    close(connection)
    if (signal.aborted) throw new QueryError(CANCELLED, { cause: error })
    // What waited may have been closed by the server meanwhile; a new connection tells whether there is more to it.
    if (connection.isReused) return ask(statement, options, signal)
    throw connectError(error, options)
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
