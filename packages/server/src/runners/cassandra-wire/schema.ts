import type { SchemaTable } from '@sightline/contract/data-sources.ts'
import { CANCELLED, QueryError } from '../runner.ts'
import { identifierQuoter, tablesOfColumns } from '../sql/schema-tables.ts'
import { type CassandraContext, open } from './client.ts'
import { statementError } from './errors.ts'

const PAGE_ROWS = 5000
const quoted = identifierQuoter(/^[a-z][a-z0-9_]*$/, '"')

/** Lists the tables of the keyspace. */
export async function readSchema(context: CassandraContext): Promise<SchemaTable[]> {
  const keyspace = context.config.keyspace.replaceAll("'", "''")
  const rows = await runStatement(
    `SELECT table_name, column_name, type FROM system_schema.columns WHERE keyspace_name = '${keyspace}'`,
    context,
  )
  return tablesOfColumns(
    rows.map(([table, column, type]) => ({
      table: quoted(String(table)),
      column: quoted(String(column)),
      type: String(type),
    })),
  )
}

export async function testConnection(context: CassandraContext): Promise<void> {
  await runStatement('SELECT release_version FROM system.local', context)
}

async function runStatement(statement: string, context: CassandraContext): Promise<unknown[][]> {
  const client = await open(context)
  try {
    const rows: unknown[][] = []
    const answer = await client.execute(statement, [], { fetchSize: PAGE_ROWS })
    for await (const row of answer) {
      if (context.signal.aborted) throw new QueryError(CANCELLED)
      rows.push(row.values())
    }
    return rows
  } catch (error) {
    throw statementError(error, statement)
  } finally {
    await client.shutdown()
  }
}
