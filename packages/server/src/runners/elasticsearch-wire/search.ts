import { z } from 'zod'
import type { HttpClient, HttpRequest } from '../http/client.ts'
import { parseJsonQuery } from '../http/json-query.ts'
import { QueryError, type RunContext, type RunnerResult } from '../runner.ts'
import { isPlainObject, parseJson } from '../values/cells.ts'
import { objectsResult } from '../values/objects.ts'
import { rowsIn } from './response-rows.ts'
import { type ElasticsearchServer, explanationOf, stoppableRun, truncate } from './server.ts'

/** A query in the language of the search API. */
export interface Search {
  index: string
  /** The columns to return; null for all. */
  fields: string[] | null
  /** The body of the search request. */
  body: Record<string, unknown>
}

export const UNREADABLE = 'Sightline failed to parse the results it got from Elasticsearch.'

/** Runs a query in the language of the search API. Rows are hits, or the buckets of aggregations. */
export function run(text: string, context: RunContext<ElasticsearchServer>): Promise<RunnerResult> {
  const { index, fields, body } = searchIn(text)
  return stoppableRun(context, async (client) => {
    const found = await runSearch(client, { method: 'POST', path: `${pathOf(index)}/_search`, body })
    const rows = rowsIn(found)
    if (!rows) throw new QueryError(UNREADABLE)
    return withWarnings(await objectsResult([rows], fields ? { columns: fields } : {}), warningsIn(found))
  })
}

const Shards = z.object({
  total: z.number(),
  failed: z.number(),
  failures: z.array(z.object({ reason: z.unknown() })).default([]),
})

/** Sentences on why a successful response is incomplete. */
export function warningsIn({ timed_out: isLate, _shards: shards }: Record<string, unknown>): string[] {
  const { total = 0, failed = 0, failures = [] } = Shards.safeParse(shards).data ?? {}
  const reason = explanationOf(failures[0]?.reason)
  return [
    ...(isLate === true ? ['The search has taken longer than it may: the result is not complete.'] : []),
    ...(failed > 0
      ? [`${failed} of ${total} shards did not answer${reason ? ` (${reason})` : ''}: the result is not complete.`]
      : []),
  ]
}

/** Puts warnings at the start of a result's log. */
export const withWarnings = (result: RunnerResult, gaps: readonly string[]): RunnerResult => ({
  ...result,
  log: () => [...gaps, ...(result.log?.() ?? [])],
})

/** Sends a search. @throws QueryError with the server's message */
export async function runSearch(client: HttpClient, request: HttpRequest): Promise<Record<string, unknown>> {
  const found = parseJson(await (await client.send(request)).text())
  if (!isPlainObject(found)) throw new QueryError(UNREADABLE)
  if (found.error !== undefined) throw new QueryError(truncate(explanationOf(found.error) ?? JSON.stringify(found.error)))
  return found
}

/** @throws QueryError if the text is not a JSON object, or the name of the index is not a string */
export function searchIn(text: string): Search {
  const { index = '', result_fields: fields = null, ...body } = parseJsonQuery(text)
  if (typeof index !== 'string' || /^\s*\.{1,2}\s*$/.test(index))
    throw new QueryError("'index' should be the name of an index.")
  if (fields !== null && !Array.isArray(fields)) throw new QueryError("'result_fields' should be a list.")
  return { index, fields: fields?.map(String) ?? null, body }
}

/** The URL path of one or more indexes, with wildcards. Encoding keeps it from leading to another part of the API. */
export const pathOf = (index: string): string =>
  index.trim() === '' ? '' : `/${encodeURIComponent(index.trim()).replaceAll('%2C', ',')}`
