import { z } from 'zod'
import type { ShutInEngine } from '../embedded-duckdb/engine.ts'
import { defineRunner, QueryError } from '../runner.ts'

/** What the engine carries in itself. Other extensions would be code from elsewhere, run next to the data. */
const BUILT_IN = ['autocomplete', 'core_functions', 'icu', 'json', 'parquet']

const config = z.object({
  dbpath: z.string().trim().min(1).meta({ title: 'Database Path', default: ':memory:' }),
  extensions: z
    .string()
    .meta({ title: 'Extensions (comma separated)' })
    .optional()
    .superRefine((value, check) => {
      const problem = extensionProblem(value)
      if (problem !== null) check.addIssue({ code: 'custom', message: problem })
    }),
})

/**
 * DuckDB (https://duckdb.org): SQL over one database file, or over none (`:memory:`). The file is only ever read, and SQL
 * reaches nothing else: `engine.ts` and `statements.ts` say how.
 */
export default defineRunner({
  type: 'duckdb',
  name: 'DuckDB',
  syntax: 'sql',
  dialect: 'duckdb',
  language: 'postgresql',
  guide: 'duckdb',
  moduleUrl: import.meta.url,
  config,
  embedded: true,
  localFiles: ['dbpath'],
  async run(text, { config, signal, tempDir }) {
    const { runShutIn } = await import('../embedded-duckdb/run.ts')
    return runShutIn(text, { attachments: await attachments(config), signal, tempDir })
  },
  async testConnection({ config, signal }) {
    await inEngine(config, signal, (engine) => engine.connection.run('SELECT 1'))
  },
  async getSchema({ config, signal }) {
    const { readSchema } = await import('../embedded-duckdb/schema.ts')
    return inEngine(config, signal, (engine) => readSchema(engine.connection, engine.catalog))
  },
})

type Config = z.output<typeof config>

async function attachments({ dbpath, extensions }: Config) {
  const problem = extensionProblem(extensions)
  if (problem !== null) throw new QueryError(problem)
  const { catalogName } = await import('../embedded-duckdb/engine.ts')
  return dbpath === ':memory:' ? [] : [{ path: dbpath, name: catalogName(dbpath) }]
}

async function inEngine<T>(config: Config, signal: AbortSignal, use: (engine: ShutInEngine) => Promise<T>): Promise<T> {
  const { openShutIn } = await import('../embedded-duckdb/engine.ts')
  const engine = await openShutIn(await attachments(config), null)
  const interrupt = () => engine.connection.interrupt()
  signal.addEventListener('abort', interrupt, { once: true })
  try {
    return await use(engine)
  } finally {
    signal.removeEventListener('abort', interrupt)
    engine.close()
  }
}

/** Why these extensions cannot be had, as one sentence; null when they are all built in. */
function extensionProblem(extensions = ''): string | null {
  const names = extensions.split(',').map((name) => name.trim().toLowerCase())
  const foreign = names.filter((name) => name !== '' && !BUILT_IN.includes(name))
  if (foreign.length === 0) return null
  return `Extensions are not loaded here, for they are programs from elsewhere. Built in are ${BUILT_IN.join(', ')}; not so ${foreign.join(', ')}.`
}
