import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { keepsSecrets, secret } from '../../platform/type-options.ts'
import { type GoogleClient, googleClient } from '../google/client.ts'
import { errorAtPosition } from '../http/error-message.ts'
import { CANCELLED, QueryError, type Session, type SourceContext } from '../runner.ts'
import type { BoundText } from '../sql/bound-text.ts'

export const BigqueryOptions = z.object({
  projectId: keepsSecrets(z.string().trim().min(1).meta({ title: 'Project ID' })),
  jsonKeyFile: secret('JSON Key File (ADC is used if omitted)').optional(),
  loadSchema: keepsSecrets(z.boolean().optional().meta({ title: 'Load Schema' })),
  useStandardSql: keepsSecrets(z.boolean().default(true).meta({ title: 'Use Standard SQL' })),
  location: keepsSecrets(z.string().trim().optional().meta({ title: 'Processing Location' })),
  totalMBytesProcessedLimit: keepsSecrets(z.number().positive().optional().meta({ title: 'Scanned Data Limit (MB)' })),
  maximumBillingTier: keepsSecrets(z.number().int().optional().meta({ title: 'Maximum Billing Tier' })),
  userDefinedFunctionResourceUri: keepsSecrets(
    z.string().optional().meta({ title: 'UDF Source URIs (i.e. gs://bucket/date_utils.js, gs://bucket/string_utils.js )' }),
  ),
  useQueryAnnotation: keepsSecrets(z.boolean().default(false).meta({ title: 'Use Query Annotation' })),
  endpoint: z.string().trim().optional().meta({ title: 'Endpoint (Private Service Connect)', extra: true }),
})
/** `machine`: URL of a metadata server, to use the identity of the machine instead of a key file. */
export type BigqueryOptions = z.output<typeof BigqueryOptions> & { machine?: string }

export type Context = Pick<SourceContext<BigqueryOptions>, 'config' | 'signal'>

const SCOPES = ['https://www.googleapis.com/auth/bigquery', 'https://www.googleapis.com/auth/drive.readonly']

/** @param text the query text, to locate error positions in it */
export function bigqueryClient({ config, signal }: Context, text = ''): Promise<GoogleClient> {
  const { jsonKeyFile, endpoint, machine } = config
  const errorFrom = (message: string) => errorAtPosition(message, text, POSITION)
  return googleClient({ name: 'bigquery', jsonKeyFile, machine, endpoint, scopes: SCOPES, signal, errorFrom })
}

/** `… at [2:8]` */
const POSITION = /\bat \[(\d+):(\d+)\]/

export const projectPath = ({ projectId }: BigqueryOptions): string => `/bigquery/v2/projects/${encodeURIComponent(projectId)}`

export interface Job {
  id: string
  location: string | undefined
}

const newJobId = (): string => `sightline_${randomUUID()}`
const Reference = z.object({ jobReference: z.object({ location: z.string().optional() }).default({}) })

/** Starts a query as a job. */
export async function startJob(client: GoogleClient, bound: BoundText, config: BigqueryOptions): Promise<Job> {
  const { projectId, location } = config
  const id = newJobId()
  const body = {
    jobReference: { projectId, jobId: id, ...(location ? { location } : {}) },
    configuration: { query: queryOf(bound, config) },
  }
  const { jobReference } = Reference.parse(await client.send({ method: 'POST', path: `${projectPath(config)}/jobs`, body }))
  return { id, location: jobReference.location ?? location }
}

function queryOf(
  { text: query, values }: BoundText,
  { useStandardSql, maximumBillingTier, userDefinedFunctionResourceUri: functions }: BigqueryOptions,
) {
  const resources = (functions ?? '')
    .split(',')
    .map((uri) => uri.trim())
    .filter(Boolean)
  return {
    query,
    useLegacySql: !useStandardSql,
    ...(values.length > 0 ? { parameterMode: 'POSITIONAL', queryParameters: values.map(queryParameter) } : {}),
    ...(maximumBillingTier === undefined ? {} : { maximumBillingTier }),
    ...(resources.length > 0 ? { userDefinedFunctionResources: resources.map((resourceUri) => ({ resourceUri })) } : {}),
  }
}

/** https://cloud.google.com/bigquery/docs/reference/rest/v2/QueryParameter */
const queryParameter = (value: string) => ({ parameterType: { type: 'STRING' }, parameterValue: { value } })

const BYTES_A_MEGABYTE = 1024 * 1024
const Estimate = z.object({
  statistics: z.object({ totalBytesProcessed: z.coerce.number().default(0) }).default({ totalBytesProcessed: 0 }),
})

/** Estimates the bytes that a query reads, with a dry run. @throws QueryError if they exceed the limit of the source */
export async function checkScanLimit(client: GoogleClient, bound: BoundText, config: BigqueryOptions): Promise<void> {
  const { totalMBytesProcessedLimit: limit } = config
  if (limit === undefined) return
  const { statistics } = Estimate.parse(await dryRun(client, queryOf(bound, config), config))
  const megabytes = statistics.totalBytesProcessed / BYTES_A_MEGABYTE
  if (megabytes > limit)
    throw new QueryError(`The query would read ${megabytes.toFixed(1)} MB. This data source allows ${limit} MB.`)
}

const LOOK_INTERVAL = 200
const State = z.object({ status: z.object({ state: z.string() }) })

/** Cancels a job, and waits until it has ended. */
export async function stop({ job, location }: Session, context: Context): Promise<void> {
  const client = await bigqueryClient(context)
  const path = `${projectPath(context.config)}/jobs/${encodeURIComponent(String(job))}`
  const query = { location: location === undefined || location === '' ? undefined : String(location) }
  await client.send({ method: 'POST', path: `${path}/cancel`, query })
  while (State.parse(await client.send({ path, query })).status.state !== 'DONE')
    await sleep(LOOK_INTERVAL, undefined, { signal: context.signal }).catch(() => {
      throw new QueryError(CANCELLED)
    })
}

export async function testConnection(context: Context): Promise<void> {
  await dryRun(await bigqueryClient(context), { query: 'SELECT 1', useLegacySql: false }, context.config)
}

/** Sends a query as a dry run: BigQuery checks it and estimates its cost. */
function dryRun(client: GoogleClient, query: object, config: BigqueryOptions): Promise<unknown> {
  const { projectId, location } = config
  const body = { ...(location ? { jobReference: { projectId, location } } : {}), configuration: { dryRun: true, query } }
  return client.send({ method: 'POST', path: `${projectPath(config)}/jobs`, body })
}
