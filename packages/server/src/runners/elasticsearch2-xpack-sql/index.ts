import { z } from 'zod'
import { currentForm, defineElasticsearchRunner } from '../elasticsearch-wire/define-runner.ts'
import { type ElasticsearchServer, stoppableRun } from '../elasticsearch-wire/server.ts'
import { cursorPages, postToFirst, sqlColumn } from '../elasticsearch-wire/sql.ts'
import type { HttpClient } from '../http/client.ts'
import type { RunContext, RunnerResult } from '../runner.ts'
import { runBound } from '../sql/bound-select.ts'
import { type BoundText, questionMarks } from '../sql/bound-text.ts'
import { rowsResult } from '../values/rows.ts'

/** Elasticsearch's own SQL. */
export default defineElasticsearchRunner(
  {
    type: 'elasticsearch2_XPackSQLElasticSearch',
    name: 'X-Pack SQL Elasticsearch',
    gallery: { category: 'search', aliases: ['elastic', 'elk'] },
    syntax: 'sql',
    language: 'elasticsearch-sql',
    textPassing: 'parameters_outside_lists',
    moduleUrl: import.meta.url,
    run,
  },
  currentForm,
)

const Page = z.object({ rows: z.array(z.array(z.unknown())), cursor: z.string().optional() })
const Answer = Page.extend({ columns: z.array(z.object({ name: z.string(), type: z.string() })) })

/** SQL endpoints of version 7 and later, and of version 6. */
const PATHS = ['/_sql', '/_xpack/sql'] as const
const PAGE_ROWS = 5000
const parameters = questionMarks('elasticsearch-sql', 1000)

function run(text: string, context: RunContext<ElasticsearchServer>): Promise<RunnerResult> {
  return stoppableRun(
    context,
    (client) => runBound(text, context.bindsTexts ? parameters : null, context.signal, (query) => resultOf(client, query)),
    text,
  )
}

/** https://www.elastic.co/docs/explore-analyze/query-filter/languages/sql-rest-params */
async function resultOf(client: HttpClient, { text, values }: BoundText): Promise<RunnerResult> {
  const body = { query: text, ...(values.length > 0 ? { params: values } : {}), fetch_size: PAGE_ROWS }
  const { path, document } = await postToFirst(client, PATHS, body)
  const { columns, ...first } = Answer.parse(document)
  const groups = async function* () {
    for await (const { rows } of cursorPages(client, path, first, (page) => Page.parse(page))) yield rows
  }
  return rowsResult(
    columns.map(({ name, type }) => sqlColumn(name, type)),
    groups(),
  )
}
