import { CATALOGUE, readCatalogue } from '../postgres-wire/catalogue.ts'
import { PostgresOptions } from '../postgres-wire/options.ts'
import { postgresql } from '../postgres-wire/postgresql.ts'
import { definePostgresSpeaker } from '../postgres-wire/speaker.ts'

/** The extension keeps the parts (chunks) of its tables, and what it knows about them, in schemas of its own. */
const catalogue = { ...CATALOGUE, ownSchemas: `${CATALOGUE.ownSchemas}|^_?timescaledb_|^toolkit_experimental$` }

/** TimescaleDB (https://www.timescale.com): PostgreSQL with an extension for time series. */
export default definePostgresSpeaker({
  type: 'timescaledb',
  name: 'TimescaleDB',
  language: 'postgresql',
  guide: 'postgresql-speakers',
  moduleUrl: import.meta.url,
  config: PostgresOptions,
  flavour: { ...postgresql, readSchema: (ask) => readCatalogue(ask, catalogue) },
  target: (config) => config,
})
