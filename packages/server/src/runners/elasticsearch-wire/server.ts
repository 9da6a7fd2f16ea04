import { randomUUID } from 'node:crypto'
import type { SchemaTable } from '@sightline/contract/data-sources.ts'
import { z } from 'zod'
import { type HttpClient, httpClient } from '../http/client.ts'
import { basicLogin } from '../http/options.ts'
import { StoppableRun, stopLimit, untilGone } from '../http/stopping.ts'
import { saidIn } from '../http/words.ts'
import { type ErrandContext, QueryError, type RunContext, type RunnerResult, type Session } from '../runner.ts'
import { isPlainObject } from '../values/cells.ts'
import { parseJson } from '../values/exact-json.ts'
import type { ElasticsearchOptions } from './options.ts'

export type Context = Pick<ErrandContext<ElasticsearchOptions>, 'config' | 'signal'>

/** @param mark names the run at the server, so that its tasks can be found */
export function elasticsearchClient({ config: { url, username, password }, signal }: Context, mark?: string): HttpClient {
  return httpClient({
    base: url,
    signal,
    privateNetworks: 'all',
    login: basicLogin(username, password),
    ...(mark === undefined ? {} : { headers: { 'x-opaque-id': mark } }),
    refusal: (status, body) => {
      const said = saidIn(body) ?? 'no message'
      return new QueryError(`Failed to execute query. ${status}: ${cut(said)}`)
    },
  })
}

const MOST_CHARACTERS = 10_240
export const cut = (text: string): string =>
  text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}... continues` : text

/** A run whose tasks are cancelled at the server when it is to stop. */
export function stoppableRun(
  { config, signal, onSession }: RunContext<ElasticsearchOptions>,
  start: (client: HttpClient) => Promise<RunnerResult>,
): Promise<RunnerResult> {
  const mark = randomUUID()
  const course = new StoppableRun(signal, () => stop({ mark }, { config, signal: stopLimit() }))
  onSession?.({ mark })
  return course.result(() => start(elasticsearchClient({ config, signal: course.signal }, mark)))
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

/** Indexes with their fields, those inside objects by their path. */
export async function readSchema(context: Context): Promise<SchemaTable[]> {
  const answer = await elasticsearchClient(context).ask({ path: '/_mappings' })
  const indexes = parseJson(await answer.text())
  if (!isPlainObject(indexes)) return []
  return Object.entries(indexes)
    .filter(([name]) => !name.startsWith('.'))
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
