import { ElasticsearchOptions } from '../elasticsearch-wire/options.ts'
import { defineRunner } from '../runner.ts'

/** The SQL of Elasticsearch itself. */
export default defineRunner({
  type: 'elasticsearch2_XPackSQLElasticSearch',
  name: 'X-Pack SQL Elasticsearch',
  syntax: 'sql',
  dialect: '',
  home: import.meta.url,
  config: ElasticsearchOptions,
  annotates: false,
  supportsAutoLimit: false,
  embedded: false,
  run: async (text, context) => (await import('./run.ts')).run(text, context),
  stop: async (session, context) => (await import('../elasticsearch-wire/server.ts')).stop(session, context),
  testConnection: async (context) => (await import('../elasticsearch-wire/server.ts')).testConnection(context),
  getSchema: async (context) => (await import('../elasticsearch-wire/server.ts')).readSchema(context),
})
