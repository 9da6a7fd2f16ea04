import { randomUUID } from 'node:crypto'
import type { SchemaTable } from '@sightline/contract/data-sources.ts'
import { z } from 'zod'
import { keepsSecrets, secret } from '../../platform/type-options.ts'
import { type HttpClient, httpClient } from '../http/client.ts'
import { errorAtPosition, errorMessageIn, findMessage } from '../http/error-message.ts'
import type { RunContext, RunnerResult, Session, SourceContext } from '../runner.ts'
import { defineRunner } from '../runner.ts'
import { runBound } from '../sql/bound-select.ts'
import type { BoundText, ParameterSyntax } from '../sql/bound-text.ts'
import { sshTunnel } from '../ssh/options.ts'
import { StoppableRun, stopTimeout, waitUntilGone } from '../stopping.ts'
import { isPlainObject, parseJson } from '../values/cells.ts'
import { type ObjectRow, objectsResult } from '../values/objects.ts'

/** Positional parameters, as in https://docs.couchbase.com/server/current/n1ql/n1ql-rest-api/exnamed.html. */
const parameters: ParameterSyntax = {
  language: 'n1ql',
  parameter: (number) => `$${number}`,
  hasParameters: (code) => /[$?]/.test(code),
  maxValues: 1000,
  namesColumnsByText: true,
}

const CouchbaseOptions = z.object({
  protocol: z.string().default('http'),
  host: z.string().min(1),
  port: z.string().default('8095').meta({ title: 'Port (Defaults: 8095 - Analytics, 8093 - N1QL)' }),
  user: keepsSecrets(z.string().min(1)),
  password: secret().min(1).meta({ secret: true }),
  ssh_tunnel: sshTunnel(),
})
type CouchbaseOptions = z.output<typeof CouchbaseOptions>

/** Couchbase (https://www.couchbase.com), over the REST API of its query service. The language is N1QL. */
export default defineRunner({
  type: 'couchbase',
  name: 'Couchbase',
  gallery: { category: 'database', aliases: ['n1ql', 'nosql'] },
  syntax: 'sql',
  dialect: 'n1ql',
  language: 'n1ql',
  textPassing: 'parameters_outside_lists',
  guide: 'couchbase',
  moduleUrl: import.meta.url,
  config: CouchbaseOptions,
  annotates: false,
  supportsAutoLimit: false,
  run,
  stop,
  testConnection,
  getSchema: readSchema,
})

type Context = Pick<SourceContext<CouchbaseOptions>, 'config' | 'signal'>

/** Ports of the Analytics service; its API differs only in how queries are stopped. */
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
    errorFrom: (status, body) =>
      errorAtPosition(errorMessageIn(body) ?? `Failed to execute query. ${status}: no message`, text, POSITION),
  })
}

/** `syntax error - line 2, column 8, …` */
const POSITION = /line (\d+), column (\d+)/

async function send(client: HttpClient, { text: statement, values }: BoundText, id: string): Promise<unknown[]> {
  const body = { statement, ...(values.length > 0 ? { args: values } : {}), client_context_id: id }
  const answer = await client.send({ method: 'POST', path: '/query/service', body })
  const { results, errors } = Answer.parse(parseJson(await answer.text()))
  const message = findMessage(errors)
  if (message !== null) throw errorAtPosition(message, statement, POSITION)
  return results
}

async function run(
  text: string,
  { config, signal, onSession, bindsTexts }: RunContext<CouchbaseOptions>,
): Promise<RunnerResult> {
  const id = randomUUID()
  const stoppable = new StoppableRun(signal, () => stop({ id }, { config, signal: stopTimeout() }))
  onSession?.({ id })
  const start = async (query: BoundText) => {
    const results = await send(clientOf({ config, signal: stoppable.signal }, query.text), query, id)
    return objectsResult([results.map((row): ObjectRow => (isPlainObject(row) ? row : { $1: row }))], { flatten: 'one' })
  }
  return stoppable.result(() => runBound(text, bindsTexts ? parameters : null, signal, start))
}

const Requests = z.array(z.object({ requestId: z.string(), clientContextID: z.string().optional() }))

/**
 * Cancels a request, and waits until it is gone.
 * @throws QueryError if the server does not confirm it
 */
async function stop({ id }: Session, context: Context): Promise<void> {
  const client = clientOf(context)
  if (ANALYTICS_PORTS.includes(context.config.port)) return stopAnalytics(client, String(id))
  await waitUntilGone(async () => {
    const answer = await client.send({ path: '/admin/active_requests' })
    const found = Requests.parse(parseJson(await answer.text())).filter(({ clientContextID }) => clientContextID === id)
    for (const { requestId } of found)
      await (await client.send({ method: 'DELETE', path: `/admin/active_requests/${encodeURIComponent(requestId)}` })).text()
    return found.length === 0
  })
}

/** Analytics responds when it has cancelled the request, or with 404 if there is none. */
async function stopAnalytics(client: HttpClient, id: string): Promise<void> {
  const request = { method: 'DELETE', path: '/analytics/admin/active_requests', accepts: [404] } as const
  await (await client.send({ ...request, body: new URLSearchParams({ client_context_id: id }) })).text()
}

async function testConnection(context: Context): Promise<void> {
  await send(clientOf(context), { text: 'SELECT 1', values: [] }, randomUUID())
}

const KEYSPACES = 'SELECT RAW name FROM system:keyspaces'
const DATASETS = "SELECT RAW DataverseName || '.' || DatasetName FROM Metadata.`Dataset` WHERE DataverseName <> 'Metadata'"

/** Keyspaces, or datasets of Analytics; they have no columns, since documents have no fixed fields. */
async function readSchema(context: Context): Promise<SchemaTable[]> {
  const listing = ANALYTICS_PORTS.includes(context.config.port) ? DATASETS : KEYSPACES
  const names = await send(clientOf(context), { text: listing, values: [] }, randomUUID())
  return [...new Set(names.map(String))].sort().map((name) => ({ name, columns: [] }))
}
