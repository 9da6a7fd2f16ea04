import type { SchemaTable } from '@sightline/contract/data-sources.ts'
import { statementsOf } from '@sightline/domain/sql-text/statements.ts'
import { defineRunner, NO_DATA, QueryError, type RunContext, type RunnerResult } from '../runner.ts'
import { runBound } from '../sql/bound-select.ts'
import { type BoundText, questionMarks } from '../sql/bound-text.ts'
import { tablesOf } from '../sql/schema-tables.ts'
import { StoppableRun, stopTimeout } from '../stopping.ts'
import { type Row, rowsResult } from '../values/rows.ts'
import { SnowflakeOptions } from './account.ts'
import { type Answer, answerTo, type Context, parts, snowflakeClient, startStatements, stop, waitForEnd } from './service.ts'
import { cellOf, columnOf } from './values.ts'

/** Snowflake (https://docs.snowflake.com/en/developer-guide/sql-api), over its SQL API. */
export default defineRunner({
  type: 'snowflake',
  name: 'Snowflake',
  gallery: { category: 'warehouse', isPopular: true },
  syntax: 'sql',
  dialect: 'snowflake',
  language: 'snowflake',
  textPassing: 'parameters_outside_lists',
  exploreDialect: 'snowflake',
  guide: 'snowflake',
  moduleUrl: import.meta.url,
  config: SnowflakeOptions,
  run,
  stop,
  testConnection,
  getSchema: readSchema,
})

const parameters = questionMarks('snowflake', 10_000)

/** Runs all statements of a query in one session; the result is the rows of the last one. */
async function run(
  text: string,
  { config, signal, onSession, timeZone = null, bindsTexts }: RunContext<SnowflakeOptions>,
): Promise<RunnerResult> {
  let starting: Promise<Answer> | undefined
  const stoppable = new StoppableRun(signal, async () => {
    if (!starting) return
    const { statementHandle: statement } = await starting
    await stop({ statement }, { config, signal: stopTimeout() })
  })
  const start = async (query: BoundText) => {
    const client = snowflakeClient({ config, signal: stoppable.signal }, query.text)
    const count = statementsOf(query.text, 'snowflake').length
    if (count === 0) throw new QueryError(NO_DATA)
    starting = startStatements(client, query, { count, timeZone }, { config, signal: stoppable.signal })
    const started = await starting
    onSession?.({ statement: started.statementHandle })
    const done = await waitForEnd(client, started, stoppable.signal)
    const last = done.statementHandles?.at(-1)
    const answer = last === undefined ? done : await answerTo(client, last)
    const types = answer.resultSetMetaData?.rowType ?? []
    if (types.length === 0) throw new QueryError(NO_DATA)
    const groups = async function* () {
      for await (const rows of parts(client, answer))
        yield rows.map((row): Row => types.map((type, at) => cellOf(type, row[at] ?? null)))
    }
    return rowsResult(
      types.map((type) => columnOf(type, config.lower_case_columns)),
      groups(),
    )
  }
  return stoppable.result(() => runBound(text, bindsTexts ? parameters : null, signal, start))
}

async function rowsAt(context: Context, statement: string): Promise<Row[]> {
  const client = snowflakeClient(context)
  const done = await waitForEnd(
    client,
    await startStatements(client, { text: statement, values: [] }, { count: 1, timeZone: null }, context),
    context.signal,
  )
  const rows: Row[] = []
  for await (const some of parts(client, done)) for (const row of some) rows.push(row)
  return rows
}

/** Checks warehouse and database: Snowflake opens a session even if they do not exist or the user has no access. */
async function testConnection(context: Context): Promise<void> {
  const { warehouse, database } = context.config
  const [[knownWarehouse, knownDatabase] = []] = await rowsAt(context, 'SELECT CURRENT_WAREHOUSE(), CURRENT_DATABASE()')
  const missing =
    knownWarehouse === null ? `warehouse "${warehouse}"` : knownDatabase === null ? `database "${database}"` : null
  if (missing !== null) throw new QueryError(`There is no ${missing} for this user.`)
}

const COLUMNS = `SELECT table_schema || '.' || table_name, column_name, data_type, comment
  FROM information_schema.columns
  WHERE table_schema <> 'INFORMATION_SCHEMA' ORDER BY 1, ordinal_position`

async function readSchema(context: Context): Promise<SchemaTable[]> {
  return tablesOf(await rowsAt(context, COLUMNS))
}
