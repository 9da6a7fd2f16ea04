import { randomUUID } from 'node:crypto'
import type { SchemaTable } from '@sightline/contract/data-sources.ts'
import { statementsOf } from '@sightline/domain/sql-text/statements.ts'
import { z } from 'zod'
import { keepsSecrets, secret } from '../../platform/type-options.ts'
import { type HttpClient, httpClient } from '../http/client.ts'
import { errorAtPosition, errorMessageIn } from '../http/error-message.ts'
import { basicLogin } from '../http/options.ts'
import { linesOf } from '../http/response-body.ts'
import {
  ConnectionLost,
  defineRunner,
  NO_DATA,
  QueryError,
  type RunContext,
  type RunnerResult,
  type Session,
  type SourceContext,
} from '../runner.ts'
import { runBound } from '../sql/bound-select.ts'
import { type BoundText, questionMarks } from '../sql/bound-text.ts'
import { tablesOf } from '../sql/schema-tables.ts'
import { sshTunnel } from '../ssh/options.ts'
import { StoppableRun, stopTimeout } from '../stopping.ts'
import { parseJson } from '../values/cells.ts'
import { type DeclaredColumn, type Row, rowsResult } from '../values/rows.ts'

const parameters = questionMarks('calcite', 1000)

const DruidOptions = z.object({
  scheme: z.string().default('http'),
  host: z.string().min(1).meta({ default: 'localhost' }),
  port: z.number().int().default(8082),
  user: keepsSecrets(z.string().optional()),
  password: secret().optional(),
  ssh_tunnel: sshTunnel(),
})
type DruidOptions = z.output<typeof DruidOptions>

/** Apache Druid (https://druid.apache.org), over its SQL API. */
export default defineRunner({
  type: 'druid',
  name: 'Druid',
  gallery: { category: 'warehouse', aliases: ['apache', 'olap'] },
  syntax: 'sql',
  dialect: '',
  language: 'calcite',
  textPassing: 'parameters_outside_lists',
  guide: 'druid',
  moduleUrl: import.meta.url,
  config: DruidOptions,
  supportsAutoLimit: false,
  run,
  stop,
  testConnection,
  getSchema: readSchema,
})

type Context = Pick<SourceContext<DruidOptions>, 'config' | 'signal'>

function clientOf(
  { config: { scheme, host, port, user, password, ssh_tunnel: tunnel }, signal }: Context,
  statement = '',
): HttpClient {
  return httpClient({
    base: `${scheme}://${host}:${port}`,
    signal,
    privateNetworks: 'all',
    login: basicLogin(user, password),
    tunnel,
    errorFrom: (status, body) =>
      errorAtPosition(errorMessageIn(body) ?? `Failed to execute query. ${status}: no message`, statement, POSITION),
  })
}

/** `… (line [2], column [8])` */
const POSITION = /line \[?(\d+)\]?, column \[?(\d+)\]?/

async function run(text: string, { config, signal, onSession, bindsTexts }: RunContext<DruidOptions>): Promise<RunnerResult> {
  const id = randomUUID()
  let answered: Promise<unknown> = Promise.resolve()
  const stoppable = new StoppableRun(signal, async () => {
    await stop({ id }, { config, signal: stopTimeout() })
    // A server accepts a cancel of what it goes on with: it has stopped once it answers the query. Sending rows ends with the connection.
    await answered
  })
  onSession?.({ id })
  return stoppable.result(async () => {
    const [statement, ...others] = statementsOf(text, '')
    if (statement === undefined) throw new QueryError(NO_DATA)
    if (others.length > 0) throw new QueryError('Druid runs one statement at a time.')
    return runBound(statement, bindsTexts ? parameters : null, signal, async (query) => {
      const rows = openRows(clientOf({ config, signal: stoppable.signal }, query.text), query, id)
      answered = rows.catch(() => {})
      return readLines(await rows)
    })
  })
}

const statementOf = (text: string): BoundText => ({ text, values: [] })

async function openRows(
  client: HttpClient,
  { text: query, values }: BoundText,
  sqlQueryId: string,
): Promise<AsyncIterable<Buffer>> {
  const format = { resultFormat: 'arrayLines', header: true, typesHeader: true, sqlTypesHeader: true }
  const answer = await client.send({
    method: 'POST',
    path: '/druid/v2/sql',
    // Otherwise arrays arrive as strings.
    body: { query, ...parametersOf(values), ...format, context: { sqlQueryId, sqlStringifyArrays: false } },
  })
  return answer.body
}

/** https://druid.apache.org/docs/latest/querying/sql#dynamic-parameters; the server puts literals in their places. */
const parametersOf = (values: readonly string[]) =>
  values.length > 0 ? { parameters: values.map((value) => ({ type: 'VARCHAR', value })) } : {}

/** The first three lines are the names, Druid's native types, and the SQL types. */
async function readLines(body: AsyncIterable<Buffer>): Promise<RunnerResult> {
  const reading = linesOf(body)
  const lines: string[] = []
  while (lines.length < 3) {
    const { value, done } = await reading.next()
    if (done) break
    lines.push(...value)
  }
  const Names = z.array(z.string().nullable())
  const [names, nativeTypes, types] = lines.slice(0, 3).map((line) => Names.parse(parseJson(line || '[]')))
  if (!names || !nativeTypes || !types) throw new QueryError(NO_DATA)
  return rowsResult(
    names.map((name, index) => columnOf(name ?? '', { sql: types[index] ?? '', native: nativeTypes[index] ?? '' })),
    rowGroups(lines.slice(3), reading, cellsOf(types)),
  )
}

/** A complete response ends with an empty line. */
async function* rowGroups(
  ahead: string[],
  reading: AsyncGenerator<string[], void, undefined>,
  read: (row: Row) => Row,
): AsyncGenerator<Row[], void, undefined> {
  let hasEnded = false
  const rowsOf = (lines: string[]) =>
    lines.flatMap((line) => {
      hasEnded ||= line === ''
      return line === '' ? [] : [read(z.array(z.unknown()).parse(parseJson(line)))]
    })
  yield rowsOf(ahead)
  for await (const lines of reading) yield rowsOf(lines)
  if (!hasEnded) throw new ConnectionLost()
}

/** Druid writes dates as timestamps at midnight. */
function cellsOf(types: readonly (string | null)[]): (row: Row) => Row {
  if (!types.includes('DATE')) return (row) => row
  return (row) => row.map((value, at) => (types[at] === 'DATE' && typeof value === 'string' ? value.slice(0, 10) : value))
}

function columnOf(name: string, { sql: sourceType, native }: { sql: string; native: string }): DeclaredColumn {
  const column = { name, sourceType }
  // Its SQL type is `OTHER`, like that of sketches. The values arrive as JSON text.
  if (native === 'COMPLEX<json>') return { ...column, as: 'json' }
  switch (sourceType) {
    case 'BOOLEAN':
      return { ...column, as: 'boolean' }
    case 'TINYINT':
    case 'SMALLINT':
    case 'INTEGER':
    case 'BIGINT':
      return { ...column, as: 'integer' }
    case 'FLOAT':
    case 'REAL':
    case 'DOUBLE':
    // Druid computes with doubles in place of decimals.
    case 'DECIMAL':
      return { ...column, as: 'float' }
    case 'TIMESTAMP':
      return { ...column, as: 'instant' }
    case 'DATE':
      return { ...column, as: 'date' }
    case 'ARRAY':
      return { ...column, as: 'json' }
    case 'VARCHAR':
    case 'CHAR':
      return { ...column, as: 'text' }
    default:
      return column
  }
}

/** The server says that it has accepted the cancel, or that it does not know the query any more. */
async function stop({ id }: Session, context: Context): Promise<void> {
  const path = `/druid/v2/sql/${encodeURIComponent(String(id))}`
  await (await clientOf(context).send({ method: 'DELETE', path, accepts: [202, 404] })).text()
}

async function testConnection(context: Context): Promise<void> {
  for await (const _ of await openRows(clientOf(context), statementOf('SELECT 1'), randomUUID()));
}

const COLUMNS = `SELECT TABLE_SCHEMA || '.' || TABLE_NAME, COLUMN_NAME, DATA_TYPE FROM INFORMATION_SCHEMA.COLUMNS
  WHERE TABLE_SCHEMA <> 'INFORMATION_SCHEMA'`

async function readSchema(context: Context): Promise<SchemaTable[]> {
  const rows: Row[] = []
  let line = 0
  for await (const lines of linesOf(await openRows(clientOf(context), statementOf(COLUMNS), randomUUID())))
    for (const text of lines) if (text !== '' && line++ >= 3) rows.push(z.array(z.unknown()).parse(parseJson(text)))
  return tablesOf(rows)
}
