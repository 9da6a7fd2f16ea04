import type { SchemaTable } from '@sightline/contract/data-sources.ts'
import { statementsOf } from '@sightline/domain/sql-text/statements.ts'
import { defineRunner, NO_DATA, QueryError, type RunContext, type RunnerResult } from '../runner.ts'
import { runBound } from '../sql/bound-select.ts'
import { type BoundText, type ParameterSyntax, questionMarks } from '../sql/bound-text.ts'
import { tablesOf } from '../sql/schema-tables.ts'
import { StoppableRun, stopTimeout } from '../stopping.ts'
import { type DeclaredColumn, type Row, rowsResult } from '../values/rows.ts'
import {
  type Chunk,
  type Context,
  chunks,
  DatabricksOptions,
  databricksClient,
  parameterName,
  type Statement,
  startStatement,
  stop,
  waitForSuccess,
} from './warehouse.ts'

/** Databricks SQL (https://docs.databricks.com/api/workspace/statementexecution): SQL on a warehouse. */
export default defineRunner({
  type: 'databricks',
  name: 'Databricks',
  gallery: { category: 'warehouse', aliases: ['spark', 'delta lake'] },
  syntax: 'sql',
  dialect: 'databricks',
  language: 'databricks',
  textPassing: 'parameters_outside_lists',
  guide: 'databricks',
  moduleUrl: import.meta.url,
  config: DatabricksOptions,
  annotates: false,
  run,
  stop,
  testConnection,
  getSchema: readSchema,
})

/** Named and unnamed markers cannot be mixed. */
const parameters: ParameterSyntax = {
  ...questionMarks('databricks', 1000),
  parameter: (number) => `:${parameterName(number)}`,
}

/** Runs the statements of a query one after the other; the result is the rows of the last one. */
async function run(
  text: string,
  { config, signal, onSession, bindsTexts }: RunContext<DatabricksOptions>,
): Promise<RunnerResult> {
  let starting: Promise<Statement> | undefined
  const stoppable = new StoppableRun(signal, async () => {
    if (!starting) return
    const { statement_id: statement } = await starting
    await stop({ statement }, { config, signal: stopTimeout() })
  })
  const start = async ({ text, values }: BoundText) => {
    const client = databricksClient({ config, signal: stoppable.signal })
    let last: Statement | undefined
    for (const statement of statementsOf(text, 'databricks')) {
      starting = startStatement(client, { text: statement, values }, config)
      const started = await starting
      onSession?.({ statement: started.statement_id })
      last = await waitForSuccess(client, started, stoppable.signal)
    }
    if (!last?.manifest || last.manifest.schema.columns.length === 0) throw new QueryError(NO_DATA)
    return resultOf(last.manifest, chunks(client, last))
  }
  return stoppable.result(() => runBound(text, bindsTexts ? parameters : null, stoppable.signal, start))
}

function resultOf(
  { schema: { columns }, truncated }: NonNullable<Statement['manifest']>,
  reading: AsyncGenerator<Chunk, void, undefined>,
): Promise<RunnerResult> {
  const groups = async function* () {
    for await (const { data_array: rows } of reading) yield rows
  }
  return rowsResult(columns.map(columnOf), groups(), {
    metadata: () => ({ truncated }),
    log: () => (truncated ? ['Databricks has cut the result short: it hands over 25 MB at most.'] : []),
  })
}

type WireColumn = NonNullable<Statement['manifest']>['schema']['columns'][number]

function columnOf({
  name,
  type_name: type,
  type_text: text,
  type_precision: precision,
  type_scale: scale,
}: WireColumn): DeclaredColumn {
  const column = { name, sourceType: text || type }
  // Only the full type name tells timestamps with and without time zone apart.
  if (text === 'TIMESTAMP_NTZ') return { ...column, as: 'datetime' }
  switch (type) {
    case 'BOOLEAN':
      return { ...column, as: 'boolean' }
    case 'BYTE':
    case 'SHORT':
    case 'INT':
    case 'LONG':
      return { ...column, as: 'integer' }
    case 'FLOAT':
    case 'DOUBLE':
      return { ...column, as: 'float' }
    case 'DECIMAL':
      return { ...column, as: 'decimal', ...(precision === undefined ? {} : { digits: { precision, scale: scale ?? 0 } }) }
    case 'DATE':
      return { ...column, as: 'date' }
    case 'TIMESTAMP':
      return { ...column, as: 'instant' }
    case 'TIMESTAMP_NTZ':
      return { ...column, as: 'datetime' }
    case 'ARRAY':
    case 'MAP':
    case 'STRUCT':
      return { ...column, as: 'json' }
    default:
      return { ...column, as: 'text' }
  }
}

async function rowsAt(context: Context, statement: string): Promise<Row[]> {
  const client = databricksClient(context)
  const done = await waitForSuccess(
    client,
    await startStatement(client, { text: statement, values: [] }, context.config),
    context.signal,
  )
  const rows: Row[] = []
  for await (const { data_array: some } of chunks(client, done)) rows.push(...some)
  return rows
}

async function testConnection(context: Context): Promise<void> {
  await rowsAt(context, 'SELECT 1')
}

const COLUMNS = `SELECT table_catalog || '.' || table_schema || '.' || table_name, column_name, full_data_type
  FROM system.information_schema.columns WHERE table_schema <> 'information_schema' ORDER BY 1, ordinal_position`

async function readSchema(context: Context): Promise<SchemaTable[]> {
  return tablesOf(await rowsAt(context, COLUMNS))
}
