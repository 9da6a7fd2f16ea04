import type { z } from 'zod'
import { type AnyRunner, defineRunner, type RunnerDefinition } from '../runner.ts'
import type { Flavour } from './flavour.ts'
import type { MysqlOptions } from './options.ts'

/** A type of server that speaks MySQL's protocol: what differs from one to the next. */
export interface Speaker<Schema extends z.ZodObject>
  extends Pick<
    RunnerDefinition<Schema>,
    'type' | 'name' | 'dialect' | 'guide' | 'moduleUrl' | 'config' | 'annotates' | 'localFiles'
  > {
  flavour: Flavour
  /** The options of the type as those of a MySQL connection. */
  target(config: z.output<Schema>): MysqlOptions
}

/** A runner of a server that is reached as MySQL is. */
export function defineMysqlSpeaker<Schema extends z.ZodObject>(speaker: Speaker<Schema>): AnyRunner {
  const { flavour, target, ...definition } = speaker
  const serverOf = (config: z.output<Schema>) => ({ options: target(config), flavour })
  return defineRunner<Schema>({
    ...definition,
    syntax: 'sql',
    language: 'mysql',
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
      const { testConnection } = await import('./schema.ts')
      return testConnection(serverOf(config), signal)
    },
    async getSchema({ config, signal }) {
      const { readSchema } = await import('./schema.ts')
      return readSchema(serverOf(config), signal)
    },
  })
}
