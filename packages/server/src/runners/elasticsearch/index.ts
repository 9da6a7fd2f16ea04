import { defineElasticsearchRunner, legacyForm } from '../elasticsearch-wire/define-runner.ts'
import { mappedResult, rowsIn } from '../elasticsearch-wire/response-rows.ts'
import { pathOf, runSearch, searchIn, UNREADABLE, warningsIn, withWarnings } from '../elasticsearch-wire/search.ts'
import { type ElasticsearchServer, indexesAt, stoppableRun } from '../elasticsearch-wire/server.ts'
import { QueryError, type RunContext, type RunnerResult } from '../runner.ts'
import type { ObjectRow } from '../values/objects.ts'

/** The oldest type of Elasticsearch, kept for existing sources: it types and names columns in its own way. */
export default defineElasticsearchRunner(
  {
    type: 'elasticsearch',
    name: 'Elasticsearch',
    gallery: { category: 'search', aliases: ['elastic', 'elk'] },
    syntax: 'json',
    language: 'elasticsearch',
    moduleUrl: import.meta.url,
    isDeprecated: true,
    run,
  },
  legacyForm,
)

/** Sends a search as GET. Column types come from the index mapping; metrics of buckets have short names. */
function run(text: string, context: RunContext<ElasticsearchServer>): Promise<RunnerResult> {
  const { index, fields, body } = searchIn(text)
  return stoppableRun(context, async (client) => {
    const path = pathOf(index)
    const found = await runSearch(client, { method: 'GET', path: `${path}/_search`, body })
    const rows = rowsIn(found)
    if (!rows) throw new QueryError(UNREADABLE)
    const isBuckets = found.aggregations !== undefined
    const named = isBuckets ? rows.map(withBareNames) : rows
    return withWarnings(await mappedResult(named, await indexesAt(client, path), fields), warningsIn(found))
  })
}

/** Renames `by_day.doc_count` to `doc_count` (the innermost bucket wins) and `average.value` to `average`. */
function withBareNames(row: ObjectRow): ObjectRow {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [/\.doc_count$/.test(name) ? 'doc_count' : name.replace(/\.value$/, ''), value]),
  )
}
