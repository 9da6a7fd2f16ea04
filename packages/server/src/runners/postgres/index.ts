import { PostgresOptions } from '../postgres-wire/options.ts'
import { postgresql } from '../postgres-wire/postgresql.ts'
import { definePostgresSpeaker } from '../postgres-wire/speaker.ts'

/** PostgreSQL. */
export default definePostgresSpeaker({
  type: 'pg',
  name: 'PostgreSQL',
  language: 'postgresql',
  guide: 'postgresql',
  moduleUrl: import.meta.url,
  config: PostgresOptions,
  flavour: postgresql,
  target: (config) => config,
})
