import { z } from 'zod'
import { keepsSecrets, secret } from '../../platform/type-options.ts'
import { defineRunner } from '../runner.ts'

export const SnowflakeOptions = z.object({
  account: z.string().trim().min(1),
  user: keepsSecrets(z.string().trim().min(1)),
  password: secret().optional(),
  private_key_File: secret().optional(),
  private_key_pwd: secret().optional(),
  warehouse: keepsSecrets(z.string().trim().min(1)),
  database: keepsSecrets(z.string().trim().min(1)),
  region: z.string().trim().default('us-west'),
  host: z.string().trim().optional().meta({ extra: true }),
  lower_case_columns: keepsSecrets(z.boolean().default(false).meta({ title: 'Lower Case Column Names in Results' })),
})
export type SnowflakeOptions = z.output<typeof SnowflakeOptions>

/** Snowflake (https://docs.snowflake.com/en/developer-guide/sql-api), over its SQL API. */
export default defineRunner({
  type: 'snowflake',
  name: 'Snowflake',
  syntax: 'sql',
  dialect: 'snowflake',
  language: 'snowflake',
  guide: 'snowflake',
  moduleUrl: import.meta.url,
  config: SnowflakeOptions,
  run: async (text, context) => (await import('./run.ts')).run(text, context),
  stop: async (session, context) => (await import('./service.ts')).stop(session, context),
  testConnection: async (context) => (await import('./run.ts')).testConnection(context),
  getSchema: async (context) => (await import('./run.ts')).readSchema(context),
})
