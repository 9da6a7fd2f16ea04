import { CATALOGUE, readCatalogue } from '../postgres-wire/catalogue.ts'
import { definePostgresRunner } from '../postgres-wire/define-runner.ts'
import { PostgresOptions } from '../postgres-wire/options.ts'
import { postgresql } from '../postgres-wire/server-dialect.ts'

/** The extension stores the chunks of its tables, and its metadata, in schemas of its own. */
const catalogue = { ...CATALOGUE, ownSchemas: `${CATALOGUE.ownSchemas}|^_?timescaledb_|^toolkit_experimental$` }

/** TimescaleDB (https://www.timescale.com): PostgreSQL with an extension for time series. */
export default definePostgresRunner({
  type: 'timescaledb',
  name: 'TimescaleDB',
  gallery: { category: 'time_series', aliases: ['postgres'] },
  language: 'postgresql',
  exploreDialect: 'postgresql',
  guide: 'postgresql-speakers',
  moduleUrl: import.meta.url,
  config: PostgresOptions,
  serverDialect: { ...postgresql, readSchema: (runStatement, signal) => readCatalogue(runStatement, signal, catalogue) },
  connectionOptions: (config) => config,
})
