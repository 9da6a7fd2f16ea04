import { randomUUID } from 'node:crypto'
import type { SchemaTable } from '@sightline/contract/data-sources.ts'
import { z } from 'zod'
import { keepsSecrets, secret } from '../../platform/type-options.ts'
import { type HttpClient, httpClient } from '../http/client.ts'
import { errorMessageIn } from '../http/error-message.ts'
import { basicLogin } from '../http/options.ts'
import {
  defineRunner,
  NO_DATA,
  QueryError,
  type RunContext,
  type RunnerResult,
  type Session,
  type SourceContext,
} from '../runner.ts'
import { permittedOf } from '../several-at-a-time.ts'
import { mustOnlyRead } from '../sql/only-reading.ts'
import { tablesOf } from '../sql/schema-tables.ts'
import { sshTunnel } from '../ssh/options.ts'
import { StoppableRun, stopTimeout, waitUntilGone } from '../stopping.ts'
import { parseExactJson, parseJson } from '../values/cells.ts'
import type { ValueKind } from '../values/plans.ts'
import { type DeclaredColumn, rowsResult } from '../values/rows.ts'
import { errorIn } from './errors.ts'

const PinotOptions = z.object({
  brokerScheme: z.string().default('http'),
  brokerHost: z.string().min(1).meta({ default: '' }),
  brokerPort: z.number().int().default(8099),
  controllerURI: z.string().trim().min(1).meta({ default: '' }),
  username: keepsSecrets(z.string().optional()),
  password: secret().optional(),
  ssh_tunnel: sshTunnel(),
})
type PinotOptions = z.output<typeof PinotOptions>

/** Apache Pinot (https://pinot.apache.org): queries go to its broker; its controller lists the tables. */
export default defineRunner({
  type: 'pinot',
  name: 'Pinot',
  gallery: { category: 'warehouse', aliases: ['apache', 'olap'] },
  syntax: 'sql',
  dialect: '',
  language: 'calcite',
  guide: 'pinot',
  moduleUrl: import.meta.url,
  config: PinotOptions,
  supportsAutoLimit: false,
  run,
  stop,
  testConnection,
  getSchema: readSchema,
})

type Context = Pick<SourceContext<PinotOptions>, 'config' | 'signal'>

const Answer = z.object({
  exceptions: z.array(z.object({ errorCode: z.number().optional(), message: z.string().nullish() })).default([]),
  partialResult: z.boolean().default(false),
  resultTable: z
    .object({
      dataSchema: z.object({ columnNames: z.array(z.string()), columnDataTypes: z.array(z.string()) }),
      rows: z.array(z.array(z.unknown())),
    })
    .optional(),
})
type Answer = z.output<typeof Answer>

const kinds: Record<string, ValueKind> = {
  BOOLEAN: 'boolean',
  INT: 'integer',
  LONG: 'integer',
  FLOAT: 'float',
  DOUBLE: 'float',
  BIG_DECIMAL: 'decimal',
  TIMESTAMP: 'datetime',
  STRING: 'text',
  BYTES: 'text',
  JSON: 'json',
}

function clientAt(base: string, { config: { username, password, ssh_tunnel: tunnel }, signal }: Context): HttpClient {
  return httpClient({ base, signal, privateNetworks: 'all', login: basicLogin(username, password), tunnel, errorFrom })
}

/** The controller does not let the user see a table. */
class Forbidden extends QueryError {}
const FORBIDDEN = 403

const errorFrom = (status: number, body: string): QueryError | null =>
  status === FORBIDDEN ? new Forbidden((errorMessageIn(body) ?? 'Permission is denied').replace(/ 'https?:[^']*'/, '')) : null

const brokerClient = (context: Context): HttpClient => {
  const { brokerScheme, brokerHost, brokerPort } = context.config
  return clientAt(`${brokerScheme}://${brokerHost}:${brokerPort}`, context)
}

/** @param id client's id of the query, by which it can be cancelled */
async function send(sql: string, context: Context, id: string = randomUUID()): Promise<Answer> {
  const body = { sql: `${sql}\n${markOf(id)}`, queryOptions: `clientQueryId=${id}` }
  const response = await brokerClient(context).send({ method: 'POST', path: '/query/sql', body })
  const text = await response.text()
  const answer = Answer.parse(parseJson(text))
  const [first] = answer.exceptions
  if (first) throw errorIn(first.message ?? reasonOf(first.errorCode), sql)
  return withDecimals(answer, text)
}

const ACCESS_DENIED = 180

/** Brokers refuse a login or a table without a message. */
const reasonOf = (code: number | undefined): string =>
  code === ACCESS_DENIED
    ? 'Pinot refused the query: the user name or password is wrong, or the user may not read the table.'
    : `Pinot refused the query, and said no more than the error code ${code}.`

/** Takes the decimals, which arrive as JSON numbers of any length, from the text of the answer with all their digits. */
function withDecimals(answer: Answer, text: string): Answer {
  const { resultTable: table } = answer
  const isDecimal = table?.dataSchema.columnDataTypes.map((type) => type === 'BIG_DECIMAL') ?? []
  if (!table || !isDecimal.includes(true)) return answer
  const exact = Answer.parse(parseExactJson(text)).resultTable?.rows
  const rows = table.rows.map((row, at) => row.map((value, column) => (isDecimal[column] ? exact?.[at]?.[column] : value)))
  return { ...answer, resultTable: { ...table, rows } }
}

/** First words of statements that only read or set options. The only one that writes is `INSERT INTO … FROM FILE`. */
const READING = new Set(['SELECT', 'WITH', 'VALUES', 'EXPLAIN', 'SHOW', 'DESCRIBE', 'SET'])

async function run(text: string, { config, signal, onSession }: RunContext<PinotOptions>): Promise<RunnerResult> {
  mustOnlyRead(text, '', READING)
  const id = randomUUID()
  const stoppable = new StoppableRun(signal, () => stop({ id }, { config, signal: stopTimeout() }))
  onSession?.({ id })
  return stoppable.result(async () => {
    const { resultTable, partialResult } = await send(text, { config, signal: stoppable.signal }, id)
    if (!resultTable) throw new QueryError(NO_DATA)
    const { columnNames, columnDataTypes } = resultTable.dataSchema
    const columns = columnNames.map((name, index) => columnOf(name, columnDataTypes[index] ?? ''))
    const log = partialResult ? ['Some servers of Pinot did not answer: the result is not complete.'] : []
    return rowsResult(columns, [resultTable.rows], { log: () => log })
  })
}

/** A comment behind the text by which a query is found in the broker's list, which has texts and no ids of clients. */
const markOf = (id: unknown): string => `/* ${id} */`

const Running = z.record(z.string(), z.string())

/**
 * Cancels a query, and waits until the broker, which waits for its servers, works on it no longer. Brokers before version 1.3 do not know
 * the client's id.
 * @throws QueryError if cancelling is not enabled there, or the query is unknown
 */
async function stop({ id }: Session, context: Context): Promise<void> {
  const client = brokerClient(context)
  const cancel = async (path: string, query = {}) =>
    void (await (await client.send({ method: 'DELETE', path: `/query/${path}`, query })).text())
  const running = async () => {
    const queries = Running.parse(parseJson(await (await client.send({ path: '/queries' })).text()))
    return Object.keys(queries).filter((number) => queries[number]?.includes(markOf(id)))
  }
  try {
    await cancel(encodeURIComponent(String(id)), { client: true })
  } catch (error) {
    const numbers = await running()
    if (numbers.length === 0) throw error
    for (const number of numbers) await cancel(number)
  }
  await waitUntilGone(async () => (await running()).length === 0)
}

function columnOf(name: string, sourceType: string): DeclaredColumn {
  const as = kinds[sourceType]
  return { name, sourceType, ...(as ? { as } : {}) }
}

async function testConnection(context: Context): Promise<void> {
  await send('SELECT 1', context)
}

const Field = z.object({ name: z.string(), dataType: z.string() })
const Fields = z.object({
  dimensionFieldSpecs: z.array(Field).default([]),
  metricFieldSpecs: z.array(Field).default([]),
  dateTimeFieldSpecs: z.array(Field).default([]),
})

/** Tables are described one by one, this many at a time. */
const AT_A_TIME = 10

async function readSchema(context: Context): Promise<SchemaTable[]> {
  const client = clientAt(context.config.controllerURI, context)
  const documentAt = async (path: string) => parseJson(await (await client.send({ path })).text())
  const { tables } = z.object({ tables: z.array(z.string()) }).parse(await documentAt('/tables'))
  const fieldsOf = async (table: string) => {
    const found = Fields.parse(await documentAt(`/tables/${encodeURIComponent(table)}/schema`))
    const fields = [...found.dimensionFieldSpecs, ...found.metricFieldSpecs, ...found.dateTimeFieldSpecs]
    return fields.map(({ name, dataType }) => [table, name, dataType])
  }
  const rows = await permittedOf(tables, AT_A_TIME, fieldsOf, (error) => error instanceof Forbidden)
  return tablesOf(rows.flat())
}
