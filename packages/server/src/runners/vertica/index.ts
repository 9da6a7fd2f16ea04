import { z } from 'zod'
import { keepsSecrets, secret } from '../../platform/type-options.ts'
import { defineRunner } from '../runner.ts'
import { tcpPort } from '../sql/option-fields.ts'
import { sshTunnel } from '../ssh/options.ts'

const config = z.object({
  host: z.string().trim().optional(),
  port: tcpPort.optional(),
  user: keepsSecrets(z.string().trim().optional()),
  password: secret('Password').optional(),
  database: keepsSecrets(z.string().trim().min(1).meta({ title: 'Database name' })),
  /** Seconds that the server may take until its first row. Empty: no limit of its own. */
  read_timeout: keepsSecrets(z.number().positive().max(86_400).optional().meta({ title: 'Read Timeout' })),
  /** Seconds. */
  connection_timeout: keepsSecrets(z.number().positive().max(3600).optional().meta({ title: 'Connection Timeout' })),
  ssh_tunnel: sshTunnel(),
})
export type VerticaOptions = z.output<typeof config>

/** Vertica (https://docs.vertica.com). */
export default defineRunner({
  type: 'vertica',
  name: 'Vertica',
  gallery: { category: 'warehouse' },
  syntax: 'sql',
  dialect: 'vertica',
  language: 'postgresql',
  guide: 'vertica',
  moduleUrl: import.meta.url,
  config,
  run: async (text, context) => (await import('./run.ts')).run(text, context.config, context),
  testConnection: async ({ config, signal }) => (await import('./run.ts')).testConnection(config, signal),
  getSchema: async ({ config, signal }) => (await import('./schema.ts')).readSchema(config, signal),
})
