import type { SchemaTable } from '@sightline/contract/data-sources.ts'
import { z } from 'zod'
import { endpointSecret } from '../../platform/type-options.ts'
import { type HttpClient, httpClient } from '../http/client.ts'
import { errorMessageIn, positionAt } from '../http/error-message.ts'
import { optionalSecret as file, tlsOptions } from '../http/options.ts'
import { defineRunner, QueryError, type RunContext, type RunnerResult, type SourceContext } from '../runner.ts'
import { parseJson } from '../values/cells.ts'
import { type DeclaredColumn, type Row, rowsResult } from '../values/rows.ts'
import { daysOf, timeOf } from '../values/times.ts'

const PrometheusOptions = z.object({
  url: z.string().trim().min(1).meta({ title: 'Prometheus API URL' }),
  verify_ssl: z.boolean().default(true).meta({ title: 'Verify SSL (Ignored, if SSL Root Certificate is given)', extra: true }),
  cert_File: file('SSL Client Certificate'),
  cert_key_File: file('SSL Client Key'),
  ca_cert_File: endpointSecret(file('SSL Root Certificate')),
})
type PrometheusOptions = z.output<typeof PrometheusOptions>

/** Prometheus (https://prometheus.io), and servers with its HTTP API. The language is PromQL. */
export default defineRunner({
  type: 'prometheus',
  name: 'Prometheus',
  gallery: { category: 'time_series', aliases: ['promql', 'metrics'] },
  syntax: 'sql',
  dialect: 'promql',
  language: 'promql',
  guide: 'prometheus',
  moduleUrl: import.meta.url,
  config: PrometheusOptions,
  run,
  testConnection,
  getSchema: readSchema,
})

const Sample = z.tuple([z.number(), z.string()])
const Labels = z.record(z.string(), z.string())
const Series = z.object({
  metric: Labels,
  value: Sample.optional(),
  values: z.array(Sample).optional(),
  /** Native histograms at one time, and over a range. */
  histogram: z.unknown().optional(),
  histograms: z.array(z.unknown()).optional(),
})
const Answer = z.object({
  data: z.discriminatedUnion('resultType', [
    z.object({ resultType: z.literal(['vector', 'matrix']), result: z.array(Series) }),
    z.object({ resultType: z.literal(['scalar', 'string']), result: Sample }),
  ]),
  warnings: z.array(z.string()).optional(),
})
type Series = z.output<typeof Series>

/** Series per batch of rows. */
const GROUP_SERIES = 200

async function run(text: string, { config, signal }: RunContext<PrometheusOptions>): Promise<RunnerResult> {
  const { isRange, params } = prometheusQuery(text, Date.now() / 1000)
  const path = isRange ? '/api/v1/query_range' : '/api/v1/query'
  const expression = params.get('query') ?? ''
  const answer = await prometheusClient({ config, signal })
    .send({ path, body: params })
    .catch((error) => {
      throw placed(error, text, expression)
    })
  const { data, warnings = [] } = Answer.parse(parseJson(await answer.text()))
  const isNumber = data.resultType !== 'string'
  const series = seriesOf(data)
  if (series.length === 0) throw new QueryError('query result is empty.')
  const labels = [...new Set(series.flatMap(({ metric }) => Object.keys(metric)))]
  const columns: DeclaredColumn[] = [
    { name: 'timestamp', as: 'instant' },
    { name: 'value', as: isNumber ? 'float' : 'text' },
    ...labels.map((name): DeclaredColumn => ({ name, as: 'text' })),
  ]
  return rowsResult(columns, groupsOf(series, labels), { log: () => [...warnings, ...histogramsIn(series)] })
}

/** Warns about native histograms: they do not fit into a row with one value. */
function histogramsIn(series: readonly Series[]): string[] {
  const { length } = series.filter(({ histogram, histograms }) => histogram !== undefined || histograms !== undefined)
  if (length === 0) return []
  return [`Native histograms of ${length} series are left out: take numbers from them, as with histogram_quantile().`]
}

/** Treats a scalar or a string as a series without labels. */
function seriesOf(data: z.output<typeof Answer>['data']): Series[] {
  switch (data.resultType) {
    case 'scalar':
    case 'string':
      return [{ metric: {}, value: data.result }]
    default:
      return data.result
  }
}

function* groupsOf(series: readonly Series[], labels: readonly string[]): Generator<Row[], void, undefined> {
  for (let start = 0; start < series.length; start += GROUP_SERIES)
    yield series.slice(start, start + GROUP_SERIES).flatMap((one) => rowsOfSeries(one, labels))
}

function rowsOfSeries({ metric, value, values }: Series, labels: readonly string[]): Row[] {
  const named = labels.map((label) => metric[label])
  return (values ?? (value ? [value] : [])).map(([seconds, sample]) => [new Date(Math.round(seconds * 1000)), sample, ...named])
}

/** Converts the error position, which is relative to the expression, to one in the query text. */
function placed(error: unknown, text: string, expression: string): unknown {
  if (!(error instanceof QueryError)) return error
  const [, line, column] = /\b(\d+):(\d+): parse error/.exec(error.message) ?? []
  const start = text.indexOf(expression)
  if (line === undefined || start < 0) return error
  return new QueryError(error.message, { cause: error, position: start + positionAt(expression, line, column ?? 1) })
}

type Context = Pick<SourceContext<PrometheusOptions>, 'config' | 'signal'>

function prometheusClient({ config, signal }: Context): HttpClient {
  const { url, verify_ssl: verify, cert_File: cert, cert_key_File: key, ca_cert_File: ca } = config
  return httpClient({
    base: url,
    signal,
    privateNetworks: 'all',
    tls: tlsOptions({ ca, cert, key, verify }),
    errorFrom: (status, body) => new QueryError(`Failed to execute query. ${status}: ${errorMessageIn(body) ?? 'no message'}`),
  })
}

const Names = z.object({ data: z.array(z.string()) })

async function testConnection(context: Context): Promise<void> {
  const answer = await prometheusClient(context).send({ path: '/api/v1/query', query: { query: 'vector(1)' } })
  await answer.text()
}

/** Metrics as tables, with the columns that every series has. */
async function readSchema(context: Context): Promise<SchemaTable[]> {
  const answer = await prometheusClient(context).send({ path: '/api/v1/label/__name__/values' })
  const { data } = Names.parse(parseJson(await answer.text()))
  return data.sort().map((name) => ({
    name,
    columns: [
      { name: 'timestamp', type: 'datetime' },
      { name: 'value', type: 'float' },
    ],
  }))
}

/** A parsed query. */
interface PrometheusQuery {
  /** Whether it is evaluated over a range of time, or at one instant. */
  isRange: boolean
  params: URLSearchParams
}

const DAY_SECONDS = 86_400

/**
 * Parses a query: URL parameters such as `query=…&start=…&step=…`, or just an expression.
 * @param now seconds since 1970
 */
export function prometheusQuery(text: string, now: number): PrometheusQuery {
  const plain = text.trim()
  const given = plain.startsWith('query=')
    ? new URLSearchParams(plain.replace(/\s*\n\s*/g, ' '))
    : new URLSearchParams({ query: plain })
  const params = new URLSearchParams()
  const isRange = given.has('step')
  for (const [name, value] of given)
    params.set(name, name === 'start' || name === 'end' || name === 'time' ? secondsOf(value, now) : value.trim())
  if (isRange && !params.has('end')) params.set('end', String(now))
  return { isRange, params }
}

/** Converts `now`, seconds, or an ISO 8601 time (UTC without a zone) to seconds since 1970. */
function secondsOf(text: string, now: number): string {
  const plain = text.trim()
  if (plain === 'now') return String(now)
  const days = daysOf(plain)
  if (days !== undefined) return String(days * DAY_SECONDS)
  // A plus sign is decoded to a space in a URL, so the zone +01:00 may have lost its sign.
  const time = timeOf(plain.replace(/ (\d{2}:\d{2})$/, '+$1'))
  return time ? String((Number(time.wallClock) / 1e6 - (time.offset ?? 0) * 60).toFixed(3)) : plain
}
