import { z } from 'zod'
import { keepsSecrets, secret } from '../../platform/type-options.ts'
import { defineRunner } from '../runner.ts'
import { sshTunnel } from '../ssh/options.ts'

export const DruidOptions = z.object({
  scheme: z.string().default('http'),
  host: z.string().min(1).meta({ default: 'localhost' }),
  port: z.number().int().default(8082),
  user: keepsSecrets(z.string().optional()),
  password: secret().optional(),
  ssh_tunnel: sshTunnel(),
})
export type DruidOptions = z.output<typeof DruidOptions>

/** Apache Druid (https://druid.apache.org), over its SQL API. */
export default defineRunner({
  type: 'druid',
  name: 'Druid',
  syntax: 'sql',
  dialect: '',
  language: 'calcite',
  guide: 'druid',
  moduleUrl: import.meta.url,
  config: DruidOptions,
  supportsAutoLimit: false,
  run: async (text, context) => (await import('./run.ts')).run(text, context),
  stop: async (session, context) => (await import('./run.ts')).stop(session, context),
  testConnection: async (context) => (await import('./run.ts')).testConnection(context),
  getSchema: async (context) => (await import('./run.ts')).readSchema(context),
})
