import type { z } from 'zod'
import { type AnyRunner, defineRunner, type Runner } from '../runner.ts'
import type { Target } from './target.ts'

/** A type of connection to SQL Server: what differs from one to the next. */
export interface Speaker<Schema extends z.ZodObject> extends Pick<Runner<Schema>, 'type' | 'name' | 'moduleUrl' | 'config'> {
  target(config: z.output<Schema>): Target
}

/** A runner of a server that speaks TDS, as SQL Server and Azure SQL do. */
export function defineTdsSpeaker<Schema extends z.ZodObject>({ target, ...speaker }: Speaker<Schema>): AnyRunner {
  return defineRunner<Schema>({
    ...speaker,
    syntax: 'sql',
    dialect: 'transactsql',
    language: 'transactsql',
    guide: 'sql-server',
    annotates: false,
    run: async (text, context) => (await import('./run.ts')).run(text, target(context.config), context),
    testConnection: async ({ config, signal }) => (await import('./schema.ts')).testConnection(target(config), signal),
    getSchema: async ({ config, signal }) => (await import('./schema.ts')).readSchema(target(config), signal),
  })
}
