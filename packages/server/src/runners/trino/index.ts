import { z } from 'zod'
import { choice, keepsSecrets, secret } from '../../platform/type-options.ts'
import { defineRunner } from '../runner.ts'
import { sshTunnel } from '../ssh/options.ts'

export const TrinoOptions = z.object({
  protocol: z.string().default('http'),
  host: z.string().min(1),
  port: z.number().int().optional(),
  username: keepsSecrets(z.string().min(1)),
  password: secret().optional(),
  source: keepsSecrets(z.string().default('redash')),
  client_tags: keepsSecrets(z.string().optional().meta({ title: 'Client tags (comma separated)', extra: true })),
  catalog: keepsSecrets(z.string().optional()),
  schema: keepsSecrets(z.string().optional()),
  impersonation: keepsSecrets(z.boolean().default(false).meta({ extra: true })),
  impersonationField: keepsSecrets(
    choice({ email: 'Email', name: 'Name' }).default('email').meta({ title: 'Impersonation User Attribute', extra: true }),
  ),
  ssh_tunnel: sshTunnel(),
})
export type TrinoOptions = z.output<typeof TrinoOptions>

/** Trino (https://trino.io), over its client protocol. */
export default defineRunner({
  type: 'trino',
  name: 'Trino',
  syntax: 'sql',
  dialect: 'trino',
  language: 'trino',
  guide: 'trino',
  moduleUrl: import.meta.url,
  config: TrinoOptions,
  run: async (text, context) => (await import('./coordinator.ts')).run(text, context),
  stop: async (session, context) => (await import('./coordinator.ts')).stop(session, context),
  testConnection: async (context) => (await import('./coordinator.ts')).testConnection(context),
  getSchema: async (context) => (await import('./coordinator.ts')).readSchema(context),
})
