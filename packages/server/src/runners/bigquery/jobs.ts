import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { type GoogleClient, googleClient } from '../google/client.ts'
import { placeOf } from '../http/places.ts'
import { CANCELLED, type ErrandContext, QueryError, type Session } from '../runner.ts'
import type { BigqueryOptions } from './options.ts'

export type Context = Pick<ErrandContext<BigqueryOptions>, 'config' | 'signal'>

const SCOPES = ['https://www.googleapis.com/auth/bigquery', 'https://www.googleapis.com/auth/drive.readonly']

/** @param text what is run, to find the places in it that messages name */
export function bigqueryClient({ config, signal }: Context, text = ''): Promise<GoogleClient> {
  const { jsonKeyFile, endpoint, machine } = config
  const refusal = (message: string) => placed(message, text)
  return googleClient({ name: 'bigquery', jsonKeyFile, machine, endpoint, scopes: SCOPES, signal, refusal })
}

/** BigQuery's words, with the place that they name: `… at [2:8]`. */
function placed(message: string, text: string): QueryError {
  const [, line, column] = /\bat \[(\d+):(\d+)\]/.exec(message) ?? []
  return new QueryError(message, { position: line === undefined ? null : placeOf(text, line, column ?? 1) })
}

export const projectPath = ({ projectId }: BigqueryOptions): string => `/bigquery/v2/projects/${encodeURIComponent(projectId)}`

export interface Job {
  id: string
  location: string | undefined
}

const newJobId = (): string => `sightline_${randomUUID()}`
const Reference = z.object({ jobReference: z.object({ location: z.string().optional() }).default({}) })

/** Starts a text as a job. */
export async function startJob(client: GoogleClient, text: string, config: BigqueryOptions): Promise<Job> {
  const { projectId, location } = config
  const id = newJobId()
  const body = {
    jobReference: { projectId, jobId: id, ...(location ? { location } : {}) },
    configuration: { query: queryOf(text, config) },
  }
  const { jobReference } = Reference.parse(await client.ask({ method: 'POST', path: `${projectPath(config)}/jobs`, body }))
  return { id, location: jobReference.location ?? location }
}

function queryOf(
  query: string,
  { useStandardSql, maximumBillingTier, userDefinedFunctionResourceUri: functions }: BigqueryOptions,
) {
  const resources = (functions ?? '')
    .split(',')
    .map((uri) => uri.trim())
    .filter(Boolean)
  return {
    query,
    useLegacySql: !useStandardSql,
    ...(maximumBillingTier === undefined ? {} : { maximumBillingTier }),
    ...(resources.length > 0 ? { userDefinedFunctionResources: resources.map((resourceUri) => ({ resourceUri })) } : {}),
  }
}

const BYTES_A_MEGABYTE = 1024 * 1024
const Estimate = z.object({
  statistics: z.object({ totalBytesProcessed: z.coerce.number().default(0) }).default({ totalBytesProcessed: 0 }),
})

/** Asks how much would be read, without reading it. @throws QueryError when it is more than the source allows */
export async function checkLimit(client: GoogleClient, text: string, config: BigqueryOptions): Promise<void> {
  const { totalMBytesProcessedLimit: limit, projectId, location } = config
  if (limit === undefined) return
  const body = {
    ...(location ? { jobReference: { projectId, location } } : {}),
    configuration: { dryRun: true, query: queryOf(text, config) },
  }
  const { statistics } = Estimate.parse(await client.ask({ method: 'POST', path: `${projectPath(config)}/jobs`, body }))
  const megabytes = statistics.totalBytesProcessed / BYTES_A_MEGABYTE
  if (megabytes > limit)
    throw new QueryError(`The query would read ${megabytes.toFixed(1)} MB. This data source allows ${limit} MB.`)
}

const LOOK_INTERVAL = 200
const State = z.object({ status: z.object({ state: z.string() }) })

/** Cancels a job, and sees that it has ended. */
export async function stop({ job, location }: Session, context: Context): Promise<void> {
  const client = await bigqueryClient(context)
  const path = `${projectPath(context.config)}/jobs/${encodeURIComponent(String(job))}`
  const query = { location: location === undefined || location === '' ? undefined : String(location) }
  await client.ask({ method: 'POST', path: `${path}/cancel`, query })
  while (State.parse(await client.ask({ path, query })).status.state !== 'DONE')
    await sleep(LOOK_INTERVAL, undefined, { signal: context.signal }).catch(() => {
      throw new QueryError(CANCELLED)
    })
}

export async function testConnection(context: Context): Promise<void> {
  const client = await bigqueryClient(context)
  const body = { configuration: { dryRun: true, query: { query: 'SELECT 1', useLegacySql: false } } }
  await client.ask({ method: 'POST', path: `${projectPath(context.config)}/jobs`, body })
}
