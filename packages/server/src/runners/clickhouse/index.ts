import { defineRunner } from '../runner.ts'
import { ClickhouseOptions } from './options.ts'

/** ClickHouse (https://clickhouse.com), over its HTTP interface. */
export default defineRunner({
  type: 'clickhouse',
  name: 'ClickHouse',
  syntax: 'sql',
  dialect: 'clickhouse',
  language: 'clickhouse',
  guide: 'clickhouse',
  moduleUrl: import.meta.url,
  config: ClickhouseOptions,
  run: async (text, context) => (await import('./run.ts')).run(text, context),
  stop: async (session, context) => (await import('./server.ts')).stop(session, context),
  testConnection: async (context) => (await import('./server.ts')).testConnection(context),
  getSchema: async (context) => (await import('./schema.ts')).readSchema(context),
})
