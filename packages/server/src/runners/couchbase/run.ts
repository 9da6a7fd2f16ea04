import { randomUUID } from 'node:crypto'
import type { SchemaTable } from '@sightline/contract/data-sources.ts'
import { z } from 'zod'
import { type HttpClient, httpClient } from '../http/client.ts'
import { placedError } from '../http/places.ts'
import { messageIn, saidIn } from '../http/words.ts'
import type { ErrandContext, RunContext, RunnerResult, Session } from '../runner.ts'
import { StoppableRun, stopLimit, untilGone } from '../stopping.ts'
import { isPlainObject, parseJson } from '../values/cells.ts'
import { type ObjectRow, objectsResult } from '../values/objects.ts'
import type { CouchbaseOptions } from './index.ts'

type Context = Pick<ErrandContext<CouchbaseOptions>, 'config' | 'signal'>

/** Where Couchbase's Analytics are asked: the same way but for stopping. */
const ANALYTICS_PORTS = ['8095', '18095']

const Answer = z.object({ results: z.array(z.unknown()).default([]), errors: z.unknown().optional() })

function clientOf(
  { config: { protocol, host, port, user, password, ssh_tunnel: tunnel }, signal }: Context,
  text = '',
): HttpClient {
  return httpClient({
    base: `${protocol}://${host}:${port}`,
    signal,
    privateNetworks: 'all',
    login: { user, password },
    tunnel,
    refusal: (status, body) => placedError(saidIn(body) ?? `Failed to execute query. ${status}: no message`, text, PLACE),
  })
}

/** `syntax error - line 2, column 8, …` */
const PLACE = /line (\d+), column (\d+)/

async function ask(client: HttpClient, statement: string, id: string): Promise<unknown[]> {
  const answer = await client.ask({ method: 'POST', path: '/query/service', body: { statement, client_context_id: id } })
  const { results, errors } = Answer.parse(parseJson(await answer.text()))
  const message = messageIn(errors)
  if (message !== null) throw placedError(message, statement, PLACE)
  return results
}

export function run(text: string, { config, signal, onSession }: RunContext<CouchbaseOptions>): Promise<RunnerResult> {
  const id = randomUUID()
  const course = new StoppableRun(signal, () => stop({ id }, { config, signal: stopLimit() }))
  onSession?.({ id })
  return course.result(async () => {
    const results = await ask(clientOf({ config, signal: course.signal }, text), text, id)
    return objectsResult([results.map((row): ObjectRow => (isPlainObject(row) ? row : { $1: row }))], { flatten: 'one' })
  })
}

const Requests = z.array(z.object({ requestId: z.string(), clientContextID: z.string().optional() }))

/**
 * Ends a request, and sees that it has gone.
 * @throws QueryError when the server does not confirm it
 */
export async function stop({ id }: Session, context: Context): Promise<void> {
  const client = clientOf(context)
  if (ANALYTICS_PORTS.includes(context.config.port)) return stopAnalytics(client, String(id))
  await untilGone(async () => {
    const answer = await client.ask({ path: '/admin/active_requests' })
    const found = Requests.parse(parseJson(await answer.text())).filter(({ clientContextID }) => clientContextID === id)
    for (const { requestId } of found)
      await (await client.ask({ method: 'DELETE', path: `/admin/active_requests/${encodeURIComponent(requestId)}` })).text()
    return found.length === 0
  })
}

/** Analytics answer when they have ended the request, or that there is none (any more). */
async function stopAnalytics(client: HttpClient, id: string): Promise<void> {
  const request = { method: 'DELETE', path: '/analytics/admin/active_requests', accepts: [404] } as const
  await (await client.ask({ ...request, body: new URLSearchParams({ client_context_id: id }) })).text()
}

export async function testConnection(context: Context): Promise<void> {
  await ask(clientOf(context), 'SELECT 1', randomUUID())
}

const KEYSPACES = 'SELECT RAW name FROM system:keyspaces'
const DATASETS = "SELECT RAW DataverseName || '.' || DatasetName FROM Metadata.`Dataset` WHERE DataverseName <> 'Metadata'"

/** Keyspaces, or datasets of Analytics; documents have no columns that a server could tell of. */
export async function readSchema(context: Context): Promise<SchemaTable[]> {
  const listing = ANALYTICS_PORTS.includes(context.config.port) ? DATASETS : KEYSPACES
  const names = await ask(clientOf(context), listing, randomUUID())
  return [...new Set(names.map(String))].sort().map((name) => ({ name, columns: [] }))
}
