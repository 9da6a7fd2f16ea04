import { setTimeout as sleep } from 'node:timers/promises'
import type { SchemaTable } from '@sightline/contract/data-sources.ts'
import { statementsOf } from '@sightline/domain/sql-text/statements.ts'
import { z } from 'zod'
import { type HttpClient, type HttpRequest, type HttpResponse, httpClient } from '../http/client.ts'
import { errorMessageIn, positionAt } from '../http/error-message.ts'
import { basicLogin } from '../http/options.ts'
import { retry, TransientError } from '../http/retry.ts'
import { NO_DATA, QueryError, type RunContext, type RunnerResult, type Session } from '../runner.ts'
import { severalAtATime } from '../several-at-a-time.ts'
import { tablesOf } from '../sql/schema-tables.ts'
import { StoppableRun, stopTimeout } from '../stopping.ts'
import { parseJson } from '../values/cells.ts'
import { type Row, rowsResult } from '../values/rows.ts'
import { ClientSession, type Coordinator } from './session.ts'
import { columnOf, readersOf } from './types.ts'

const Page = z.object({
  id: z.string(),
  nextUri: z.string().optional(),
  columns: z.array(z.object({ name: z.string(), type: z.string() })).optional(),
  data: z.array(z.array(z.unknown())).optional(),
  error: z
    .object({ message: z.string(), errorLocation: z.object({ lineNumber: z.number(), columnNumber: z.number() }).optional() })
    .optional(),
})
type Page = z.output<typeof Page>

/** Milliseconds between two polls of a query that has no rows yet. */
const FIRST_POLL_DELAY_MS = 10
const MAX_POLL_DELAY_MS = 500

function clientOf({ base, headers, user, password, tunnel }: Coordinator, signal: AbortSignal): HttpClient {
  const login = password ? basicLogin(user, password) : null
  const userHeader = { [`${headers}-User`]: user }
  return httpClient({ base, signal, privateNetworks: 'all', login, headers: userHeader, tunnel, errorFrom: gatewayError })
}

/** Runs the statements of a query one after the other; the result is the rows of the last one. */
export async function run(
  coordinator: Coordinator,
  text: string,
  { signal, onSession }: Pick<RunContext<unknown>, 'signal' | 'onSession'>,
): Promise<RunnerResult> {
  let next: string | undefined
  // A statement can only be cancelled once the first response has returned its id.
  let heard = Promise.resolve()
  const stoppable = new StoppableRun(signal, async () => {
    await heard
    if (next === undefined) return
    const client = clientOf(coordinator, stopTimeout())
    await (await client.send({ method: 'DELETE', path: next, accepts: [204] })).text()
  })
  const client = clientOf(coordinator, stoppable.signal)
  const statements = statementsOf(text, 'trino')
  const session = new ClientSession(coordinator)
  const pagesOf = async function* (statement: string) {
    const { promise, resolve } = Promise.withResolvers<void>()
    heard = promise
    const onPage = (page: Page) => {
      next = page.nextUri && onServer(coordinator, page.nextUri)
      onSession?.({ query: page.id })
      resolve()
    }
    try {
      yield* pages(client, statement, { text, session, signal: stoppable.signal, onPage })
    } finally {
      resolve()
    }
  }
  return stoppable.result(async () => {
    const last = statements.pop()
    if (last === undefined) throw new QueryError(NO_DATA)
    for (const statement of statements) for await (const _ of pagesOf(statement));
    return resultOf(pagesOf(last))
  })
}

/** Cancels a query by its id. */
export async function stop(coordinator: Coordinator, { query }: Session, signal: AbortSignal): Promise<void> {
  const path = `/v1/query/${encodeURIComponent(String(query))}`
  await (await clientOf(coordinator, signal).send({ method: 'DELETE', path, accepts: [202, 204, 410] })).text()
}

/** The path of a URL that the server sent. Only the host that the admin has entered is contacted. */
function onServer({ base }: Coordinator, address: string): string {
  const { pathname, search } = new URL(address, base)
  return `${pathname}${search}`
}

interface StatementContext {
  /** The query text that the statement is part of. */
  text: string
  session: ClientSession
  signal: AbortSignal
  onPage(page: Page): void
}

async function* pages(
  client: HttpClient,
  statement: string,
  { text, session, signal, onPage }: StatementContext,
): AsyncGenerator<Page, void, undefined> {
  let answer = await sendWithRetry(
    client,
    { method: 'POST', path: '/v1/statement', body: statement, headers: session.headers },
    signal,
  )
  for (let wait = FIRST_POLL_DELAY_MS; ; ) {
    session.update(answer.headers)
    const page = Page.parse(parseJson(await answer.text()))
    onPage(page)
    if (page.error) throw failureOf(page.error, statement, text)
    yield page
    if (page.nextUri === undefined) return
    wait = page.data ? FIRST_POLL_DELAY_MS : Math.min(2 * wait, MAX_POLL_DELAY_MS)
    // Most servers hold the request until there is news; the delay is for those that do not.
    if (!page.data) await sleep(wait, undefined, { signal }).catch(() => {})
    const { pathname, search } = new URL(page.nextUri, answer.url)
    answer = await sendWithRetry(client, { path: `${pathname}${search}` }, signal)
  }
}

function failureOf({ message, errorLocation: at }: NonNullable<Page['error']>, statement: string, text: string): QueryError {
  if (!at) return new QueryError(message)
  return new QueryError(message, {
    position: Math.max(0, text.indexOf(statement)) + positionAt(statement, at.lineNumber, at.columnNumber),
  })
}

async function resultOf(reading: AsyncGenerator<Page, void, undefined>): Promise<RunnerResult> {
  for (;;) {
    const { value: page, done } = await reading.next()
    if (done) throw new QueryError(NO_DATA)
    // A statement that returns no rows, such as DROP TABLE, has an empty list of columns.
    if (page.columns?.length) return rowsResult(page.columns.map(columnOf), rowGroups(page.columns, page, reading))
  }
}

async function* rowGroups(
  columns: NonNullable<Page['columns']>,
  first: Page,
  reading: AsyncGenerator<Page, void, undefined>,
): AsyncGenerator<Row[], void, undefined> {
  const read = readersOf(columns)
  if (first.data) yield first.data.map(read)
  for await (const { data } of reading) if (data) yield data.map(read)
}

/** Each catalog is asked by a statement of its own. */
const CATALOGS_AT_A_TIME = 5

/** Tables of the catalog. If the source names none: tables of all catalogs, with the catalog in their names. */
export async function readSchema(coordinator: Coordinator, signal: AbortSignal): Promise<SchemaTable[]> {
  const { catalog } = coordinator
  const catalogs = catalog
    ? [catalog]
    : (await rowsAt(coordinator, 'SHOW CATALOGS', signal)).map(([name = '']) => name).filter((name) => name !== 'system')
  const rows = await severalAtATime(catalogs, CATALOGS_AT_A_TIME, async (owner): Promise<Row[]> => {
    const found = await rowsAt(coordinator, columnsIn(owner), signal)
    return found.map(([schema, table, column, type]) => [[...(catalog ? [] : [owner]), schema, table].join('.'), column, type])
  })
  return tablesOf(rows.flat())
}

/** The information schema of a catalog. */
const aboutCatalog = (catalog: string) => `"${catalog.replaceAll('"', '""')}".information_schema`

const columnsIn = (catalog: string) => `SELECT table_schema, table_name, column_name, data_type
  FROM ${aboutCatalog(catalog)}.columns WHERE table_schema NOT IN ('pg_catalog', 'information_schema')`

/** Reads from the catalog: a statement without one would succeed whatever catalog is entered. */
export async function testConnection(coordinator: Coordinator, signal: AbortSignal): Promise<void> {
  const { catalog, schema } = coordinator
  const chosen = schema ? ` WHERE schema_name = '${schema.toLowerCase().replaceAll("'", "''")}'` : ' LIMIT 1'
  const statement = catalog ? `SELECT schema_name FROM ${aboutCatalog(catalog)}.schemata${chosen}` : 'SELECT 1'
  const rows = await rowsAt(coordinator, statement, signal)
  if (catalog && schema && rows.length === 0)
    throw new QueryError(`There is no schema "${schema}" in the catalog "${catalog}".`)
}

/** All rows of a statement of our own. */
async function rowsAt(coordinator: Coordinator, statement: string, signal: AbortSignal): Promise<string[][]> {
  const asking = { text: statement, session: new ClientSession(coordinator), signal, onPage: () => {} }
  const rows: string[][] = []
  for await (const { data = [] } of pages(clientOf(coordinator, signal), statement, asking))
    for (const row of data) rows.push(row.map(String))
  return rows
}

/** Milliseconds until a retry after a gateway error, as the protocol requires, and the number of attempts. */
const PAUSE = 75
const MAX_ATTEMPTS = 20

/** A transient error for the statuses of gateways; null for all other statuses. */
function gatewayError(status: number, body: string): QueryError | null {
  if (status < 502 || status > 504) return null
  return new TransientError(`Failed to execute query. ${status}: ${errorMessageIn(body) ?? 'no message'}`)
}

/** Sends a request, with retries after gateway errors. */
const sendWithRetry = (client: HttpClient, request: HttpRequest, signal: AbortSignal): Promise<HttpResponse> =>
  retry(() => client.send(request), { maxAttempts: MAX_ATTEMPTS, delay: () => PAUSE, signal })
