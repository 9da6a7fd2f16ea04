import { setTimeout as sleep } from 'node:timers/promises'
import type { SchemaTable } from '@sightline/contract/data-sources.ts'
import { statementsOf } from '@sightline/domain/sql-text/statements.ts'
import { z } from 'zod'
import { type HttpClient, httpClient } from '../http/client.ts'
import { basicLogin } from '../http/options.ts'
import { placeOf } from '../http/places.ts'
import { NO_DATA, QueryError, type RunContext, type RunnerResult, type Session } from '../runner.ts'
import { tablesOf } from '../sql/schema-tables.ts'
import { StoppableRun, stopLimit } from '../stopping.ts'
import { parseJson } from '../values/cells.ts'
import { type Row, rowsResult } from '../values/rows.ts'
import { gatewayTrouble, patiently } from './patience.ts'
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

/** Milliseconds between two asks of a query that has no rows yet. */
const FIRST_WAIT = 10
const LONGEST_WAIT = 500

function clientOf({ base, headers, user, password, tunnel }: Coordinator, signal: AbortSignal): HttpClient {
  const login = password ? basicLogin(user, password) : null
  const asked = { [`${headers}-User`]: user }
  return httpClient({ base, signal, privateNetworks: 'all', login, headers: asked, tunnel, refusal: gatewayTrouble })
}

/** Runs the statements of a text one after the other; the rows of the last one are the result. */
export async function runAt(
  coordinator: Coordinator,
  text: string,
  { signal, onSession }: Pick<RunContext<unknown>, 'signal' | 'onSession'>,
): Promise<RunnerResult> {
  let next: string | undefined
  // Until it has answered to a statement, the server can not be told which one to stop.
  let heard = Promise.resolve()
  const course = new StoppableRun(signal, async () => {
    await heard
    if (next === undefined) return
    const client = clientOf(coordinator, stopLimit())
    await (await client.ask({ method: 'DELETE', path: next, accepts: [204] })).text()
  })
  const client = clientOf(coordinator, course.signal)
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
      yield* pages(client, statement, { text, session, signal: course.signal, onPage })
    } finally {
      resolve()
    }
  }
  return course.result(async () => {
    const last = statements.pop()
    if (last === undefined) throw new QueryError(NO_DATA)
    for (const statement of statements) for await (const _ of pagesOf(statement));
    return resultOf(pagesOf(last))
  })
}

/** Ends a query by its id. */
export async function stopAt(coordinator: Coordinator, { query }: Session, signal: AbortSignal): Promise<void> {
  const path = `/v1/query/${encodeURIComponent(String(query))}`
  await (await clientOf(coordinator, signal).ask({ method: 'DELETE', path, accepts: [202, 204, 410] })).text()
}

/** The path of an address that the server names: it is asked where the admin has said, and nowhere else. */
function onServer({ base }: Coordinator, address: string): string {
  const { pathname, search } = new URL(address, base)
  return `${pathname}${search}`
}

interface Asking {
  /** What the statement is part of. */
  text: string
  session: ClientSession
  signal: AbortSignal
  onPage(page: Page): void
}

async function* pages(
  client: HttpClient,
  statement: string,
  { text, session, signal, onPage }: Asking,
): AsyncGenerator<Page, void, undefined> {
  let answer = await patiently(
    client,
    { method: 'POST', path: '/v1/statement', body: statement, headers: session.headers },
    signal,
  )
  for (let wait = FIRST_WAIT; ; ) {
    session.heed(answer.headers)
    const page = Page.parse(parseJson(await answer.text()))
    onPage(page)
    if (page.error) throw failureOf(page.error, statement, text)
    yield page
    if (page.nextUri === undefined) return
    wait = page.data ? FIRST_WAIT : Math.min(2 * wait, LONGEST_WAIT)
    // Many servers answer when there is something to tell; those that do not are not pestered.
    if (!page.data) await sleep(wait, undefined, { signal }).catch(() => {})
    const { pathname, search } = new URL(page.nextUri, answer.url)
    answer = await patiently(client, { path: `${pathname}${search}` }, signal)
  }
}

function failureOf({ message, errorLocation: at }: NonNullable<Page['error']>, statement: string, text: string): QueryError {
  if (!at) return new QueryError(message)
  return new QueryError(message, {
    position: Math.max(0, text.indexOf(statement)) + placeOf(statement, at.lineNumber, at.columnNumber),
  })
}

async function resultOf(reading: AsyncGenerator<Page, void, undefined>): Promise<RunnerResult> {
  for (;;) {
    const { value: page, done } = await reading.next()
    if (done) throw new QueryError(NO_DATA)
    if (page.columns) return rowsResult(page.columns.map(columnOf), rowGroups(page.columns, page, reading))
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

/** Tables of the catalog, or of all of them when the source names none, which are then part of the names. */
export async function schemaOf(coordinator: Coordinator, signal: AbortSignal): Promise<SchemaTable[]> {
  const { catalog } = coordinator
  const catalogs = catalog
    ? [catalog]
    : (await rowsAt(coordinator, 'SHOW CATALOGS', signal)).map(([name = '']) => name).filter((name) => name !== 'system')
  const rows: Row[] = []
  for (const owner of catalogs)
    for (const [schema, table, column, type] of await rowsAt(coordinator, columnsIn(owner), signal))
      rows.push([[...(catalog ? [] : [owner]), schema, table].join('.'), column, type])
  return tablesOf(rows)
}

/** The tables in which a catalog tells of itself. */
const aboutCatalog = (catalog: string) => `"${catalog.replaceAll('"', '""')}".information_schema`

const columnsIn = (catalog: string) => `SELECT table_schema, table_name, column_name, data_type
  FROM ${aboutCatalog(catalog)}.columns WHERE table_schema NOT IN ('pg_catalog', 'information_schema')`

/** What needs no catalog would be answered whichever is chosen. */
export async function testAt(coordinator: Coordinator, signal: AbortSignal): Promise<void> {
  const { catalog, schema } = coordinator
  const chosen = schema ? ` WHERE schema_name = '${schema.toLowerCase().replaceAll("'", "''")}'` : ' LIMIT 1'
  const statement = catalog ? `SELECT schema_name FROM ${aboutCatalog(catalog)}.schemata${chosen}` : 'SELECT 1'
  const rows = await rowsAt(coordinator, statement, signal)
  if (catalog && schema && rows.length === 0)
    throw new QueryError(`There is no schema "${schema}" in the catalog "${catalog}".`)
}

/** All rows of the answer to a statement of ours. */
async function rowsAt(coordinator: Coordinator, statement: string, signal: AbortSignal): Promise<string[][]> {
  const asking = { text: statement, session: new ClientSession(coordinator), signal, onPage: () => {} }
  const rows: string[][] = []
  for await (const { data = [] } of pages(clientOf(coordinator, signal), statement, asking))
    rows.push(...data.map((row) => row.map(String)))
  return rows
}
