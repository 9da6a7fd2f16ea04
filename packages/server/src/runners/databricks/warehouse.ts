import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { secret } from '../../platform/type-options.ts'
import { type HttpClient, httpClient } from '../http/client.ts'
import { errorMessageIn } from '../http/error-message.ts'
import { CANCELLED, QueryError, type Session, type SourceContext } from '../runner.ts'
import type { BoundText } from '../sql/bound-text.ts'
import { parseJson } from '../values/cells.ts'
import type { Row } from '../values/rows.ts'
import { ExternalLink, LinkRefused, linkedRows, TextRows } from './external-links.ts'

export const DatabricksOptions = z.object({
  host: z.string().trim().min(1),
  http_path: z.string().trim().min(1).meta({ title: 'HTTP Path' }),
  http_password: secret('Access Token').min(1).meta({ title: 'Access Token', secret: true }),
})
export type DatabricksOptions = z.output<typeof DatabricksOptions>

export type Context = Pick<SourceContext<DatabricksOptions>, 'config' | 'signal' | 'sourceNetworks'>

const STATEMENTS = '/api/2.0/sql/statements'

export const baseOf = ({ host }: DatabricksOptions): string => (/^https?:\/\//i.test(host) ? host : `https://${host}`)

export function databricksClient({ config, signal }: Context): HttpClient {
  return httpClient({
    base: baseOf(config),
    signal,
    privateNetworks: 'all',
    login: { bearer: config.http_password },
    errorFrom: (status, body) => new QueryError(`Failed to execute query. ${status}: ${errorMessageIn(body) ?? 'no message'}`),
  })
}

/** @throws QueryError for the path of a cluster: this API only works for warehouses */
function warehouseIn({ http_path: path }: DatabricksOptions): string {
  const [, id] = /\/sql\/1\.0\/(?:warehouses|endpoints)\/([0-9a-z]+)\/?$/i.exec(path) ?? []
  if (id === undefined) throw new QueryError('The HTTP path should be that of an SQL warehouse: /sql/1.0/warehouses/…')
  return id
}

/** The marker of a parameter, without its colon. */
export const parameterName = (number: number): string => `sightline_${number}`

/** Databricks replaces the marker by a literal of this type once it has parsed the statement. */
const parameterOf = (value: string, index: number) => ({ name: parameterName(index + 1), value, type: 'STRING' })

/** Rows, or the links to them in the storage of Databricks. */
const Chunk = z.object({
  data_array: TextRows.default([]),
  external_links: z.array(ExternalLink).default([]),
  next_chunk_internal_link: z.string().nullish(),
})

const Statement = z.object({
  statement_id: z.string(),
  status: z.object({ state: z.string(), error: z.object({ message: z.string().default('') }).optional() }),
  manifest: z
    .object({
      schema: z.object({
        columns: z
          .array(
            z.object({
              name: z.string(),
              type_name: z.string().default(''),
              type_text: z.string().default(''),
              type_precision: z.number().optional(),
              type_scale: z.number().optional(),
            }),
          )
          .default([]),
      }),
      truncated: z.boolean().default(false),
      total_chunk_count: z.number().default(0),
    })
    .optional(),
  result: Chunk.optional(),
})
export type Statement = z.output<typeof Statement>

/**
 * Where the rows of a result arrive: in the responses, which is fast and limited to 25 MB, or in files of its cloud storage. Without the
 * limit, a larger result would make the statement fail.
 */
export const INLINE = { disposition: 'INLINE', byte_limit: 25 * 1024 * 1024 }
export const IN_STORAGE = { disposition: 'EXTERNAL_LINKS' }
export type Delivery = typeof INLINE | typeof IN_STORAGE

/** Starts a statement. The request does not wait for the end, because the statement can only be cancelled once its id is known. */
export async function startStatement(
  client: HttpClient,
  { text: statement, values }: BoundText,
  config: DatabricksOptions,
  delivery: Delivery,
): Promise<Statement> {
  const body = {
    statement,
    ...(values.length > 0 ? { parameters: values.map(parameterOf) } : {}),
    warehouse_id: warehouseIn(config),
    wait_timeout: '0s',
    format: 'JSON_ARRAY',
    ...delivery,
  }
  return Statement.parse(await documentAt(client, STATEMENTS, body))
}

async function documentAt(client: HttpClient, path: string, body?: unknown): Promise<unknown> {
  return parseJson(await (await client.send({ path, ...(body === undefined ? {} : { method: 'POST', body }) })).text())
}

const FIRST_POLL_DELAY_MS = 100
const MAX_POLL_DELAY_MS = 2000

async function waitForEnd(client: HttpClient, started: Statement, signal: AbortSignal): Promise<Statement> {
  let statement = started
  for (
    let wait = FIRST_POLL_DELAY_MS;
    /^(PENDING|RUNNING)$/.test(statement.status.state);
    wait = Math.min(2 * wait, MAX_POLL_DELAY_MS)
  ) {
    await sleep(wait, undefined, { signal }).catch(() => {
      throw new QueryError(CANCELLED)
    })
    statement = Statement.parse(await documentAt(client, pathOf(statement.statement_id)))
  }
  return statement
}

/** Waits until a statement has succeeded. @throws QueryError with the message of Databricks if it failed */
export async function waitForSuccess(client: HttpClient, started: Statement, signal: AbortSignal): Promise<Statement> {
  const statement = await waitForEnd(client, started, signal)
  const { state, error } = statement.status
  // A closed statement has succeeded; its rows were in the first response.
  if (state === 'SUCCEEDED' || (state === 'CLOSED' && statement.manifest)) return statement
  throw new QueryError(error?.message || `Databricks has ended the statement: ${state}.`)
}

const pathOf = (id: string): string => `${STATEMENTS}/${encodeURIComponent(id)}`

/** The rows of a result in order, chunk by chunk. @param storage reaches the links of a result in storage */
export async function* chunks(
  client: HttpClient,
  { statement_id: id, manifest, result }: Statement,
  storage: HttpClient,
): AsyncGenerator<Row[], void, undefined> {
  const pathOfChunk = (index: number) => `${pathOf(id)}/result/chunks/${index}`
  const count = manifest?.total_chunk_count ?? 0
  let at = pathOfChunk(0)
  for (let [chunk, index] = [result, 0]; chunk; index++) {
    let next = chunk.next_chunk_internal_link
    if (chunk.external_links.length === 0) {
      yield chunk.data_array
      // A chunk names the next one; where it does not, the number of chunks says whether the result goes on.
      next ??= index + 1 < count ? pathOfChunk(index + 1) : null
    }
    for (const [place, link] of chunk.external_links.entries()) {
      yield await linkedRows(storage, link).catch(async (error) => {
        if (!(error instanceof LinkRefused)) throw error
        // Links are valid for some minutes, which may have passed before a slow reader wanted these rows.
        const renewed = Chunk.parse(await documentAt(client, at)).external_links[place]
        if (!renewed) throw error
        return linkedRows(storage, renewed)
      })
      next = link.next_chunk_internal_link ?? next
    }
    if (!next) return
    // Only the path is used, so that no other server is contacted.
    const { pathname, search } = new URL(next, 'https://server')
    at = `${pathname}${search}`
    chunk = Chunk.parse(await documentAt(client, at))
  }
}

/** Cancels a statement, and waits until it has ended. */
export async function stop({ statement }: Session, context: Context): Promise<void> {
  const client = databricksClient(context)
  // Cancelling fails if the statement has already ended; its state, read next, tells.
  await client.send({ method: 'POST', path: `${pathOf(String(statement))}/cancel` }).then(
    (answer) => answer.discard(),
    () => {},
  )
  await waitForEnd(client, Statement.parse(await documentAt(client, pathOf(String(statement)))), context.signal)
}
