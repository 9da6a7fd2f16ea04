import { randomUUID } from 'node:crypto'
import type { SchemaTable } from '@sightline/contract/data-sources.ts'
import { z } from 'zod'
import { type HttpClient, httpClient } from '../http/client.ts'
import { basicLogin } from '../http/options.ts'
import { placedError } from '../http/places.ts'
import { documentIn, saidIn } from '../http/words.ts'
import { type ErrandContext, QueryError, type RunContext, type RunnerResult, type Session } from '../runner.ts'
import { StoppableRun, stopLimit, untilGone } from '../stopping.ts'
import { isPlainObject, parseJson } from '../values/cells.ts'
import type { ElasticsearchServer } from './options.ts'

export type Context = Pick<ErrandContext<ElasticsearchServer>, 'config' | 'signal'>

interface Asked {
  /** Names the run at the server, so that its tasks can be found. */
  mark?: string
  /** SQL that is run, to find the places in it that messages name. */
  sql?: string | undefined
}

export function elasticsearchClient(
  { config: { url, username, password, sign }, signal }: Context,
  { mark, sql }: Asked = {},
): HttpClient {
  return httpClient({
    base: url,
    signal,
    privateNetworks: 'all',
    login: basicLogin(username, password),
    ...(sign ? { sign } : {}),
    ...(mark === undefined ? {} : { headers: { 'x-opaque-id': mark } }),
    refusal: (status, body) => {
      const message = `Failed to execute query. ${status}: ${cut(wordsIn(body))}`
      return sql === undefined ? new QueryError(message) : placedError(message, sql, PLACE)
    },
  })
}

const Explained = z.object({
  error: z.object({
    reason: z.string(),
    /** Of OpenSearch, whose `reason` says only of which kind an error is. */
    details: z.string().optional(),
    /** What is behind a `reason` such as `all shards failed`. */
    root_cause: z.array(z.object({ reason: z.string() })).optional(),
  }),
})

function wordsIn(body: string): string {
  const { data } = Explained.safeParse(documentIn(body))
  if (!data) return saidIn(body) ?? 'no message'
  const { reason, details, root_cause: causes } = data.error
  const cause = details ?? causes?.[0]?.reason ?? ''
  return reason.includes(cause) ? reason : `${reason}: ${cause}`
}

/** `Found 1 problem\nline 1:8: Unknown column [x]` */
const PLACE = /\bline (\d+):(\d+):/

const MOST_CHARACTERS = 10_240
export const cut = (text: string): string =>
  text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}... continues` : text

/**
 * A run whose tasks are cancelled at the server when it is to stop.
 * @param sql what is run, where it is SQL
 */
export function stoppableRun(
  { config, signal, onSession }: RunContext<ElasticsearchServer>,
  start: (client: HttpClient) => Promise<RunnerResult>,
  sql?: string,
): Promise<RunnerResult> {
  const mark = randomUUID()
  const course = new StoppableRun(signal, () => stop({ mark }, { config, signal: stopLimit() }))
  onSession?.({ mark })
  return course.result(() => start(elasticsearchClient({ config, signal: course.signal }, { mark, sql })))
}

const Tasks = z.object({
  nodes: z.record(
    z.string(),
    z.object({ tasks: z.record(z.string(), z.object({ headers: z.record(z.string(), z.string()).optional() })) }),
  ),
})

/**
 * Cancels the tasks of a run, and sees that they have gone.
 * @throws QueryError when the server does not confirm it
 */
export async function stop({ mark }: Session, context: Context): Promise<void> {
  const client = elasticsearchClient(context)
  await untilGone(async () => {
    const answer = await client.ask({ path: '/_tasks', query: { actions: '*search*,*sql*', detailed: true } })
    const { nodes } = Tasks.parse(parseJson(await answer.text()))
    const ids = Object.values(nodes).flatMap(({ tasks }) =>
      Object.entries(tasks).flatMap(([id, { headers }]) => (headers?.['X-Opaque-Id'] === mark ? [id] : [])),
    )
    for (const id of ids) await (await client.ask({ method: 'POST', path: `/_tasks/${encodeURIComponent(id)}/_cancel` })).text()
    return ids.length === 0
  })
}

export async function testConnection(context: Context): Promise<void> {
  const answer = await elasticsearchClient(context).ask({ path: '/_cluster/health' })
  await answer.text()
}

/** All indexes but those that the server keeps for itself. */
export async function readSchema(context: Context): Promise<SchemaTable[]> {
  return (await indexesAt(elasticsearchClient(context), '')).filter(({ name }) => !name.startsWith('.'))
}

/**
 * Indexes by name, with their fields, those inside objects by their path.
 * @param path of the indexes that are meant, as addresses name them; '' for all
 */
export async function indexesAt(client: HttpClient, path: string): Promise<SchemaTable[]> {
  const indexes = parseJson(await (await client.ask({ path: `${path}/_mappings` })).text())
  if (!isPlainObject(indexes)) return []
  return Object.entries(indexes)
    .map(([name, index]) => ({ name, columns: fieldsIn(isPlainObject(index) ? mappingOf(index.mappings) : {}) }))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
}

/** Servers before version 7 have a level of types in between. */
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
