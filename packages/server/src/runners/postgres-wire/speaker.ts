import type { z } from 'zod'
import { type AnyRunner, defineRunner, type Runner } from '../runner.ts'
import type { Flavour } from './flavour.ts'
import type { PostgresOptions } from './options.ts'

/** A type of server that speaks PostgreSQL's protocol: what differs from one to the next. */
export interface Speaker<Schema extends z.ZodObject>
  extends Pick<Runner<Schema>, 'type' | 'name' | 'language' | 'guide' | 'moduleUrl' | 'config'> {
  dialect?: string
  flavour: Flavour
  /** The options of the type as those of a PostgreSQL connection. */
  target(config: z.output<Schema>, signal: AbortSignal): PostgresOptions | Promise<PostgresOptions>
  /** Statements that prepare the session for a run. */
  opening?(config: z.output<Schema>, isScheduled: boolean): string[]
}

/** A runner of a server that is reached as PostgreSQL is. */
export function definePostgresSpeaker<Schema extends z.ZodObject>(speaker: Speaker<Schema>): AnyRunner {
  const { dialect = 'postgresql', flavour, target, opening, ...definition } = speaker
  const serverOf = async (config: z.output<Schema>, signal: AbortSignal) => ({ options: await target(config, signal), flavour })
  return defineRunner<Schema>({
    ...definition,
    syntax: 'sql',
    dialect,
    async run(text, { config, signal, onSession, isScheduled }) {
      const { run } = await import('./run.ts')
      return run(text, {
        server: await serverOf(config, signal),
        opening: opening?.(config, isScheduled ?? false) ?? [],
        signal,
        ...(onSession ? { onSession } : {}),
      })
    },
    async stop(session, { config, signal }) {
      const { stop } = await import('./sessions.ts')
      await stop(session, await serverOf(config, signal), signal)
    },
    async waitState(session, { config, signal }) {
      const { waitState } = await import('./sessions.ts')
      return waitState(session, await serverOf(config, signal), signal)
    },
    async testConnection({ config, signal }) {
      const { testConnection } = await import('./schema.ts')
      return testConnection(await serverOf(config, signal), signal)
    },
    async getSchema({ config, signal }) {
      const { readSchema } = await import('./schema.ts')
      return readSchema(await serverOf(config, signal), signal)
    },
  })
}
