import type { SchemaTable } from '@sightline/contract/data-sources.ts'
import type { Client, types } from 'cassandra-driver'
import { CANCELLED, NO_DATA, QueryError, type RunContext, type RunnerResult, StopUnconfirmed } from '../runner.ts'
import { runBound } from '../sql/bound-select.ts'
import { type BoundText, questionMarks } from '../sql/bound-text.ts'
import { identifierQuoter, tablesOfColumns } from '../sql/schema-tables.ts'
import { type Row, rowsResult } from '../values/rows.ts'
import { type CassandraContext, open, statementError } from './client.ts'
import { cellOf, columnOf } from './columns.ts'
import type { CassandraOptions } from './define-runner.ts'
import { takesTexts } from './prepared.ts'

const PAGE_ROWS = 2000
/** A list in `IN` should have fewer. */
const parameters = questionMarks('cql', 1000)

/** Runs one statement and reads its rows page by page. */
export async function run(
  text: string,
  { config, signal, bindsTexts }: Pick<RunContext<CassandraOptions>, 'config' | 'signal' | 'bindsTexts'>,
): Promise<RunnerResult> {
  const client = await open({ config, signal })
  try {
    return await runBound(text, bindsTexts ? parameters : null, signal, async (query) => {
      const first = await pageOf(client, query, undefined, signal)
      // Statements that return no rows have no columns.
      if (!first.columns) throw new QueryError(NO_DATA)
      return rowsResult(first.columns.map(columnOf), rowsOf(client, query, first, signal))
    })
  } catch (error) {
    await client.shutdown()
    throw error
  }
}

async function* rowsOf(client: Client, query: BoundText, first: types.ResultSet, signal: AbortSignal): AsyncGenerator<Row[]> {
  try {
    for (let page = first; ; page = await pageOf(client, query, page.pageState, signal)) {
      const names = page.columns.map(({ name }) => name)
      yield page.rows.map((row) => names.map((name) => cellOf(row.get(name))))
      if (!page.pageState) return
    }
  } finally {
    await client.shutdown()
  }
}

/** Requests a page. CQL cannot cancel a request: after a cancel the server may still work on it for a moment. */
async function pageOf(
  client: Client,
  { text, values }: BoundText,
  pageState: string | undefined,
  signal: AbortSignal,
): Promise<types.ResultSet> {
  if (signal.aborted) throw new QueryError(CANCELLED)
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const abort = () => reject(new StopUnconfirmed(signal.reason))
  signal.addEventListener('abort', abort)
  try {
    const prepare = values.length > 0
    if (prepare && !(await Promise.race([takesTexts(client, text), aborted])))
      throw new QueryError('A parameter of the query is not a text.')
    const options = { fetchSize: PAGE_ROWS, prepare, ...(pageState ? { pageState } : {}) }
    return await Promise.race([client.execute(text, values, options), aborted])
  } catch (error) {
    throw statementError(error, text)
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

const SCHEMA_PAGE_ROWS = 5000
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
    const answer = await client.execute(statement, [], { fetchSize: SCHEMA_PAGE_ROWS })
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
