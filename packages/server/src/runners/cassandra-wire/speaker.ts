import { type AnyRunner, defineRunner, type Runner } from '../runner.ts'
import { CassandraOptions } from './options.ts'

/** A runner of a server that speaks CQL. */
export const defineCqlSpeaker = (speaker: Pick<Runner, 'type' | 'name' | 'moduleUrl'>): AnyRunner =>
  defineRunner<typeof CassandraOptions>({
    ...speaker,
    syntax: 'sql',
    dialect: 'cql',
    language: 'cql',
    guide: 'cassandra',
    config: CassandraOptions,
    supportsAutoLimit: false,
    run: async (text, context) => (await import('./run.ts')).run(text, context),
    testConnection: async (context) => (await import('./schema.ts')).testConnection(context),
    getSchema: async (context) => (await import('./schema.ts')).readSchema(context),
  })
