import type { SchemaTable } from '@sightline/contract/data-sources.ts'
import { z } from 'zod'
import { keepsSecrets, secret } from '../../platform/type-options.ts'
import { type GoogleClient, googleClient } from '../google/client.ts'
import { parseJsonQuery } from '../http/json-query.ts'
import type { RunContext, RunnerResult, SourceContext } from '../runner.ts'
import { defineRunner } from '../runner.ts'
import { type DeclaredColumn, type Row, rowsResult } from '../values/rows.ts'

const AnalyticsOptions = z.object({
  propertyId: keepsSecrets(z.number().int().meta({ title: 'Property Id' })),
  jsonKeyFile: secret('JSON Key File (ADC is used if omitted)').optional(),
  endpoint: z.string().trim().optional().meta({ title: 'Endpoint (Private Service Connect)', extra: true }),
})
type AnalyticsOptions = z.output<typeof AnalyticsOptions>

/** Google Analytics 4 (https://developers.google.com/analytics/devguides/reporting/data/v1): a query is the body of `runReport`. */
export default defineRunner({
  type: 'google_analytics4',
  name: 'Google Analytics 4',
  gallery: { category: 'web', aliases: ['ga4'] },
  syntax: 'sql',
  dialect: 'json',
  language: 'json',
  guide: 'google-analytics',
  moduleUrl: import.meta.url,
  config: AnalyticsOptions,
  run,
  testConnection,
  getSchema: readSchema,
})

type Context = Pick<SourceContext<AnalyticsOptions>, 'config' | 'signal'>

const SCOPES = ['https://www.googleapis.com/auth/analytics.readonly']
const PAGE_ROWS = 100_000

function clientOf({ config: { jsonKeyFile, endpoint }, signal }: Context): Promise<GoogleClient> {
  return googleClient({ name: 'analyticsdata', jsonKeyFile, endpoint, scopes: SCOPES, signal })
}

const propertyPath = ({ propertyId }: AnalyticsOptions): string => `/v1beta/properties/${propertyId}`

const Value = z.object({ value: z.string().default('') })
const Report = z.object({
  dimensionHeaders: z.array(z.object({ name: z.string() })).default([]),
  metricHeaders: z.array(z.object({ name: z.string(), type: z.string().default('') })).default([]),
  rows: z
    .array(z.object({ dimensionValues: z.array(Value).default([]), metricValues: z.array(Value).default([]) }))
    .default([]),
  rowCount: z.number().default(0),
})
type Report = z.output<typeof Report>

async function run(text: string, { config, signal }: RunContext<AnalyticsOptions>): Promise<RunnerResult> {
  const body = parseJsonQuery(text)
  const reading = reports(await clientOf({ config, signal }), config, body)
  const { value: first } = await reading.next()
  const { dimensionHeaders = [], metricHeaders = [] } = first ?? {}
  const columns = [...dimensionHeaders.map(dimensionColumn), ...metricHeaders.map(metricColumn)]
  const groups = async function* () {
    if (first) yield rowsOf(first)
    for await (const report of reading) yield rowsOf(report)
  }
  return rowsResult(columns, groups())
}

/** All pages of rows, unless the query has a limit of its own. */
async function* reports(
  client: GoogleClient,
  config: AnalyticsOptions,
  body: Record<string, unknown>,
): AsyncGenerator<Report, void, undefined> {
  const path = `${propertyPath(config)}:runReport`
  const send = async (limits: object) => Report.parse(await client.send({ method: 'POST', path, body: { ...body, ...limits } }))
  if ('limit' in body) {
    yield await send({})
    return
  }
  for (let offset = Number(body.offset ?? 0); ; ) {
    const report = await send({ limit: PAGE_ROWS, offset })
    yield report
    offset += report.rows.length
    if (report.rows.length === 0 || offset >= report.rowCount) return
  }
}

function dimensionColumn({ name }: { name: string }): DeclaredColumn {
  return { name, as: name === 'date' ? 'date' : name === 'dateHour' ? 'datetime' : 'text' }
}

function metricColumn({ name, type }: { name: string; type: string }): DeclaredColumn {
  return { name, sourceType: type, as: type === 'TYPE_INTEGER' ? 'integer' : 'float' }
}

const DAY = /^(\d{4})(\d\d)(\d\d)$/
const HOUR = /^(\d{4})(\d\d)(\d\d)(\d\d)$/

const rowsOf = ({ rows, dimensionHeaders }: Report): Row[] =>
  rows.map(({ dimensionValues, metricValues }) => [
    ...dimensionValues.map(({ value }, at) => dimensionOf(dimensionHeaders[at]?.name, value)),
    ...metricValues.map(({ value }) => value),
  ])

function dimensionOf(name: string | undefined, value: string): string {
  if (name === 'date') return value.replace(DAY, '$1-$2-$3')
  return name === 'dateHour' ? value.replace(HOUR, '$1-$2-$3 $4:00:00') : value
}

const Metadata = z.object({
  dimensions: z.array(z.object({ apiName: z.string() })).default([]),
  metrics: z.array(z.object({ apiName: z.string(), type: z.string().default('') })).default([]),
})

async function metadataOf(context: Context): Promise<z.output<typeof Metadata>> {
  const client = await clientOf(context)
  return Metadata.parse(await client.send({ path: `${propertyPath(context.config)}/metadata` }))
}

async function testConnection(context: Context): Promise<void> {
  await metadataOf(context)
}

/** The dimensions and metrics of the property. */
async function readSchema(context: Context): Promise<SchemaTable[]> {
  const { dimensions, metrics } = await metadataOf(context)
  return [
    { name: 'dimensions', columns: dimensions.map(({ apiName }) => ({ name: apiName, type: 'string' })) },
    { name: 'metrics', columns: metrics.map(({ apiName, type }) => ({ name: apiName, type })) },
  ]
}
