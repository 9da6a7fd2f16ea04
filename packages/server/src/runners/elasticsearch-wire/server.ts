import { randomUUID } from 'node:crypto'
import type { SchemaTable } from '@sightline/contract/data-sources.ts'
import { z } from 'zod'
import { type HttpClient, type HttpClientOptions, httpClient } from '../http/client.ts'
import { errorAtPosition, errorMessageIn, findMessage, parseJsonOrNull } from '../http/error-message.ts'
import { basicLogin } from '../http/options.ts'
import { QueryError, type RunContext, type RunnerResult, type Session, type SourceContext } from '../runner.ts'
import { StoppableRun, stopTimeout, waitUntilGone } from '../stopping.ts'
import { isPlainObject, parseJson } from '../values/cells.ts'

/** A server, whatever the fields of the form are called. */
export interface ElasticsearchServer {
  url: string
  username?: string | undefined
  password?: string | undefined
  /** Signs requests, instead of a login. */
  sign?: HttpClientOptions['sign']
}

export type Context = Pick<SourceContext<ElasticsearchServer>, 'config' | 'signal'>

interface RequestOptions {
  /** Sent as `X-Opaque-Id`, by which the tasks of the run can be found. */
  mark?: string
  /** The SQL that is run, to locate error positions in it. */
  sql?: string | undefined
}

function elasticsearchClient(
  { config: { url, username, password, sign }, signal }: Context,
  { mark, sql }: RequestOptions = {},
): HttpClient {
  return httpClient({
    base: url,
    signal,
    privateNetworks: 'all',
    login: basicLogin(username, password),
    ...(sign ? { sign } : {}),
    ...(mark === undefined ? {} : { headers: { 'x-opaque-id': mark } }),
    errorFrom: (status, body) => {
      const message = `Failed to execute query. ${status}: ${truncate(serverMessage(body))}`
      return sql === undefined ? new QueryError(message) : errorAtPosition(message, sql, POSITION)
    },
  })
}

const Explained = z.object({
  /** Empty if a search fails after its shards have succeeded. */
  reason: z.string(),
  /** Sent by OpenSearch, whose `reason` only names the kind of error. */
  details: z.string().optional(),
  /** The cause of a general `reason` such as `all shards failed`. */
  root_cause: z.array(z.object({ reason: z.string().nullish() })).optional(),
  /** The chain of causes, of which the last is what a script did wrong. */
  caused_by: z.unknown().optional(),
})

/** The message of an error of the server with its causes; null if it has none. */
export function explanationOf(error: unknown): string | null {
  const { data } = Explained.safeParse(error)
  if (!data) return findMessage(error)
  const { reason, details, root_cause: causes, caused_by: cause } = data
  const parts = [reason, details ?? causes?.[0]?.reason ?? '', innermostReason(cause)]
  const isNew = (part: string, at: number) => !parts.slice(0, at).some((earlier) => earlier.includes(part))
  return parts.filter((part, at) => part !== '' && isNew(part, at)).join(': ') || null
}

function innermostReason(cause: unknown): string {
  if (!isPlainObject(cause)) return ''
  return innermostReason(cause.caused_by) || (typeof cause.reason === 'string' ? cause.reason : '')
}

function serverMessage(body: string): string {
  const document = parseJsonOrNull(body)
  const explanation = isPlainObject(document) && isPlainObject(document.error) ? explanationOf(document.error) : null
  return explanation ?? errorMessageIn(body) ?? 'no message'
}

/** `Found 1 problem\nline 1:8: Unknown column [x]` */
const POSITION = /\bline (\d+):(\d+):/

const MAX_CHARACTERS = 10_240
export const truncate = (text: string): string =>
  text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}... continues` : text

/**
 * A run whose tasks are cancelled at the server when it is stopped.
 * @param sql the query text, if it is SQL
 */
export function stoppableRun(
  { config, signal, onSession }: RunContext<ElasticsearchServer>,
  start: (client: HttpClient) => Promise<RunnerResult>,
  sql?: string,
): Promise<RunnerResult> {
  const mark = randomUUID()
  const stoppable = new StoppableRun(signal, () => stop({ mark }, { config, signal: stopTimeout() }))
  onSession?.({ mark })
  return stoppable.result(() => start(elasticsearchClient({ config, signal: stoppable.signal }, { mark, sql })))
}

const Tasks = z.object({
  nodes: z.record(
    z.string(),
    z.object({ tasks: z.record(z.string(), z.object({ headers: z.record(z.string(), z.string()).optional() })) }),
  ),
})

/**
 * Cancels the tasks of a run, and waits until they are gone.
 * @throws QueryError if the server does not confirm it
 */
export async function stop({ mark }: Session, context: Context): Promise<void> {
  const client = elasticsearchClient(context)
  await waitUntilGone(async () => {
    const answer = await client.send({ path: '/_tasks', query: { actions: '*search*,*sql*', detailed: true } })
    const { nodes } = Tasks.parse(parseJson(await answer.text()))
    const ids = Object.values(nodes).flatMap(({ tasks }) =>
      Object.entries(tasks).flatMap(([id, { headers }]) => (headers?.['X-Opaque-Id'] === mark ? [id] : [])),
    )
    for (const id of ids)
      await (await client.send({ method: 'POST', path: `/_tasks/${encodeURIComponent(id)}/_cancel` })).text()
    return ids.length === 0
  })
}

export async function testConnection(context: Context): Promise<void> {
  const answer = await elasticsearchClient(context).send({ path: '/_cluster/health' })
  await answer.text()
}

/** All indexes except internal ones. */
export async function readSchema(context: Context): Promise<SchemaTable[]> {
  return (await indexesAt(elasticsearchClient(context), '')).filter(({ name }) => !name.startsWith('.'))
}

/**
 * Indexes by name, with their fields; fields of objects are named by their path.
 * @param path the URL path of the indexes; '' for all
 */
export async function indexesAt(client: HttpClient, path: string): Promise<SchemaTable[]> {
  const indexes = parseJson(await (await client.send({ path: `${path}/_mappings` })).text())
  if (!isPlainObject(indexes)) return []
  return Object.entries(indexes)
    .map(([name, index]) => ({ name, columns: fieldsIn(isPlainObject(index) ? mappingOf(index.mappings) : {}) }))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
}

/** Before version 7, mappings have a level of types in between. */
function mappingOf(mappings: unknown): unknown {
  if (!isPlainObject(mappings) || 'properties' in mappings) return mappings
  return Object.values(mappings).find((type) => isPlainObject(type) && 'properties' in type) ?? {}
}

function fieldsIn(mapping: unknown, path = ''): SchemaTable['columns'] {
  if (!isPlainObject(mapping) || !isPlainObject(mapping.properties)) return []
  return Object.entries(mapping.properties).flatMap(([name, field]) => {
    if (!isPlainObject(field)) return []
    return 'properties' in field
      ? fieldsIn(field, `${path}${name}.`)
      : [{ name: `${path}${name}`, type: String(field.type ?? '') }]
  })
}
