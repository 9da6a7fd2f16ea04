import { z } from 'zod'
import { defineRunner } from '../runner.ts'

/**
 * Results of queries as tables: `query_5`, `cached_query_5`, `param_query_5_{a=1}`. A text can join queries of different
 * databases, and choose DuckDB or SQLite; the default is SQLite, for queries of Redash's clients. The server finds the names in
 * the text and passes the results in; see `features/executions/worker/query-inputs.ts`.
 */
export default defineRunner({
  type: 'results',
  name: 'Query Results',
  gallery: { category: 'database', aliases: ['join', 'federated'], isPopular: true },
  syntax: 'sql',
  dialect: 'sqlite',
  dialects: ['duckdb', 'sqlite'],
  language: 'query-results',
  textPassing: 'parameters_outside_lists',
  guide: 'query-results',
  moduleUrl: import.meta.url,
  config: z.object({}),
  annotates: false,
  supportsAutoLimit: false,
  embedded: true,
  readsQueries: true,
  followsOrganizationZone: true,
  async run(text, { dialect, signal, tempDir, timeZone = null, inputs = [], bindsTexts = false }) {
    const run =
      dialect === 'duckdb' ? (await import('./in-duckdb.ts')).runInDuckdb : (await import('./in-sqlite.ts')).runInSqlite
    const result = await run(text, { inputs, signal, tempDir, timeZone, bindsTexts })
    const notes = inputs.flatMap(({ name, truncated }) => (truncated === null ? [] : [`${name}: ${truncated}`]))
    return { ...result, log: () => notes }
  },
  async testConnection() {
    const { openSandbox } = await import('../embedded-duckdb/engine.ts')
    const engine = await openSandbox([], null)
    engine.close()
  },
})
