import { z } from 'zod'
import type { ElasticsearchOptions } from '../elasticsearch-wire/options.ts'
import { stoppableRun } from '../elasticsearch-wire/server.ts'
import { askEither } from '../elasticsearch-wire/sql.ts'
import { sqlColumn } from '../elasticsearch-wire/types.ts'
import type { RunContext, RunnerResult } from '../runner.ts'
import { rowsResult } from '../values/rows.ts'

const Answer = z.object({
  schema: z.array(z.object({ name: z.string(), alias: z.string().optional(), type: z.string() })),
  datarows: z.array(z.array(z.unknown())),
})

/** Servers of Open Distro and OpenSearch take SQL at the first address, later ones of OpenSearch at the second. */
const PATHS = ['/_opendistro/_sql', '/_plugins/_sql'] as const

export const run = (text: string, context: RunContext<ElasticsearchOptions>): Promise<RunnerResult> =>
  stoppableRun(context, async (client) => {
    const { document } = await askEither(client, PATHS, { query: text })
    const { schema, datarows } = Answer.parse(document)
    return rowsResult(
      schema.map(({ name, alias, type }) => sqlColumn(alias ?? name, type)),
      [datarows],
    )
  })
