import { z } from 'zod'
import { defineElasticsearchRunner, legacyForm } from '../elasticsearch-wire/define-runner.ts'
import { mappedResult, rowsIn } from '../elasticsearch-wire/response-rows.ts'
import { pathOf, runSearch, UNREADABLE, warningsIn, withWarnings } from '../elasticsearch-wire/search.ts'
import { type ElasticsearchServer, indexesAt, stoppableRun } from '../elasticsearch-wire/server.ts'
import type { HttpClient } from '../http/client.ts'
import { parseJsonQuery } from '../http/json-query.ts'
import { QueryError, type RunContext, type RunnerResult } from '../runner.ts'
import type { ObjectRow } from '../values/objects.ts'

/** Elasticsearch with queries in the Lucene syntax, like Kibana's old search field. Kept for existing sources. */
export default defineElasticsearchRunner(
  {
    type: 'kibana',
    name: 'Kibana',
    gallery: { category: 'search', aliases: ['elastic', 'elk'] },
    syntax: 'json',
    language: 'lucene',
    moduleUrl: import.meta.url,
    isDeprecated: true,
    run,
  },
  legacyForm,
)

const Query = z.object({
  index: z
    .string("'index' should be the name of an index.")
    .regex(/^(?!\s*\.{1,2}\s*$)/, "'index' should be the name of an index."),
  query: z.string("'query' should be a text in the syntax of Lucene."),
  /** Rows per request. */
  size: z.int("'size' should be a whole number.").positive("'size' should be a whole number.").default(500),
  /** Total rows. */
  limit: z.int("'limit' should be a whole number.").positive("'limit' should be a whole number.").default(500),
  fields: z.array(z.string(), "'fields' should be a list.").optional(),
  /** `field:asc` or `field:desc`. */
  sort: z.string('\'sort\' should be the name of a field and a direction, such as "at:desc".').optional(),
})
type Query = z.output<typeof Query>

function run(text: string, context: RunContext<ElasticsearchServer>): Promise<RunnerResult> {
  const { data: query, error } = Query.safeParse(parseJsonQuery(text))
  if (!query) throw new QueryError(error.issues[0]?.message ?? 'The query cannot be understood.', { cause: error })
  return stoppableRun(context, async (client) => {
    const gaps = new Set<string>()
    const rows = await hitsOf(client, query, gaps)
    const result = await mappedResult(rows, await indexesAt(client, pathOf(query.index)), query.fields ?? null)
    return withWarnings(result, [...gaps])
  })
}

/**
 * Reads pages of hits until the limit is reached or there are no more.
 * @param gaps collects warnings about incomplete responses
 */
async function hitsOf(
  client: HttpClient,
  { index, query, size, limit, fields, sort }: Query,
  gaps: Set<string>,
): Promise<ObjectRow[]> {
  const hits: ObjectRow[] = []
  while (hits.length < limit) {
    const wanted = Math.min(size, limit - hits.length)
    const page = { q: query, from: hits.length, size: wanted, sort, _source: fields?.join(',') }
    const answer = await runSearch(client, { path: `${pathOf(index)}/_search`, query: page })
    const found = rowsIn(answer)
    if (!found) throw new QueryError(UNREADABLE)
    for (const gap of warningsIn(answer)) gaps.add(gap)
    for (const hit of found) hits.push(hit)
    if (found.length < wanted) break
  }
  return hits
}
