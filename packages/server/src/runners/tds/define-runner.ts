import type { z } from 'zod'
import { type AnyRunner, defineRunner, type Runner } from '../runner.ts'
import type { SshTunnel } from '../ssh/options.ts'

/** Options of a connection to SQL Server. */
export interface TdsOptions {
  server: string
  port: number
  user: string
  password: string
  db: string
  /**
   * `preferred`: TLS if the server supports it, with any certificate; `required`: always TLS, with any certificate; `verified`:
   * always TLS, with a trusted certificate for the server's name.
   */
  encryption: 'preferred' | 'required' | 'verified'
  ssh_tunnel?: SshTunnel | undefined
}

/** A type of connection to SQL Server: what differs between these types. */
export interface ProtocolVariant<Schema extends z.ZodObject>
  extends Pick<Runner<Schema>, 'type' | 'name' | 'gallery' | 'moduleUrl' | 'config'> {
  connectionOptions(config: z.output<Schema>): TdsOptions
}

/** Defines the runner of a server with the TDS protocol, such as SQL Server and Azure SQL. */
export function defineTdsRunner<Schema extends z.ZodObject>({
  connectionOptions,
  ...variant
}: ProtocolVariant<Schema>): AnyRunner {
  return defineRunner<Schema>({
    ...variant,
    syntax: 'sql',
    dialect: 'transactsql',
    language: 'transactsql',
    textPassing: 'parameters_outside_lists',
    exploreDialect: 'transactsql',
    guide: 'sql-server',
    annotates: false,
    run: async (text, context) => (await import('./run.ts')).run(text, connectionOptions(context.config), context),
    testConnection: async ({ config, signal }) => (await import('./run.ts')).testConnection(connectionOptions(config), signal),
    getSchema: async ({ config, signal }) => (await import('./schema.ts')).readSchema(connectionOptions(config), signal),
  })
}
