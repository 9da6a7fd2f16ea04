import { z } from 'zod'
import type { ElasticsearchServer } from '../elasticsearch-wire/define-runner.ts'
import { stoppableRun } from '../elasticsearch-wire/server.ts'
import { cursorPages, postToFirst, sqlColumn } from '../elasticsearch-wire/sql.ts'
import type { RunContext, RunnerResult } from '../runner.ts'
import { rowsResult } from '../values/rows.ts'

const Page = z.object({ datarows: z.array(z.array(z.unknown())), cursor: z.string().optional() })
const Answer = Page.extend({ schema: z.array(z.object({ name: z.string(), alias: z.string().optional(), type: z.string() })) })

/** Where OpenSearch takes SQL, and where Open Distro does. */
const PATHS = ['/_plugins/_sql', '/_opendistro/_sql'] as const
const PAGE_ROWS = 1000

/**
 * What is answered in one piece: these read from an old engine, with fewer groups, once pages are asked for; and who writes a
 * LIMIT gets as many rows. Other texts without pages end after `plugins.query.size_limit` rows, and nothing tells of it.
 */
const IN_ONE_PIECE =
  /\b(GROUP\s+BY|HAVING|DISTINCT|JOIN|UNION|LIMIT)\b|\b(COUNT|SUM|AVG|MIN|MAX|STDDEV\w*|VAR\w*|PERCENTILES?)\s*\(/i
const isPaged = (text: string): boolean => /^\s*SELECT\b/i.test(text) && !IN_ONE_PIECE.test(text)

export const run = (text: string, context: RunContext<ElasticsearchServer>): Promise<RunnerResult> =>
  stoppableRun(
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
