import { z } from 'zod'
import type { HttpClient, HttpRequest } from '../http/client.ts'
import { jsonObject } from '../http/json-query.ts'
import { messageIn } from '../http/words.ts'
import { QueryError, type RunContext, type RunnerResult } from '../runner.ts'
import { isPlainObject, parseJson } from '../values/cells.ts'
import { objectsResult } from '../values/objects.ts'
import { rowsIn } from './answer.ts'
import type { ElasticsearchServer } from './options.ts'
import { cut, stoppableRun } from './server.ts'

/** A text in the language of the search API. */
export interface Search {
  index: string
  /** The columns that are wanted; null for all. */
  fields: string[] | null
  /** The search itself. */
  body: Record<string, unknown>
}

export const UNREADABLE = 'Sightline failed to parse the results it got from Elasticsearch.'

/** Runs a text in the language of the search API: hits, or the buckets of aggregations, as rows. */
export function run(text: string, context: RunContext<ElasticsearchServer>): Promise<RunnerResult> {
  const { index, fields, body } = searchIn(text)
  return stoppableRun(context, async (client) => {
    const found = await foundBy(client, { method: 'POST', path: `${pathOf(index)}/_search`, body })
    const rows = rowsIn(found)
    if (!rows) throw new QueryError(UNREADABLE)
    return withGaps(await objectsResult([rows], fields ? { columns: fields } : {}), gapsIn(found))
  })
}

const Shards = z.object({
  total: z.number(),
  failed: z.number(),
  failures: z.array(z.object({ reason: z.unknown() })).default([]),
})

/** What is missing in an answer that is one all the same. */
export function gapsIn({ timed_out: isLate, _shards: shards }: Record<string, unknown>): string[] {
  const { total = 0, failed = 0, failures = [] } = Shards.safeParse(shards).data ?? {}
  const reason = messageIn(failures[0]?.reason)
  return [
    ...(isLate === true ? ['The search has taken longer than it may: the result is not complete.'] : []),
    ...(failed > 0
      ? [`${failed} of ${total} shards did not answer${reason ? ` (${reason})` : ''}: the result is not complete.`]
      : []),
  ]
}

/** An answer whose log begins with what is missing in it. */
export const withGaps = (result: RunnerResult, gaps: readonly string[]): RunnerResult => ({
  ...result,
  log: () => [...gaps, ...(result.log?.() ?? [])],
})

/** What a search has found. @throws QueryError in the server's words */
export async function foundBy(client: HttpClient, request: HttpRequest): Promise<Record<string, unknown>> {
  const found = parseJson(await (await client.ask(request)).text())
  if (!isPlainObject(found)) throw new QueryError(UNREADABLE)
  if (found.error !== undefined) throw new QueryError(cut(messageIn(found.error) ?? JSON.stringify(found.error)))
  return found
}

/** @throws QueryError when the text is no JSON object, or names its index in another way than by a text */
export function searchIn(text: string): Search {
  const { index = '', result_fields: fields = null, ...body } = jsonObject(text)
  if (typeof index !== 'string' || /^\s*\.{1,2}\s*$/.test(index))
    throw new QueryError("'index' should be the name of an index.")
  if (fields !== null && !Array.isArray(fields)) throw new QueryError("'result_fields' should be a list.")
  return { index, fields: fields?.map(String) ?? null, body }
}

/** Several indexes may be named, with patterns; none of them leads to another part of the server. */
export const pathOf = (index: string): string =>
  index.trim() === '' ? '' : `/${encodeURIComponent(index.trim()).replaceAll('%2C', ',')}`
