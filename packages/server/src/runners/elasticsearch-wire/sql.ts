import type { HttpClient } from '../http/client.ts'
import { QueryError } from '../runner.ts'
import { parseJson } from '../values/cells.ts'
import type { ValueKind } from '../values/plans.ts'
import type { DeclaredColumn } from '../values/rows.ts'

/** Errors of a server without this endpoint: it takes `_sql` for the name of an index, or has no handler. */
const NO_SUCH_ADDRESS = /^Failed to execute query\. (404|405|410|400: no handler found|400: .*\b_(xpack|opendistro|plugins)\b)/

/**
 * Sends SQL to the first of two endpoints that the server has.
 * @returns the endpoint, and the document in its response
 */
export async function postToFirst(
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
  const answer = await client.send({ method: 'POST', path, query: FORMATS[path.split('/').at(1) ?? ''] ?? {}, body })
  return parseJson(await answer.text())
}

/** Elasticsearch needs the format; OpenSearch's `json` has no column types, unlike its default format. */
const FORMATS: Record<string, Record<string, string>> = { _sql: { format: 'json' }, _xpack: { format: 'json' } }

/**
 * Yields a first page and those that follow by its cursor. A cursor that is not read to the end is closed.
 * @param read parses a page
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
      await client.send({ method: 'POST', path: `${path}/close`, body: { cursor: page.cursor } }).then(
        (answer) => answer.discard(),
        () => {},
      )
  }
}

const kinds: Record<string, ValueKind> = {
  boolean: 'boolean',
  byte: 'integer',
  short: 'integer',
  integer: 'integer',
  long: 'integer',
  double: 'float',
  float: 'float',
  half_float: 'float',
  scaled_float: 'float',
  object: 'json',
  nested: 'json',
}

/** A column of an SQL result. Times are kept as text; unknown types are inferred from the values. */
export function sqlColumn(name: string, sourceType: string): DeclaredColumn {
  if (/^(date|datetime|timestamp)$/.test(sourceType)) return { name, sourceType, as: 'text', type: 'datetime' }
  if (sourceType === 'unsigned_long') return { name, sourceType, as: 'decimal', digits: { precision: 20, scale: 0 } }
  const as = kinds[sourceType]
  if (as) return { name, sourceType, as }
  return /^(text|keyword|ip|version|constant_keyword|wildcard)$/.test(sourceType)
    ? { name, sourceType, as: 'text' }
    : { name, sourceType }
}
