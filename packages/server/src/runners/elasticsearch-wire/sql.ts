import type { HttpClient } from '../http/client.ts'
import { QueryError } from '../runner.ts'
import { parseJson } from '../values/cells.ts'

/** What a server says that does not know the address: it takes `_sql` for the name of an index, or has no handler. */
const NO_SUCH_ADDRESS = /^Failed to execute query\. (404|405|410|400: no handler found|400: .*\b_(xpack|opendistro|plugins)\b)/

/**
 * Sends SQL to the first of two addresses that the server has.
 * @returns which of them it was, and what was answered
 */
export async function askEither(
  client: HttpClient,
  paths: readonly [string, string],
  body: unknown,
): Promise<{ path: string; document: unknown }> {
  const [first, second] = paths
  try {
    return { path: first, document: await askSql(client, first, body) }
  } catch (error) {
    if (!(error instanceof QueryError) || !NO_SUCH_ADDRESS.test(error.message)) throw error
    return { path: second, document: await askSql(client, second, body) }
  }
}

async function askSql(client: HttpClient, path: string, body: unknown): Promise<unknown> {
  const answer = await client.ask({ method: 'POST', path, query: FORMATS[path.split('/').at(1) ?? ''] ?? {}, body })
  return parseJson(await answer.text())
}

/** Elasticsearch is told that JSON is wanted; what OpenSearch calls JSON has no types, which its default has. */
const FORMATS: Record<string, Record<string, string>> = { _sql: { format: 'json' }, _xpack: { format: 'json' } }

/**
 * The groups of rows that follow a first one, by the cursor that each brings along; one that is not followed to its end is closed.
 * @param read the rows and the cursor in an answer
 */
export async function* cursorPages<Page extends { cursor?: string | undefined }>(
  client: HttpClient,
  path: string,
  first: Page,
  read: (document: unknown) => Page,
): AsyncGenerator<Page, void, undefined> {
  let page = first
  try {
    for (;;) {
      yield page
      if (page.cursor === undefined) return
      page = read(await askSql(client, path, { cursor: page.cursor }))
    }
  } finally {
    if (page.cursor !== undefined)
      await client.ask({ method: 'POST', path: `${path}/close`, body: { cursor: page.cursor } }).then(
        (answer) => answer.leave(),
        () => {},
      )
  }
}
