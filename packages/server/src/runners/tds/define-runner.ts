import type { z } from 'zod'
import { type AnyRunner, defineRunner, type Runner } from '../runner.ts'
import type { SshTunnel } from '../ssh/options.ts'

/** Where a SQL Server is, who we are there, and how what is said is kept secret on the way. */
export interface TdsOptions {
  server: string
  port: number
  user: string
  password: string
  db: string
  /**
   * `preferred`: encrypted where the server can, whatever certificate it shows; `required`: the same, or not at all; `verified`:
   * the certificate is one that is trusted, made out to the server's name.
   */
  encryption: 'preferred' | 'required' | 'verified'
  ssh_tunnel?: SshTunnel | undefined
}

/** A type of connection to SQL Server: what differs from one to the next. */
export interface ProtocolVariant<Schema extends z.ZodObject> extends Pick<Runner<Schema>, 'type' | 'name' | 'home' | 'config'> {
  connectionOptions(config: z.output<Schema>): TdsOptions
}

/** A runner of a server that speaks TDS, as SQL Server and Azure SQL do. */
export function defineTdsRunner<Schema extends z.ZodObject>({
  connectionOptions,
  ...variant
}: ProtocolVariant<Schema>): AnyRunner {
  return defineRunner<Schema>({
    ...variant,
    syntax: 'sql',
    dialect: 'transactsql',
    annotates: false,
    supportsAutoLimit: true,
    embedded: false,
    run: async (text, context) => (await import('./run.ts')).run(text, connectionOptions(context.config), context),
    testConnection: async ({ config, signal }) =>
      (await import('./schema.ts')).testConnection(connectionOptions(config), signal),
    getSchema: async ({ config, signal }) => (await import('./schema.ts')).readSchema(connectionOptions(config), signal),
  })
}
