import { z } from 'zod'
import { endpointSecret } from '../../platform/type-options.ts'
import { optionalSecret as file } from '../http/options.ts'
import { defineRunner } from '../runner.ts'

export const PrometheusOptions = z.object({
  url: z.string().trim().min(1).meta({ title: 'Prometheus API URL' }),
  verify_ssl: z.boolean().default(true).meta({ title: 'Verify SSL (Ignored, if SSL Root Certificate is given)', extra: true }),
  cert_File: file('SSL Client Certificate'),
  cert_key_File: file('SSL Client Key'),
  ca_cert_File: endpointSecret(file('SSL Root Certificate')),
})
export type PrometheusOptions = z.output<typeof PrometheusOptions>

/** Prometheus (https://prometheus.io), and servers with its HTTP API. The language is PromQL. */
export default defineRunner({
  type: 'prometheus',
  name: 'Prometheus',
  syntax: 'sql',
  dialect: 'promql',
  language: 'promql',
  guide: 'prometheus',
  moduleUrl: import.meta.url,
  config: PrometheusOptions,
  run: async (text, context) => (await import('./run.ts')).run(text, context),
  testConnection: async (context) => (await import('./run.ts')).testConnection(context),
  getSchema: async (context) => (await import('./run.ts')).readSchema(context),
})
