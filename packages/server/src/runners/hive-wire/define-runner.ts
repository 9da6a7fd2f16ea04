import type { z } from 'zod'
import { type AnyRunner, defineRunner, type Runner } from '../runner.ts'
import type { ServerAddress } from '../sql/server-socket.ts'
import type { HiveProduct } from './products.ts'

/** The product of a server, and how it is reached. */
export interface HiveOptions extends ServerAddress {
  product: HiveProduct
  /** How the server carries its messages: over a connection, or in requests of HTTP. */
  transport: 'binary' | 'http'
  /** '' for the default of the server. */
  database: string
  username?: string | undefined
  password?: string | undefined
  /** In HTTP mode. */
  path: string
}

/** A type of connection to a server with the protocol of HiveServer2: what differs between these types. */
export interface HiveVariant<Schema extends z.ZodObject>
  extends Pick<Runner<Schema>, 'type' | 'name' | 'gallery' | 'moduleUrl' | 'config'> {
  product: HiveProduct
  connectionOptions(config: z.output<Schema>): Omit<HiveOptions, 'product'>
}

/** Defines the runner of Hive, or of another server with its protocol, such as Spark's Thrift server. */
export function defineHiveRunner<Schema extends z.ZodObject>({
  connectionOptions,
  product,
  ...variant
}: HiveVariant<Schema>): AnyRunner {
  const { dialect, language, guide, annotates } = product
  const optionsOf = (config: z.output<Schema>): HiveOptions => ({ ...connectionOptions(config), product })
  return defineRunner<Schema>({
    ...variant,
    ...{ syntax: 'sql', dialect, language, guide, annotates },
    run: async (text, context) => (await import('./run.ts')).run(text, optionsOf(context.config), context),
    stop: async (session, { config, signal }) => (await import('./run.ts')).stop(session, optionsOf(config), signal),
    testConnection: async ({ config, signal }) => (await import('./run.ts')).testConnection(optionsOf(config), signal),
    getSchema: async ({ config, signal }) => (await import('./schema.ts')).readSchema(optionsOf(config), signal),
  })
}
