import type { z } from 'zod'
import { type AnyRunner, defineRunner, type Runner } from '../runner.ts'
import type { PostgresOptions } from './options.ts'
import { literal, type ServerDialect } from './server-dialect.ts'

/** A type of server with PostgreSQL's protocol: what differs between these types. */
export interface ProtocolVariant<Schema extends z.ZodObject>
  extends Pick<Runner<Schema>, 'type' | 'name' | 'gallery' | 'language' | 'exploreDialect' | 'guide' | 'moduleUrl' | 'config'> {
  dialect?: string
  serverDialect: ServerDialect
  /** Converts the options of the type to those of a PostgreSQL connection. */
  connectionOptions(config: z.output<Schema>, signal: AbortSignal): PostgresOptions | Promise<PostgresOptions>
  /** Statements that prepare the session for a run. */
  opening?(config: z.output<Schema>, isScheduled: boolean): string[]
}

/** Defines the runner of a server that is accessed like PostgreSQL. */
export function definePostgresRunner<Schema extends z.ZodObject>(variant: ProtocolVariant<Schema>): AnyRunner {
  const { dialect = 'postgresql', serverDialect, connectionOptions, opening, ...definition } = variant
  const serverOf = async (config: z.output<Schema>, signal: AbortSignal) => ({
    options: await connectionOptions(config, signal),
    serverDialect,
  })
  return defineRunner<Schema>({
    ...definition,
    syntax: 'sql',
    dialect,
    ...(serverDialect.bindsTexts ? { textPassing: 'parameters' } : {}),
    async run(text, { config, signal, onSession, isScheduled, timeZone, bindsTexts }) {
      const { run } = await import('./run.ts')
      return run(text, {
        server: await serverOf(config, signal),
        opening: [
          // Literals are parsed by the rules of this setting, which is the default.
          ...(bindsTexts && serverDialect.bindsTexts ? ['SET standard_conforming_strings = on'] : []),
          ...(timeZone ? [`SET TIME ZONE ${literal(timeZone)}`] : []),
          ...(opening?.(config, isScheduled ?? false) ?? []),
        ],
        bindsTexts: (bindsTexts ?? false) && serverDialect.bindsTexts,
        signal,
        ...(onSession ? { onSession } : {}),
      })
    },
    async stop(session, { config, signal }) {
      const { stop } = await import('./run.ts')
      await stop(session, await serverOf(config, signal), signal)
    },
    async waitState(session, { config, signal }) {
      const { waitState } = await import('./run.ts')
      return waitState(session, await serverOf(config, signal), signal)
    },
    async testConnection({ config, signal }) {
      const { testConnection } = await import('./run.ts')
      return testConnection(await serverOf(config, signal), signal)
    },
    async getSchema({ config, signal }) {
      const { readSchema } = await import('./run.ts')
      return readSchema(await serverOf(config, signal), signal)
    },
  })
}
