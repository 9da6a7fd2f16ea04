import type { SchemaTable } from '@sightline/contract/data-sources.ts'
import { statementsOf } from '@sightline/domain/sql-text/statements.ts'
import { defineRunner, NO_DATA, QueryError, type RunContext, type RunnerResult } from '../runner.ts'
import { isPlainSelect, runBound } from '../sql/bound-select.ts'
import { type BoundText, type ParameterSyntax, questionMarks } from '../sql/bound-text.ts'
import { tablesOf } from '../sql/schema-tables.ts'
import { StoppableRun, stopTimeout } from '../stopping.ts'
import { type DeclaredColumn, type Row, rowsResult } from '../values/rows.ts'
import { storageClient } from './external-links.ts'
import {
  baseOf,
  type Context,
  chunks,
  DatabricksOptions,
  type Delivery,
  databricksClient,
  IN_STORAGE,
  INLINE,
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

const storageOf = ({ config, signal, sourceNetworks = [] }: Context) => storageClient(baseOf(config), signal, sourceNetworks)

/** Named and unnamed markers cannot be mixed. */
const parameters: ParameterSyntax = {
  ...questionMarks('databricks', 1000),
  parameter: (number) => `:${parameterName(number)}`,
}

/** Runs the statements of a query one after the other; the result is the rows of the last one. */
async function run(
  text: string,
  { config, signal, onSession, bindsTexts, sourceNetworks = [] }: RunContext<DatabricksOptions>,
): Promise<RunnerResult> {
  let starting: Promise<Statement> | undefined
  const stoppable = new StoppableRun(signal, async () => {
    if (!starting) return
    const { statement_id: statement } = await starting
    await stop({ statement }, { config, signal: stopTimeout() })
  })
  const start = async ({ text, values }: BoundText) => {
    const context = { config, signal: stoppable.signal, sourceNetworks }
    const client = databricksClient(context)
    const storage = storageOf(context)
    const complete = async (statement: string, delivery: Delivery) => {
      starting = startStatement(client, { text: statement, values }, config, delivery)
      const started = await starting
      onSession?.({ statement: started.statement_id })
      return waitForSuccess(client, started, stoppable.signal)
    }
    let last: Statement | undefined
    let asked = ''
    for (asked of statementsOf(text, 'databricks')) last = await complete(asked, INLINE)
    if (!last?.manifest || last.manifest.schema.columns.length === 0) throw new QueryError(NO_DATA)
    const { manifest } = last
    const cut = (why = '') => resultOf(manifest, chunks(client, last, storage), manifest.truncated ? `${CUT}${why}` : '')
    if (!manifest.truncated || !isPlainSelect(asked, 'databricks')) return cut()
    try {
      const whole = await complete(asked, IN_STORAGE)
      return await resultOf(manifest, chunks(client, whole, storage), whole.manifest?.truncated ? CUT_IN_STORAGE : '')
    } catch (error) {
      if (stoppable.signal.aborted || !(error instanceof QueryError)) throw error
      // A firewall may not let its storage be reached: the rows at hand are better than none.
      return cut(` The whole result could not be read: ${error.message}`)
    }
  }
  return stoppable.result(() => runBound(text, bindsTexts ? parameters : null, signal, start))
}

const CUT = 'Databricks has cut the result short: it hands over 25 MB at most.'
const CUT_IN_STORAGE = 'Databricks has cut the result short.'

/** @param note says that the result was cut; '' for a whole one */
function resultOf(
  { schema: { columns } }: NonNullable<Statement['manifest']>,
  groups: AsyncGenerator<Row[], void, undefined>,
  note: string,
): Promise<RunnerResult> {
  return rowsResult(columns.map(columnOf), groups, {
    metadata: () => ({ truncated: note !== '' }),
    log: () => (note ? [note] : []),
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

/** All rows of a statement of our own, or those that Databricks hands over if its storage cannot be reached. */
async function rowsAt(context: Context, statement: string): Promise<Row[]> {
  const client = databricksClient(context)
  const complete = async (delivery: Delivery) =>
    waitForSuccess(
      client,
      await startStatement(client, { text: statement, values: [] }, context.config, delivery),
      context.signal,
    )
  const rowsIn = async (done: Statement) => {
    const rows: Row[] = []
    for await (const some of chunks(client, done, storageOf(context))) for (const row of some) rows.push(row)
    return rows
  }
  const inline = await complete(INLINE)
  if (!inline.manifest?.truncated) return rowsIn(inline)
  try {
    return await rowsIn(await complete(IN_STORAGE))
  } catch (error) {
    if (context.signal.aborted || !(error instanceof QueryError)) throw error
    return rowsIn(inline)
  }
}

async function testConnection(context: Context): Promise<void> {
  await rowsAt(context, 'SELECT 1')
}

const COLUMNS = `SELECT table_catalog || '.' || table_schema || '.' || table_name, column_name, full_data_type
  FROM system.information_schema.columns WHERE table_schema <> 'information_schema' ORDER BY 1, ordinal_position`

async function readSchema(context: Context): Promise<SchemaTable[]> {
  return tablesOf(await rowsAt(context, COLUMNS))
}
