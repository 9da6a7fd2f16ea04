import { z } from 'zod'
import { currentForm, defineElasticsearchRunner } from '../elasticsearch-wire/define-runner.ts'
import { type ElasticsearchServer, stoppableRun } from '../elasticsearch-wire/server.ts'
import { cursorPages, postToFirst, sqlColumn } from '../elasticsearch-wire/sql.ts'
import type { RunContext, RunnerResult } from '../runner.ts'
import { rowsResult } from '../values/rows.ts'

/** The SQL of Open Distro and of OpenSearch. */
export default defineElasticsearchRunner(
  {
    type: 'elasticsearch2_OpenDistroSQLElasticSearch',
    name: 'Open Distro SQL Elasticsearch',
    gallery: { category: 'search', aliases: ['elastic', 'opensearch'] },
    syntax: 'sql',
    language: 'opensearch-sql',
    moduleUrl: import.meta.url,
    run,
  },
  currentForm,
)

const Page = z.object({ datarows: z.array(z.array(z.unknown())), cursor: z.string().optional() })
const Answer = Page.extend({ schema: z.array(z.object({ name: z.string(), alias: z.string().optional(), type: z.string() })) })

/** SQL endpoints of OpenSearch, and of Open Distro. */
const PATHS = ['/_plugins/_sql', '/_opendistro/_sql'] as const
const PAGE_ROWS = 1000

/**
 * Statements that must not be paged: aggregations, because paging switches to a legacy engine with fewer groups; and those with a
 * LIMIT, which get as many rows. Without paging, other statements are silently cut after `plugins.query.size_limit` rows.
 */
const IN_ONE_PIECE =
  /\b(GROUP\s+BY|HAVING|DISTINCT|JOIN|UNION|LIMIT)\b|\b(COUNT|SUM|AVG|MIN|MAX|STDDEV\w*|VAR\w*|PERCENTILES?)\s*\(/i
const isPaged = (text: string): boolean => /^\s*SELECT\b/i.test(text) && !IN_ONE_PIECE.test(text)

function run(text: string, context: RunContext<ElasticsearchServer>): Promise<RunnerResult> {
  return stoppableRun(
    context,
    async (client) => {
      const body = { query: text, ...(isPaged(text) ? { fetch_size: PAGE_ROWS } : {}) }
      const { path, document } = await postToFirst(client, PATHS, body)
      const { schema, ...first } = Answer.parse(document)
      const groups = async function* () {
        for await (const { datarows } of cursorPages(client, path, first, (page) => Page.parse(page))) yield datarows
      }
      return rowsResult(
        schema.map(({ name, alias, type }) => sqlColumn(alias ?? name, type)),
        groups(),
      )
    },
    text,
  )
}
