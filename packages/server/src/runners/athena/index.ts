import { defineRunner } from '../runner.ts'
import { AthenaOptions } from './options.ts'

/** Amazon Athena (https://docs.aws.amazon.com/athena): SQL over files in S3. */
export default defineRunner({
  type: 'athena',
  name: 'Amazon Athena',
  syntax: 'sql',
  dialect: 'trino',
  language: 'athena',
  guide: 'athena',
  moduleUrl: import.meta.url,
  config: AthenaOptions,
  supportsAutoLimit: false,
  run: async (text, context) => (await import('./run.ts')).run(text, context),
  stop: async (session, context) => (await import('./service.ts')).stop(session, context),
  testConnection: async (context) => (await import('./service.ts')).testConnection(context),
  getSchema: async (context) => (await import('./schema.ts')).readSchema(context),
})
