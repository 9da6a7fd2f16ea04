import { readFileSync } from 'node:fs'
import { defineRunner } from '../runner.ts'
import { MysqlOptions } from './options.ts'

/** MySQL and MariaDB. */
export default defineRunner({
  type: 'mysql',
  name: 'MySQL',
  syntax: 'sql',
  dialect: 'mysql',
  logo: readFileSync(new URL('./logo.svg', import.meta.url), 'utf8'),
  config: MysqlOptions,
  annotates: true,
  supportsAutoLimit: true,
  embedded: false,
  run: async (text, context) => (await import('./run.ts')).run(text, context),
  stop: async (session, context) => (await import('./sessions.ts')).stop(session, context),
  waitState: async (session, context) => (await import('./sessions.ts')).waitState(session, context),
  testConnection: async ({ config, signal }) => (await import('./schema.ts')).testConnection(config, signal),
  getSchema: async ({ config, signal }) => (await import('./schema.ts')).readSchema(config, signal),
})
