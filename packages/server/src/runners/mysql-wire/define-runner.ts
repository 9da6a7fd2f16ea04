import type { z } from 'zod'
import { type AnyRunner, defineRunner, type RunnerDefinition } from '../runner.ts'
import type { MysqlOptions } from './options.ts'

/** How a kind of server with MySQL's protocol differs from MySQL. */
export interface ServerDialect {
  /** Part of the key under which idle connections are kept. */
  name: string
  /** A statement that returns the id of the session; null if the protocol transmits it. */
  sessionId: string | null
  /** The table of the server's threads. */
  threads: string
  /** System databases, in lower case. */
  ownSchemas: readonly string[]
}

/** MySQL itself, and MariaDB. */
export const mysql: ServerDialect = {
  name: 'mysql',
  sessionId: null,
  threads: 'information_schema.processlist',
  ownSchemas: ['information_schema', 'performance_schema', 'mysql', 'sys'],
}

/**
 * TiDB. Its session ids are longer than the protocol allows, and valid on every server of a cluster
 * (https://docs.pingcap.com/tidb/stable/sql-statement-kill).
 */
export const tidb: ServerDialect = {
  name: 'tidb',
  sessionId: 'SELECT CAST(CONNECTION_ID() AS CHAR)',
  threads: 'information_schema.cluster_processlist',
  ownSchemas: [...mysql.ownSchemas, 'metrics_schema', 'inspection_schema', 'lightning_task_info'],
}

/** A type of server with MySQL's protocol: what differs between these types. */
export interface ProtocolVariant<Schema extends z.ZodObject>
  extends Pick<
    RunnerDefinition<Schema>,
    'type' | 'name' | 'gallery' | 'dialect' | 'exploreDialect' | 'guide' | 'moduleUrl' | 'config' | 'annotates' | 'localFiles'
  > {
  serverDialect: ServerDialect
  /** Converts the options of the type to those of a MySQL connection. */
  connectionOptions(config: z.output<Schema>): MysqlOptions
}

/** Defines the runner of a server that is accessed like MySQL. */
export function defineMysqlRunner<Schema extends z.ZodObject>(variant: ProtocolVariant<Schema>): AnyRunner {
  const { serverDialect, connectionOptions, ...definition } = variant
  const serverOf = (config: z.output<Schema>) => ({ options: connectionOptions(config), serverDialect })
  return defineRunner<Schema>({
    ...definition,
    syntax: 'sql',
    language: 'mysql',
    textPassing: 'digits_outside_lists',
    async run(text, context) {
      const { run } = await import('./run.ts')
      return run(text, serverOf(context.config), context)
    },
    async stop(session, { config, signal }) {
      const { stop } = await import('./sessions.ts')
      await stop(session, serverOf(config), signal)
    },
    async waitState(session, { config, signal }) {
      const { waitState } = await import('./sessions.ts')
      return waitState(session, serverOf(config), signal)
    },
    async testConnection({ config, signal }) {
      const { testConnection } = await import('./run.ts')
      return testConnection(serverOf(config), signal)
    },
    async getSchema({ config, signal }) {
      const { readSchema } = await import('./schema.ts')
      return readSchema(serverOf(config), signal)
    },
  })
}
