import { z } from 'zod'
import { currentForm, defineElasticsearchRunner } from '../elasticsearch-wire/define-runner.ts'
import { type ElasticsearchServer, stoppableRun } from '../elasticsearch-wire/server.ts'
import { cursorPages, postToFirst, sqlColumn } from '../elasticsearch-wire/sql.ts'
import type { RunContext, RunnerResult } from '../runner.ts'
import { rowsResult } from '../values/rows.ts'

/** Elasticsearch's own SQL. */
export default defineElasticsearchRunner(
  {
    type: 'elasticsearch2_XPackSQLElasticSearch',
    name: 'X-Pack SQL Elasticsearch',
    gallery: { category: 'search', aliases: ['elastic', 'elk'] },
    syntax: 'sql',
    language: 'elasticsearch-sql',
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

function run(text: string, context: RunContext<ElasticsearchServer>): Promise<RunnerResult> {
  return stoppableRun(
    context,
    async (client) => {
      const { path, document } = await postToFirst(client, PATHS, { query: text, fetch_size: PAGE_ROWS })
      const { columns, ...first } = Answer.parse(document)
      const groups = async function* () {
        for await (const { rows } of cursorPages(client, path, first, (page) => Page.parse(page))) yield rows
      }
      return rowsResult(
        columns.map(({ name, type }) => sqlColumn(name, type)),
        groups(),
      )
    },
    text,
  )
}
