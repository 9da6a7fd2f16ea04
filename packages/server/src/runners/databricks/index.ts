import { z } from 'zod'
import { secret } from '../../platform/type-options.ts'
import { defineRunner } from '../runner.ts'

export const DatabricksOptions = z.object({
  host: z.string().trim().min(1),
  http_path: z.string().trim().min(1).meta({ title: 'HTTP Path' }),
  http_password: secret('Access Token').min(1).meta({ title: 'Access Token', secret: true }),
})
export type DatabricksOptions = z.output<typeof DatabricksOptions>

/** Databricks SQL (https://docs.databricks.com/api/workspace/statementexecution): SQL on a warehouse. */
export default defineRunner({
  type: 'databricks',
  name: 'Databricks',
  syntax: 'sql',
  dialect: 'databricks',
  language: 'databricks',
  guide: 'databricks',
  moduleUrl: import.meta.url,
  config: DatabricksOptions,
  annotates: false,
  run: async (text, context) => (await import('./run.ts')).run(text, context),
  stop: async (session, context) => (await import('./warehouse.ts')).stop(session, context),
  testConnection: async (context) => (await import('./run.ts')).testConnection(context),
  getSchema: async (context) => (await import('./run.ts')).readSchema(context),
})
