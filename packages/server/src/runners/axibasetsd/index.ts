import { z } from 'zod'
import { keepsSecrets, secret } from '../../platform/type-options.ts'
import { defineRunner } from '../runner.ts'
import { sshTunnel } from '../ssh/options.ts'

export const AxibaseOptions = z.object({
  protocol: z.string().meta({ title: 'Protocol', default: 'http' }),
  hostname: z.string().min(1).meta({ title: 'Host', default: 'axibase_tsd_hostname' }),
  port: z.number().int().meta({ title: 'Port', default: 8088 }),
  username: keepsSecrets(z.string().min(1)),
  password: secret('Password').min(1).meta({ title: 'Password', secret: true }),
  /** Seconds without any data after which a request fails. */
  timeout: keepsSecrets(z.number().positive().default(600).meta({ title: 'Connection Timeout' })),
  min_insert_date: keepsSecrets(z.string().optional().meta({ title: 'Metric Minimum Insert Date' })),
  expression: keepsSecrets(z.string().optional().meta({ title: 'Metric Filter' })),
  limit: keepsSecrets(z.number().int().default(5000).meta({ title: 'Metric Limit' })),
  trust_certificate: z.boolean().optional().meta({ title: 'Trust SSL Certificate' }),
  ssh_tunnel: sshTunnel(),
})
export type AxibaseOptions = z.output<typeof AxibaseOptions>

/** Axibase Time Series Database (https://axibase.com/docs/atsd/), over its SQL API. */
export default defineRunner({
  type: 'axibasetsd',
  name: 'Axibase Time Series Database',
  syntax: 'sql',
  dialect: '',
  language: 'sql',
  guide: 'axibase',
  moduleUrl: import.meta.url,
  config: AxibaseOptions,
  supportsAutoLimit: false,
  run: async (text, context) => (await import('./run.ts')).run(text, context),
  stop: async (session, context) => (await import('./run.ts')).stop(session, context),
  testConnection: async (context) => (await import('./run.ts')).testConnection(context),
  getSchema: async (context) => (await import('./run.ts')).readSchema(context),
})
