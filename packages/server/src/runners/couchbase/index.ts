import { z } from 'zod'
import { keepsSecrets, secret } from '../../platform/type-options.ts'
import { defineRunner } from '../runner.ts'
import { sshTunnel } from '../ssh/options.ts'

export const CouchbaseOptions = z.object({
  protocol: z.string().default('http'),
  host: z.string().min(1),
  port: z.string().default('8095').meta({ title: 'Port (Defaults: 8095 - Analytics, 8093 - N1QL)' }),
  user: keepsSecrets(z.string().min(1)),
  password: secret().min(1).meta({ secret: true }),
  ssh_tunnel: sshTunnel(),
})
export type CouchbaseOptions = z.output<typeof CouchbaseOptions>

/** Couchbase (https://www.couchbase.com), over the REST API of its query service. The language is N1QL. */
export default defineRunner({
  type: 'couchbase',
  name: 'Couchbase',
  syntax: 'sql',
  dialect: '',
  language: 'n1ql',
  guide: 'couchbase',
  moduleUrl: import.meta.url,
  config: CouchbaseOptions,
  annotates: false,
  supportsAutoLimit: false,
  run: async (text, context) => (await import('./run.ts')).run(text, context),
  stop: async (session, context) => (await import('./run.ts')).stop(session, context),
  testConnection: async (context) => (await import('./run.ts')).testConnection(context),
  getSchema: async (context) => (await import('./run.ts')).readSchema(context),
})
