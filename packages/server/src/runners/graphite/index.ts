import type { SchemaTable } from '@sightline/contract/data-sources.ts'
import { z } from 'zod'
import { keepsSecrets, secret } from '../../platform/type-options.ts'
import { type HttpClient, httpClient } from '../http/client.ts'
import { errorMessageIn } from '../http/error-message.ts'
import { basicLogin } from '../http/options.ts'
import { defineRunner, QueryError, type RunContext, type RunnerResult, type SourceContext } from '../runner.ts'
import { parseJson } from '../values/cells.ts'
import { type DeclaredColumn, type Row, rowsResult } from '../values/rows.ts'

/** Graphite (https://graphite.readthedocs.io): a query is parameters of the render API, one per line. */
export default defineRunner({
  type: 'graphite',
  name: 'Graphite',
  gallery: { category: 'time_series', aliases: ['metrics'] },
  syntax: 'custom',
  dialect: '',
  language: 'graphite',
  guide: 'graphite',
  moduleUrl: import.meta.url,
  config: z.object({
    url: z.string().trim().min(1),
    username: keepsSecrets(z.string().optional()),
    password: secret().optional(),
    verify: z.boolean().default(true).meta({ title: 'Verify SSL certificate' }),
  }),
  run,
  testConnection,
  getSchema: readSchema,
})

interface GraphiteOptions {
  url: string
  username?: string | undefined
  password?: string | undefined
  verify: boolean
}
type Context = Pick<SourceContext<GraphiteOptions>, 'config' | 'signal'>

const Series = z.array(
  z.object({ target: z.string(), datapoints: z.array(z.tuple([z.number().or(z.bigint()).nullable(), z.number()])) }),
)
const COLUMNS: DeclaredColumn[] = [
  { name: 'Time::x', as: 'instant' },
  { name: 'value::y', as: 'float' },
  { name: 'name::series', as: 'text' },
]

function graphiteClient({ config, signal }: Context): HttpClient {
  const { url, username, password, verify } = config
  return httpClient({
    base: url,
    signal,
    privateNetworks: 'all',
    login: basicLogin(username, password),
    tls: { rejectUnauthorized: verify },
    errorFrom: (status, body) => {
      const message = errorMessageIn(body)
      return new QueryError(`Failed getting results (${status})${message ? `: ${message}` : ''}`)
    },
  })
}

async function run(text: string, { config, signal }: RunContext<GraphiteOptions>): Promise<RunnerResult> {
  const params = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('&')
  const body = new URLSearchParams(params)
  body.set('format', 'json')
  const answer = await graphiteClient({ config, signal }).send({ path: '/render', body })
  const series = Series.parse(parseJson(await answer.text()))
  return rowsResult(COLUMNS, rowsOfSeries(series))
}

function* rowsOfSeries(series: z.output<typeof Series>): Generator<Row[], void, undefined> {
  for (const { target, datapoints } of series)
    yield datapoints.map(([value, seconds]) => [new Date(seconds * 1000), value, target])
}

async function testConnection(context: Context): Promise<void> {
  const answer = await graphiteClient(context).send({ path: '/render', query: { format: 'json' } })
  await answer.text()
}

/** All metrics as tables, with the same columns. */
async function readSchema(context: Context): Promise<SchemaTable[]> {
  const answer = await graphiteClient(context).send({ path: '/metrics/index.json' })
  const names = z.array(z.string()).parse(parseJson(await answer.text()))
  return names.sort().map((name) => ({ name, columns: COLUMNS.map((column) => ({ name: column.name, type: '' })) }))
}
