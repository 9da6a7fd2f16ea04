import { readFileSync } from 'node:fs'
import { defineRunner } from '../runner.ts'
import { PostgresOptions } from './options.ts'

/** PostgreSQL, and servers that speak its extended query protocol. */
export default defineRunner({
  type: 'pg',
  name: 'PostgreSQL',
  syntax: 'sql',
  dialect: 'postgresql',
  logo: readFileSync(new URL('./logo.svg', import.meta.url), 'utf8'),
  config: PostgresOptions,
  annotates: true,
  supportsAutoLimit: true,
  embedded: false,
  run: async (text, context) => (await import('./run.ts')).run(text, context),
  stop: async (session, context) => (await import('./sessions.ts')).stop(session, context),
  waitState: async (session, context) => (await import('./sessions.ts')).waitState(session, context),
  testConnection: async ({ config, signal }) => (await import('./schema.ts')).testConnection(config, signal),
  getSchema: async ({ config, signal }) => (await import('./schema.ts')).readSchema(config, signal),
})
