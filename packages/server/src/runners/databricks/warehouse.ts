import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { type HttpClient, httpClient } from '../http/client.ts'
import { saidIn } from '../http/words.ts'
import { CANCELLED, type ErrandContext, QueryError, type Session } from '../runner.ts'
import { parseJson } from '../values/cells.ts'
import type { DatabricksOptions } from './index.ts'

export type Context = Pick<ErrandContext<DatabricksOptions>, 'config' | 'signal'>

const STATEMENTS = '/api/2.0/sql/statements'

export function databricksClient({ config: { host, http_password: bearer }, signal }: Context): HttpClient {
  return httpClient({
    base: /^https?:\/\//i.test(host) ? host : `https://${host}`,
    signal,
    privateNetworks: 'all',
    login: { bearer },
    refusal: (status, body) => new QueryError(`Failed to execute query. ${status}: ${saidIn(body) ?? 'no message'}`),
  })
}

/** @throws QueryError for the path of a cluster: those are not asked in this way */
export function warehouseIn({ http_path: path }: DatabricksOptions): string {
  const [, id] = /\/sql\/1\.0\/(?:warehouses|endpoints)\/([0-9a-z]+)\/?$/i.exec(path) ?? []
  if (id === undefined) throw new QueryError('The HTTP path should be that of an SQL warehouse: /sql/1.0/warehouses/…')
  return id
}

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

/** A result that is larger is not handed over with the answer: the statement would be ended without one. */
const MOST_BYTES = 25 * 1024 * 1024

/** Sends a statement. The answer does not wait for its end: until it has come, nobody could say which one to cancel. */
export async function startStatement(client: HttpClient, statement: string, config: DatabricksOptions): Promise<Statement> {
  const body = {
    statement,
    warehouse_id: warehouseIn(config),
    wait_timeout: '0s',
    disposition: 'INLINE',
    format: 'JSON_ARRAY',
    byte_limit: MOST_BYTES,
  }
  return Statement.parse(await documentAt(client, STATEMENTS, body))
}

async function documentAt(client: HttpClient, path: string, body?: unknown): Promise<unknown> {
  return parseJson(await (await client.ask({ path, ...(body === undefined ? {} : { method: 'POST', body }) })).text())
}

const FIRST_WAIT = 100
const LONGEST_WAIT = 2000

async function atRest(client: HttpClient, started: Statement, signal: AbortSignal): Promise<Statement> {
  let statement = started
  for (let wait = FIRST_WAIT; /^(PENDING|RUNNING)$/.test(statement.status.state); wait = Math.min(2 * wait, LONGEST_WAIT)) {
    await sleep(wait, undefined, { signal }).catch(() => {
      throw new QueryError(CANCELLED)
    })
    statement = Statement.parse(await documentAt(client, pathOf(statement.statement_id)))
  }
  return statement
}

/** Waits for the end of a statement. @throws QueryError in the words of Databricks, when it has failed */
export async function finished(client: HttpClient, started: Statement, signal: AbortSignal): Promise<Statement> {
  const statement = await atRest(client, started, signal)
  const { state, error } = statement.status
  // What is closed has succeeded, and its rows have come with the answer or will not come at all.
  if (state === 'SUCCEEDED' || (state === 'CLOSED' && statement.manifest)) return statement
  throw new QueryError(error?.message || `Databricks has ended the statement: ${state}.`)
}

const pathOf = (id: string): string => `${STATEMENTS}/${encodeURIComponent(id)}`

/** The chunks of a result, one after the other. */
export async function* chunks(client: HttpClient, { result }: Statement): AsyncGenerator<Chunk, void, undefined> {
  for (let chunk = result; chunk; ) {
    yield chunk
    const next: string | null | undefined = chunk.next_chunk_internal_link
    if (!next) return
    // A path on the same server, and nowhere else.
    const { pathname, search } = new URL(next, 'https://server')
    chunk = Chunk.parse(await documentAt(client, `${pathname}${search}`))
  }
}

/** Cancels a statement, and sees that it has ended. */
export async function stop({ statement }: Session, context: Context): Promise<void> {
  const client = databricksClient(context)
  // What has ended by itself cannot be cancelled: what is asked next tells whether it has.
  await client.ask({ method: 'POST', path: `${pathOf(String(statement))}/cancel` }).then(
    (answer) => answer.leave(),
    () => {},
  )
  await atRest(client, Statement.parse(await documentAt(client, pathOf(String(statement)))), context.signal)
}
