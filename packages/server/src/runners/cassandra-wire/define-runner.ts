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
  /** Not used: the driver negotiates it. The field stays because other clients have stored it. */
  protocol: keepsSecrets(z.int().default(3).meta({ title: 'Protocol Version' })),
  /** Seconds that the server may take to connect, and for each page of rows. */
  timeout: keepsSecrets(z.number().positive().max(3600).meta({ title: 'Timeout' }).default(10)),
  useSsl: z.boolean().meta({ title: 'Use SSL', default: false }),
  sslCertificateFile: endpointSecret(pemFile('SSL Certificate File', 'CERTIFICATE').optional()),
  /** Not used either. TLS below 1.2 is not supported. */
  sslProtocol: z.string().optional().meta({ title: 'SSL Protocol' }),
  ssh_tunnel: sshTunnel(),
})
export type CassandraOptions = z.output<typeof CassandraOptions>

/** Defines the runner of a server that speaks CQL. */
export const defineCqlRunner = (variant: Pick<Runner, 'type' | 'name' | 'gallery' | 'moduleUrl'>): AnyRunner =>
  defineRunner<typeof CassandraOptions>({
    ...variant,
    syntax: 'sql',
    dialect: 'cql',
    language: 'cql',
    textPassing: 'parameters_outside_lists',
    guide: 'cassandra',
    config: CassandraOptions,
    supportsAutoLimit: false,
    run: async (text, context) => (await import('./run.ts')).run(text, context),
    testConnection: async (context) => (await import('./run.ts')).testConnection(context),
    getSchema: async (context) => (await import('./run.ts')).readSchema(context),
  })
