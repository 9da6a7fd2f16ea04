import { z } from 'zod'
import type { SandboxedEngine } from '../embedded-duckdb/engine.ts'
import { defineRunner, QueryError } from '../runner.ts'

/** Extensions that are linked into the engine. Any other would be foreign native code running next to the data. */
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
 * DuckDB (https://duckdb.org): SQL over one database file, or over none (`:memory:`). The file is opened read-only and queries
 * can reach nothing else; see `embedded-duckdb/engine.ts` and `statements.ts`.
 */
export default defineRunner({
  type: 'duckdb',
  name: 'DuckDB',
  gallery: { category: 'database', aliases: ['duck', 'parquet'], isPopular: true },
  syntax: 'sql',
  dialect: 'duckdb',
  language: 'postgresql',
  textPassing: 'parameters_outside_lists',
  exploreDialect: 'duckdb',
  guide: 'duckdb',
  moduleUrl: import.meta.url,
  config,
  embedded: true,
  followsOrganizationZone: true,
  localFiles: ['dbpath'],
  async run(text, { config, signal, tempDir, timeZone, bindsTexts }) {
    const { runSandboxed } = await import('../embedded-duckdb/run.ts')
    return runSandboxed(text, { attachments: await attachments(config), signal, tempDir, timeZone, bindsTexts })
  },
  async testConnection({ config, signal }) {
    await withEngine(config, signal, (engine) => engine.connection.run('SELECT 1'))
  },
  async getSchema({ config, signal }) {
    const { readSchema } = await import('../embedded-duckdb/tables.ts')
    return withEngine(config, signal, (engine) => readSchema(engine.connection, engine.catalog))
  },
})

type Config = z.output<typeof config>

async function attachments({ dbpath, extensions }: Config) {
  const problem = extensionProblem(extensions)
  if (problem !== null) throw new QueryError(problem)
  const { catalogName } = await import('../embedded-duckdb/engine.ts')
  return dbpath === ':memory:' ? [] : [{ path: dbpath, name: catalogName(dbpath) }]
}

async function withEngine<T>(config: Config, signal: AbortSignal, use: (engine: SandboxedEngine) => Promise<T>): Promise<T> {
  const { openSandbox } = await import('../embedded-duckdb/engine.ts')
  const engine = await openSandbox(await attachments(config), null)
  const interrupt = () => engine.connection.interrupt()
  signal.addEventListener('abort', interrupt, { once: true })
  try {
    return await use(engine)
  } finally {
    signal.removeEventListener('abort', interrupt)
    engine.close()
  }
}

/** Why these extensions are not available, in one sentence; null if all of them are built in. */
function extensionProblem(extensions = ''): string | null {
  const names = extensions.split(',').map((name) => name.trim().toLowerCase())
  const unavailable = names.filter((name) => name !== '' && !BUILT_IN.includes(name))
  if (unavailable.length === 0) return null
  return `Extensions are not loaded here, for they are programs from elsewhere. Built in are ${BUILT_IN.join(', ')}; not so ${unavailable.join(', ')}.`
}
