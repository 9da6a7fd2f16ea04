import { type AnyRunner, defineRunner, type Runner } from '../runner.ts'
import { CassandraOptions } from './options.ts'

/** A runner of a server that speaks CQL. */
export const defineCqlSpeaker = (speaker: Pick<Runner, 'type' | 'name' | 'home'>): AnyRunner =>
  defineRunner<typeof CassandraOptions>({
    ...speaker,
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
