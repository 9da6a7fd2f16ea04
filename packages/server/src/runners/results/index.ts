import { z } from 'zod'
import { defineRunner } from '../runner.ts'

/**
 * The results of queries as tables of DuckDB: `query_5`, `cached_query_5`, `param_query_5_{a=1}`. So queries of different
 * databases meet in one. The server finds the names in the text and hands the results in; see `features/executions/query-inputs.ts`.
 */
export default defineRunner({
  type: 'results',
  name: 'Query Results',
  syntax: 'sql',
  dialect: 'duckdb',
  home: import.meta.url,
  config: z.object({}),
  annotates: false,
  supportsAutoLimit: false,
  embedded: true,
  readsQueries: true,
  async run(text, { signal, tempDir, inputs = [] }) {
    const { runShutIn } = await import('../embedded-duckdb/run.ts')
    const { makeViews } = await import('./views.ts')
    const result = await runShutIn(text, {
      attachments: [],
      prepare: (connection) => makeViews(connection, inputs),
      readable: inputs.map(({ path }) => path),
      signal,
      tempDir,
    })
    const cut = inputs.flatMap(({ name, truncated }) => (truncated === null ? [] : [`${name}: ${truncated}`]))
    return { ...result, log: () => cut }
  },
  async testConnection() {
    const { openShutIn } = await import('../embedded-duckdb/engine.ts')
    const engine = await openShutIn([], null)
    engine.close()
  },
})
