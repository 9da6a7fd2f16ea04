import { defineRunner, NO_DATA, QueryError, type RunContext, type RunnerResult } from '../runner.ts'
import { StoppableRun, stopTimeout } from '../stopping.ts'
import { type DeclaredColumn, type Row, rowsResult } from '../values/rows.ts'
import { readSchema } from './schema.ts'
import {
  AthenaOptions,
  athenaClient,
  type Execution,
  pages,
  type ResultPage,
  startQuery,
  stop,
  testConnection,
  waitForSuccess,
} from './service.ts'

/** Amazon Athena (https://docs.aws.amazon.com/athena): SQL over files in S3. */
export default defineRunner({
  type: 'athena',
  name: 'Amazon Athena',
  gallery: { category: 'warehouse', aliases: ['aws', 's3'] },
  syntax: 'sql',
  dialect: 'trino',
  language: 'athena',
  exploreDialect: 'trino',
  guide: 'athena',
  moduleUrl: import.meta.url,
  config: AthenaOptions,
  supportsAutoLimit: false,
  run,
  stop,
  testConnection,
  getSchema: readSchema,
})

/** Redash computes the cost as price per terabyte × bytes × this factor; clients expect the same number. */
const WIRE_FACTOR = 10e-12

async function run(text: string, { config, signal, onSession }: RunContext<AthenaOptions>): Promise<RunnerResult> {
  let starting: Promise<string> | undefined
  const stoppable = new StoppableRun(signal, async () => {
    if (starting) await stop({ query: await starting }, { config, signal: stopTimeout() })
  })
  return stoppable.result(async () => {
    const athena = athenaClient({ config, signal: stoppable.signal })
    starting = startQuery(athena, text, config)
    const id = await starting
    onSession?.({ query: id })
    const execution = await waitForSuccess(athena, id, stoppable.signal, text)
    const metadata = () => factsOf(id, execution, config)
    return { ...(await resultOf(pages(athena, id), execution)), metadata }
  })
}

function factsOf(id: string, { Statistics: statistics }: Execution, { cost_per_tb: price }: AthenaOptions) {
  const bytes = statistics?.DataScannedInBytes ?? 0
  return { data_scanned: bytes, athena_query_id: id, query_cost: price * bytes * WIRE_FACTOR }
}

async function resultOf(
  reading: AsyncGenerator<ResultPage, void, undefined>,
  { StatementType: statement }: Execution,
): Promise<RunnerResult> {
  const { value: first } = await reading.next()
  const columns = first?.ResultSetMetadata.ColumnInfo ?? []
  if (!first || columns.length === 0) throw new QueryError(NO_DATA)
  const rowsIn = ({ Rows }: ResultPage): Row[] =>
    Rows.map(({ Data }) => columns.map(({ Type }, at) => cellOf(Type, Data[at]?.VarCharValue ?? null)))
  // The rows of a SELECT begin with the column names; those of SHOW and DESCRIBE (`UTILITY`) do not.
  const [head] = first.Rows
  const isNamed = columns.every(({ Name }, at) => head?.Data[at]?.VarCharValue === Name)
  const hasHead = !/^(DDL|UTILITY)$/.test(statement ?? '') && isNamed
  const groups = async function* () {
    yield rowsIn(hasHead ? { ...first, Rows: first.Rows.slice(1) } : first)
    for await (const page of reading) yield rowsIn(page)
  }
  return rowsResult(columns.map(columnOf), groups())
}

/** Athena separates the bytes of binary values by spaces: `00 ff`. */
const cellOf = (type: string, written: string | null): string | null =>
  type.toLowerCase() === 'varbinary' && written !== null ? written.replaceAll(' ', '') : written

function columnOf({
  Name: name,
  Type,
  Precision: precision,
  Scale: scale,
}: {
  Name: string
  Type: string
  Precision: number
  Scale: number
}): DeclaredColumn {
  const sourceType = Type.toLowerCase()
  const column = { name, sourceType }
  switch (sourceType) {
    case 'boolean':
      return { ...column, as: 'boolean' }
    case 'tinyint':
    case 'smallint':
    case 'int':
    case 'integer':
    case 'bigint':
      return { ...column, as: 'integer' }
    case 'float':
    case 'real':
    case 'double':
      return { ...column, as: 'float' }
    case 'decimal':
      return { ...column, as: 'decimal', digits: { precision, scale } }
    case 'date':
      return { ...column, as: 'date' }
    case 'timestamp':
      return { ...column, as: 'datetime' }
    // Zones may be region names, so such times are kept as text.
    case 'timestamp with time zone':
      return { ...column, as: 'text', type: 'datetime' }
    case 'json':
      return { ...column, as: 'json' }
    default:
      return { ...column, as: 'text' }
  }
}
