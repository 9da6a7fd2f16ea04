import { readFileSync } from 'node:fs'
import { PostgresOptions } from '../postgres-wire/options.ts'
import { postgresql } from '../postgres-wire/postgresql.ts'
import { definePostgresSpeaker } from '../postgres-wire/speaker.ts'

/** PostgreSQL. */
export default definePostgresSpeaker({
  type: 'pg',
  name: 'PostgreSQL',
  logo: readFileSync(new URL('./logo.svg', import.meta.url), 'utf8'),
  config: PostgresOptions,
  flavour: postgresql,
  target: (config) => config,
})
