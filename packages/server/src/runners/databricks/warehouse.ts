import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { secret } from '../../platform/type-options.ts'
import { type HttpClient, httpClient } from '../http/client.ts'
import { errorMessageIn } from '../http/error-message.ts'
import { CANCELLED, QueryError, type Session, type SourceContext } from '../runner.ts'
import type { BoundText } from '../sql/bound-text.ts'
import { parseJson } from '../values/cells.ts'

export const DatabricksOptions = z.object({
  host: z.string().trim().min(1),
  http_path: z.string().trim().min(1).meta({ title: 'HTTP Path' }),
  http_password: secret('Access Token').min(1).meta({ title: 'Access Token', secret: true }),
})
export type DatabricksOptions = z.output<typeof DatabricksOptions>

export type Context = Pick<SourceContext<DatabricksOptions>, 'config' | 'signal'>

const STATEMENTS = '/api/2.0/sql/statements'

export function databricksClient({ config: { host, http_password: bearer }, signal }: Context): HttpClient {
  return httpClient({
    base: /^https?:\/\//i.test(host) ? host : `https://${host}`,
    signal,
    privateNetworks: 'all',
    login: { bearer },
    errorFrom: (status, body) => new QueryError(`Failed to execute query. ${status}: ${errorMessageIn(body) ?? 'no message'}`),
  })
}

/** @throws QueryError for the path of a cluster: this API only works for warehouses */
export function warehouseIn({ http_path: path }: DatabricksOptions): string {
  const [, id] = /\/sql\/1\.0\/(?:warehouses|endpoints)\/([0-9a-z]+)\/?$/i.exec(path) ?? []
  if (id === undefined) throw new QueryError('The HTTP path should be that of an SQL warehouse: /sql/1.0/warehouses/…')
  return id
}

/** The marker of a parameter, without its colon. */
export const parameterName = (number: number): string => `sightline_${number}`

/** Databricks replaces the marker by a literal of this type once it has parsed the statement. */
const parameterOf = (value: string, index: number) => ({ name: parameterName(index + 1), value, type: 'STRING' })

const Chunk = z.object({
  data_array: z.array(z.array(z.string().nullable())).default([]),
  next_chunk_internal_link: z.string().nullish(),
})
export type Chunk = z.output<typeof Chunk>

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
    })
    .optional(),
  result: Chunk.optional(),
})
export type Statement = z.output<typeof Statement>

/** Limit for inline results. Without it, a larger result would make the statement fail. */
const MAX_BYTES = 25 * 1024 * 1024

/** Starts a statement. The request does not wait for the end, because the statement can only be cancelled once its id is known. */
export async function startStatement(
  client: HttpClient,
  { text: statement, values }: BoundText,
  config: DatabricksOptions,
): Promise<Statement> {
  const body = {
    statement,
    ...(values.length > 0 ? { parameters: values.map(parameterOf) } : {}),
    warehouse_id: warehouseIn(config),
    wait_timeout: '0s',
    disposition: 'INLINE',
    format: 'JSON_ARRAY',
    byte_limit: MAX_BYTES,
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

/** The chunks of a result in order. */
export async function* chunks(client: HttpClient, { result }: Statement): AsyncGenerator<Chunk, void, undefined> {
  for (let chunk = result; chunk; ) {
    yield chunk
    const next: string | null | undefined = chunk.next_chunk_internal_link
    if (!next) return
    // Only the path is used, so that no other server is contacted.
    const { pathname, search } = new URL(next, 'https://server')
    chunk = Chunk.parse(await documentAt(client, `${pathname}${search}`))
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
