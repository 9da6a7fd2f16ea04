import { z } from 'zod'
import type { ElasticsearchOptions } from '../elasticsearch-wire/options.ts'
import { stoppableRun } from '../elasticsearch-wire/server.ts'
import { askEither } from '../elasticsearch-wire/sql.ts'
import { sqlColumn } from '../elasticsearch-wire/types.ts'
import type { HttpClient } from '../http/client.ts'
import type { RunContext, RunnerResult } from '../runner.ts'
import { parseJson } from '../values/exact-json.ts'
import { type Row, rowsResult } from '../values/rows.ts'

const Page = z.object({ rows: z.array(z.array(z.unknown())), cursor: z.string().optional() })
const Answer = Page.extend({ columns: z.array(z.object({ name: z.string(), type: z.string() })) })

/** Where servers of version 6 take SQL, and where later ones do. */
const PATHS = ['/_xpack/sql', '/_sql'] as const
const PAGE_ROWS = 5000

export const run = (text: string, context: RunContext<ElasticsearchOptions>): Promise<RunnerResult> =>
  stoppableRun(context, async (client) => {
    const { path, document } = await askEither(client, PATHS, { query: text, fetch_size: PAGE_ROWS })
    const { columns, ...first } = Answer.parse(document)
    return rowsResult(
      columns.map(({ name, type }) => sqlColumn(name, type)),
      pages(client, path, first),
    )
  })

/** The rows page by page; a cursor that is not followed to its end is closed. */
async function* pages(client: HttpClient, path: string, first: z.output<typeof Page>): AsyncGenerator<Row[], void, undefined> {
  let page = first
  try {
    for (;;) {
      yield page.rows
      if (page.cursor === undefined) return
      const answer = await client.ask({ method: 'POST', path, body: { cursor: page.cursor } })
      page = Page.parse(parseJson(await answer.text()))
    }
  } finally {
    if (page.cursor !== undefined)
      await client.ask({ method: 'POST', path: `${path}/close`, body: { cursor: page.cursor } }).catch(() => {})
  }
}
