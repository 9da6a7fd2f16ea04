import { defineRunner } from '../runner.ts'
import { BigqueryOptions } from './options.ts'

/** Google BigQuery (https://cloud.google.com/bigquery/docs/reference/rest). */
export default defineRunner({
  type: 'bigquery',
  name: 'BigQuery',
  syntax: 'sql',
  dialect: 'bigquery',
  language: 'bigquery',
  guide: 'bigquery',
  moduleUrl: import.meta.url,
  config: BigqueryOptions,
  run: async (text, context) => (await import('./run.ts')).run(text, context),
  stop: async (session, context) => (await import('./jobs.ts')).stop(session, context),
  testConnection: async (context) => (await import('./jobs.ts')).testConnection(context),
  getSchema: async (context) => (await import('./schema.ts')).readSchema(context),
})
