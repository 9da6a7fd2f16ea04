import { z } from 'zod'
import { endpointSecret, keepsSecrets, secret } from '../../platform/type-options.ts'
import { type AnyRunner, defineRunner, type Runner } from '../runner.ts'
import { pemFile, tcpPort } from '../sql/option-fields.ts'
import { sshTunnel } from '../ssh/options.ts'

export const CassandraOptions = z.object({
  host: z.string().trim().min(1),
  port: tcpPort.default(9042),
  keyspace: keepsSecrets(z.string().trim().min(1).meta({ title: 'Keyspace name' })),
  username: keepsSecrets(z.string().optional().meta({ title: 'Username' })),
  password: secret('Password').optional(),
  /** Kept for what other clients have stored: the driver agrees on it with the server. */
  protocol: keepsSecrets(z.int().default(3).meta({ title: 'Protocol Version' })),
  /** Seconds that the server may take for a connection, and for each page of an answer. */
  timeout: keepsSecrets(z.number().positive().max(3600).meta({ title: 'Timeout' }).default(10)),
  useSsl: z.boolean().meta({ title: 'Use SSL', default: false }),
  sslCertificateFile: endpointSecret(pemFile('SSL Certificate File', 'CERTIFICATE').optional()),
  /** Kept as well. What is older than TLS 1.2 is not spoken. */
  sslProtocol: z.string().optional().meta({ title: 'SSL Protocol' }),
  ssh_tunnel: sshTunnel(),
})
export type CassandraOptions = z.output<typeof CassandraOptions>

/** A runner of a server that speaks CQL. */
export const defineCqlRunner = (variant: Pick<Runner, 'type' | 'name' | 'home'>): AnyRunner =>
  defineRunner<typeof CassandraOptions>({
    ...variant,
    syntax: 'sql',
    dialect: 'cql',
    config: CassandraOptions,
    annotates: true,
    supportsAutoLimit: false,
    embedded: false,
    run: async (text, context) => (await import('./run.ts')).run(text, context),
    testConnection: async (context) => (await import('./schema.ts')).testConnection(context),
    getSchema: async (context) => (await import('./schema.ts')).readSchema(context),
  })
