import { z } from 'zod'
import { keepsSecrets, secret } from '../../platform/type-options.ts'
import { defineRunner } from '../runner.ts'
import { sshTunnel } from '../ssh/options.ts'

export const PrestoOptions = z.object({
  host: z.string().min(1),
  protocol: z.string().default('http'),
  port: z.number().int().optional(),
  username: keepsSecrets(z.string().optional()),
  password: secret().optional(),
  schema: keepsSecrets(z.string().optional()),
  catalog: keepsSecrets(z.string().optional()),
  ssh_tunnel: sshTunnel(),
})
export type PrestoOptions = z.output<typeof PrestoOptions>

/** Presto (https://prestodb.io), over its client protocol. */
export default defineRunner({
  type: 'presto',
  name: 'Presto',
  syntax: 'sql',
  dialect: 'trino',
  language: 'trino',
  guide: 'trino',
  moduleUrl: import.meta.url,
  config: PrestoOptions,
  supportsAutoLimit: false,
  run: async (text, context) => (await import('./coordinator.ts')).run(text, context),
  stop: async (session, context) => (await import('./coordinator.ts')).stop(session, context),
  testConnection: async (context) => (await import('./coordinator.ts')).testConnection(context),
  getSchema: async (context) => (await import('./coordinator.ts')).readSchema(context),
})
