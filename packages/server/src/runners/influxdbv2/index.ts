import { z } from 'zod'
import { endpointSecret, keepsSecrets, secret } from '../../platform/type-options.ts'
import { optionalSecret } from '../http/options.ts'
import { defineRunner } from '../runner.ts'

export const InfluxOptions = z.object({
  url: z.string().trim().min(1).meta({ title: 'URL' }),
  org: keepsSecrets(z.string().min(1).meta({ title: 'Organization' })),
  token: secret('Token').min(1).meta({ title: 'Token', secret: true }),
  cert_File: optionalSecret('SSL Client Certificate'),
  cert_key_File: optionalSecret('SSL Client Key'),
  cert_key_password: optionalSecret('Password for SSL Client Key'),
  ssl_ca_cert_File: endpointSecret(optionalSecret('SSL Root Certificate')),
  verify_ssl: z.boolean().default(true).meta({ title: 'Verify SSL', extra: true }),
})
export type InfluxOptions = z.output<typeof InfluxOptions>

/** InfluxDB 2 (https://docs.influxdata.com/influxdb/v2/). The language is Flux. */
export default defineRunner({
  type: 'influxdbv2',
  name: 'InfluxDBv2',
  syntax: 'sql',
  dialect: 'flux',
  language: 'flux',
  guide: 'influxdb',
  moduleUrl: import.meta.url,
  config: InfluxOptions,
  run: async (text, context) => (await import('./run.ts')).run(text, context),
  testConnection: async (context) => (await import('./run.ts')).testConnection(context),
  getSchema: async (context) => (await import('./run.ts')).readSchema(context),
})
