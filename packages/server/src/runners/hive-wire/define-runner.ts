import type { z } from 'zod'
import { type AnyRunner, defineRunner, type Runner } from '../runner.ts'
import type { SshTunnel } from '../ssh/options.ts'

/** How a HiveServer2 is reached. */
export interface HiveOptions {
  /** How the server carries its messages: over a connection, or in requests of HTTP. */
  transport: 'binary' | 'http'
  host: string
  port: number
  /** '' for the default of the server. */
  database: string
  username?: string | undefined
  password?: string | undefined
  /** In HTTP mode. */
  path: string
  /** `required`: TLS with any certificate; `verified`: with a trusted one for the name of the server. */
  encryption: 'none' | 'required' | 'verified'
  /** An authority to trust instead of those of Node.js: base64 of PEM. */
  authority?: string | undefined
  ssh_tunnel?: SshTunnel | undefined
}

/** A type of connection to HiveServer2: what differs between these types. */
export interface HiveVariant<Schema extends z.ZodObject>
  extends Pick<Runner<Schema>, 'type' | 'name' | 'gallery' | 'moduleUrl' | 'config'> {
  connectionOptions(config: z.output<Schema>): HiveOptions
}

/** Defines the runner of Hive, or of another server with its protocol, such as Spark's Thrift server. */
export function defineHiveRunner<Schema extends z.ZodObject>({
  connectionOptions,
  ...variant
}: HiveVariant<Schema>): AnyRunner {
  return defineRunner<Schema>({
    ...variant,
    syntax: 'sql',
    dialect: 'hive',
    language: 'hive',
    guide: 'hive',
    // Versions before 4.0 have no block comments.
    annotates: false,
    run: async (text, context) => (await import('./run.ts')).run(text, connectionOptions(context.config), context),
    stop: async (session, { config, signal }) => (await import('./run.ts')).stop(session, connectionOptions(config), signal),
    testConnection: async ({ config, signal }) => (await import('./run.ts')).testConnection(connectionOptions(config), signal),
    getSchema: async ({ config, signal }) => (await import('./schema.ts')).readSchema(connectionOptions(config), signal),
  })
}
