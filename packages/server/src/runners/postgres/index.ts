import { definePostgresRunner } from '../postgres-wire/define-runner.ts'
import { PostgresOptions } from '../postgres-wire/options.ts'
import { postgresql } from '../postgres-wire/server-dialect.ts'

/** PostgreSQL. */
export default definePostgresRunner({
  type: 'pg',
  name: 'PostgreSQL',
  gallery: { category: 'database', aliases: ['postgres', 'psql', 'supabase', 'neon', 'aurora'], isPopular: true },
  language: 'postgresql',
  exploreDialect: 'postgresql',
  guide: 'postgresql',
  moduleUrl: import.meta.url,
  config: PostgresOptions,
  serverDialect: postgresql,
  connectionOptions: (config) => config,
})
