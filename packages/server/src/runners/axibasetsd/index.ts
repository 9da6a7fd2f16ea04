import { randomUUID } from 'node:crypto'
import type { SchemaTable } from '@sightline/contract/data-sources.ts'
import { z } from 'zod'
import { keepsSecrets, secret } from '../../platform/type-options.ts'
import { type HttpClient, httpClient } from '../http/client.ts'
import { errorMessageIn } from '../http/error-message.ts'
import {
  defineRunner,
  NO_DATA,
  QueryError,
  type RunContext,
  type RunnerResult,
  type Session,
  type SourceContext,
} from '../runner.ts'
import { sshTunnel } from '../ssh/options.ts'
import { StoppableRun, stopTimeout } from '../stopping.ts'
import { parseJson } from '../values/cells.ts'
import { type DeclaredColumn, rowsResult } from '../values/rows.ts'

const AxibaseOptions = z.object({
  protocol: z.string().meta({ title: 'Protocol', default: 'http' }),
  hostname: z.string().min(1).meta({ title: 'Host', default: 'axibase_tsd_hostname' }),
  port: z.number().int().meta({ title: 'Port', default: 8088 }),
  username: keepsSecrets(z.string().min(1)),
  password: secret('Password').min(1).meta({ title: 'Password', secret: true }),
  /** Seconds without any data after which a request fails. */
  timeout: keepsSecrets(z.number().positive().default(600).meta({ title: 'Connection Timeout' })),
  min_insert_date: keepsSecrets(z.string().optional().meta({ title: 'Metric Minimum Insert Date' })),
  expression: keepsSecrets(z.string().optional().meta({ title: 'Metric Filter' })),
  limit: keepsSecrets(z.number().int().default(5000).meta({ title: 'Metric Limit' })),
  trust_certificate: z.boolean().optional().meta({ title: 'Trust SSL Certificate' }),
  ssh_tunnel: sshTunnel(),
})
type AxibaseOptions = z.output<typeof AxibaseOptions>

/** Axibase Time Series Database (https://axibase.com/docs/atsd/), over its SQL API. */
export default defineRunner({
  type: 'axibasetsd',
  name: 'Axibase Time Series Database',
  gallery: { category: 'time_series', aliases: ['atsd'] },
  syntax: 'sql',
  dialect: '',
  language: 'sql',
  guide: 'axibase',
  moduleUrl: import.meta.url,
  config: AxibaseOptions,
  supportsAutoLimit: false,
  run,
  stop,
  testConnection,
  getSchema: readSchema,
})

type Context = Pick<SourceContext<AxibaseOptions>, 'config' | 'signal'>

const Answer = z.object({
  metadata: z.object({
    tableSchema: z.object({
      columns: z.array(z.object({ name: z.string(), titles: z.string().optional(), datatype: z.string().default('') })),
    }),
  }),
  data: z.array(z.array(z.unknown())),
})

function clientOf({ config, signal }: Context): HttpClient {
  const { protocol, hostname, port, username: user, password, timeout, trust_certificate: trusts = false, ssh_tunnel } = config
  return httpClient({
    base: `${protocol}://${hostname}:${port}`,
    signal,
    privateNetworks: 'all',
    login: { user, password },
    tls: { rejectUnauthorized: !trusts },
    tunnel: ssh_tunnel,
    idleTimeout: timeout,
    errorFrom: (status, body) => new QueryError(`Failed to execute query. ${status}: ${errorMessageIn(body) ?? 'no message'}`),
  })
}

async function run(text: string, { config, signal, onSession }: RunContext<AxibaseOptions>): Promise<RunnerResult> {
  const id = randomUUID()
  const stoppable = new StoppableRun(signal, () => stop({ id }, { config, signal: stopTimeout() }))
  onSession?.({ id })
  return stoppable.result(async () => {
    const answer = await send(clientOf({ config, signal: stoppable.signal }), text, id)
    if (answer.trim() === '') throw new QueryError(NO_DATA)
    const { metadata, data } = Answer.parse(parseJson(answer))
    return rowsResult(metadata.tableSchema.columns.map(columnOf), [data])
  })
}

async function send(client: HttpClient, q: string, queryId: string): Promise<string> {
  const answer = await client.send({
    method: 'POST',
    path: '/api/sql',
    body: new URLSearchParams({ q, queryId, outputFormat: 'json' }),
  })
  return answer.text()
}

function columnOf({
  name,
  titles,
  datatype,
}: z.output<typeof Answer>['metadata']['tableSchema']['columns'][number]): DeclaredColumn {
  const column = { name: titles ?? name, sourceType: datatype }
  switch (datatype) {
    case 'boolean':
      return { ...column, as: 'boolean' }
    case 'smallint':
    case 'integer':
    case 'long':
    case 'bigint':
      return { ...column, as: 'integer' }
    case 'decimal':
      return { ...column, as: 'decimal' }
    case 'float':
    case 'double':
      return { ...column, as: 'float' }
    case 'xsd:dateTimeStamp':
      return { ...column, as: 'instant' }
    case 'string':
      return { ...column, as: 'text' }
    default:
      return column
  }
}

/** The server responds when it has stopped the query. */
async function stop({ id }: Session, context: Context): Promise<void> {
  await (await clientOf(context).send({ path: '/api/sql/cancel', query: { queryId: String(id) } })).text()
}

async function testConnection(context: Context): Promise<void> {
  await send(clientOf(context), 'SELECT 1', randomUUID())
}

/** The columns of every metric. */
const COLUMNS = ['entity', 'datetime', 'time', 'metric', 'value', 'text', 'tags', 'entity.tags', 'metric.tags']

/** Metrics as tables, filtered as the options of the source say. */
async function readSchema(context: Context): Promise<SchemaTable[]> {
  const { expression, min_insert_date: minInsertDate, limit } = context.config
  const query = { expression: expression || undefined, minInsertDate: minInsertDate || undefined, limit }
  const answer = await clientOf(context).send({ path: '/api/v1/metrics', query })
  const metrics = z.array(z.object({ name: z.string() })).parse(parseJson(await answer.text()))
  const columns = COLUMNS.map((name) => ({ name, type: '' }))
  return metrics
    .map(({ name }) => ({ name: `"${name.replaceAll('"', '""')}"`, columns }))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
}
