import type { SchemaTable } from '@sightline/contract/data-sources.ts'
import { z } from 'zod'
import { endpointSecret, keepsSecrets, secret } from '../../platform/type-options.ts'
import { type HttpResponse, httpClient } from '../http/client.ts'
import { errorAtPosition, errorMessageIn } from '../http/error-message.ts'
import { optionalSecret, tlsOptions } from '../http/options.ts'
import { linesOf } from '../http/response-body.ts'
import { defineRunner, NO_DATA, QueryError, type RunContext, type RunnerResult, type SourceContext } from '../runner.ts'
import { type ObjectRow, objectsResult } from '../values/objects.ts'
import { tableRows } from './annotated-csv.ts'

const InfluxOptions = z.object({
  url: z.string().trim().min(1).meta({ title: 'URL' }),
  org: keepsSecrets(z.string().min(1).meta({ title: 'Organization' })),
  token: secret('Token').min(1).meta({ title: 'Token', secret: true }),
  cert_File: optionalSecret('SSL Client Certificate'),
  cert_key_File: optionalSecret('SSL Client Key'),
  cert_key_password: optionalSecret('Password for SSL Client Key'),
  ssl_ca_cert_File: endpointSecret(optionalSecret('SSL Root Certificate')),
  verify_ssl: z.boolean().default(true).meta({ title: 'Verify SSL', extra: true }),
})
type InfluxOptions = z.output<typeof InfluxOptions>

/** InfluxDB 2 (https://docs.influxdata.com/influxdb/v2/). The language is Flux. */
export default defineRunner({
  type: 'influxdbv2',
  name: 'InfluxDBv2',
  gallery: { category: 'time_series', aliases: ['flux', 'metrics'] },
  syntax: 'sql',
  dialect: 'flux',
  language: 'flux',
  guide: 'influxdb',
  moduleUrl: import.meta.url,
  config: InfluxOptions,
  run,
  testConnection,
  getSchema: readSchema,
})

/** Runs a script; the result is the rows of all tables that it yields. */
async function run(text: string, { config, signal }: RunContext<InfluxOptions>): Promise<RunnerResult> {
  const answer = await send(text, { config, signal })
  const result = await objectsResult(tableRows(linesOf(answer.body)))
  if (result.columns.length === 0) throw new QueryError(NO_DATA)
  return result
}

export type Context = Pick<SourceContext<InfluxOptions>, 'config' | 'signal'>

/** Sends a script; the response is annotated CSV. */
export function send(script: string, { config, signal }: Context): Promise<HttpResponse> {
  const { url, org, token, cert_File: cert, cert_key_File: key, cert_key_password: passphrase, ssl_ca_cert_File: ca } = config
  const client = httpClient({
    base: url,
    signal,
    privateNetworks: 'all',
    login: { scheme: 'Token', credentials: token },
    tls: tlsOptions({ ca, cert, key, passphrase, verify: config.verify_ssl }),
    errorFrom: (_, body) => scriptError(errorMessageIn(body), script),
  })
  return client.send({
    method: 'POST',
    path: '/api/v2/query',
    query: { org },
    headers: { accept: 'application/csv' },
    body: { query: script, dialect: { header: true, annotations: ['datatype', 'default'] } },
  })
}

/** `error @3:5-3:9: …` */
const POSITION = /@(\d+):(\d+)/

/** The server says of a bucket that a token may not read that it does not exist. */
const MISSING_BUCKET = /^(?:failed to initialize execute state: )?(could not find bucket "[^"]*")$/

const scriptError = (message: string | null, script: string): QueryError | null =>
  message === null
    ? null
    : errorAtPosition(message.replace(MISSING_BUCKET, '$1, or this token may not read it'), script, POSITION)

async function testConnection(context: Context): Promise<void> {
  await rowsOf('buckets() |> limit(n: 1)', context)
}

/** Measurements, each as `bucket.measurement`, with their fields. System buckets are left out. */
async function readSchema(context: Context): Promise<SchemaTable[]> {
  const buckets = (await rowsOf('buckets() |> keep(columns: ["name"])', context)).map(({ name }) => String(name))
  const tables: SchemaTable[] = []
  for (const bucket of buckets.filter((name) => !name.startsWith('_')).sort()) {
    const fields = await rowsOf(fieldsOf(bucket), context)
    const columns = new Map<string, string[]>()
    for (const { _measurement: name, _field: field } of fields)
      columns.set(String(name), [...(columns.get(String(name)) ?? []), String(field)])
    for (const [name, found] of columns)
      tables.push({ name: `${bucket}.${name}`, columns: found.sort().map((column) => ({ name: column, type: 'field' })) })
  }
  return tables.sort((one, other) => (one.name < other.name ? -1 : 1))
}

/** Lists fields by the last value of each series within a month. Values of several types cannot be in one table, so they go first. */
const fieldsOf = (bucket: string) => `from(bucket: ${fluxText(bucket)})
  |> range(start: -30d) |> last() |> keep(columns: ["_measurement", "_field"])
  |> group(columns: ["_measurement", "_field"]) |> first(column: "_field") |> group()`

/** A text in Flux, in which `${` would begin an expression. */
const fluxText = (text: string): string => JSON.stringify(text).replaceAll('${', '\\${')

async function rowsOf(script: string, context: Context): Promise<ObjectRow[]> {
  const rows: ObjectRow[] = []
  const answer = await send(script, context)
  for await (const group of tableRows(linesOf(answer.body))) rows.push(...group)
  return rows
}
