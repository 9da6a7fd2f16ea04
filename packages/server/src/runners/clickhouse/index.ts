import { z } from 'zod'
import { keepsSecrets, secret } from '../../platform/type-options.ts'
import { defineRunner } from '../runner.ts'
import { sshTunnel } from '../ssh/options.ts'

export const ClickhouseOptions = z.object({
  url: z.string().trim().default('http://127.0.0.1:8123'),
  user: keepsSecrets(z.string().default('default')),
  password: secret().optional(),
  dbname: keepsSecrets(z.string().min(1).meta({ title: 'Database Name' })),
  /** Seconds without any data after which a request fails. */
  timeout: keepsSecrets(z.number().positive().default(30).meta({ title: 'Request Timeout', extra: true })),
  verify: z.boolean().default(true).meta({ title: 'Verify SSL certificate', extra: true }),
  ssh_tunnel: sshTunnel(),
})
export type ClickhouseOptions = z.output<typeof ClickhouseOptions>

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
  getSchema: async (context) => (await import('./server.ts')).readSchema(context),
})
