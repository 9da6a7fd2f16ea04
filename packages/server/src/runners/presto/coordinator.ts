import type { SchemaTable } from '@sightline/contract/data-sources.ts'
import type { RunContext, RunnerResult, Session, SourceContext } from '../runner.ts'
import { runAt, schemaOf, stopAt, testAt } from '../trino-wire/server.ts'
import type { Coordinator } from '../trino-wire/session.ts'
import type { PrestoOptions } from './index.ts'

type Context = Pick<SourceContext<PrestoOptions>, 'config' | 'signal'>

const coordinatorOf = ({
  protocol,
  host,
  port = 8080,
  username = '',
  password,
  catalog,
  schema,
  ssh_tunnel: tunnel,
}: PrestoOptions): Coordinator => ({
  base: `${protocol}://${host}:${port}`,
  headers: 'X-Presto',
  user: username || 'sightline',
  password,
  source: 'sightline',
  catalog,
  schema,
  tunnel,
})

export const run = (text: string, context: RunContext<PrestoOptions>): Promise<RunnerResult> =>
  runAt(coordinatorOf(context.config), text, context)
export const stop = (session: Session, { config, signal }: Context): Promise<void> =>
  stopAt(coordinatorOf(config), session, signal)
export const testConnection = ({ config, signal }: Context): Promise<void> => testAt(coordinatorOf(config), signal)
export const readSchema = ({ config, signal }: Context): Promise<SchemaTable[]> => schemaOf(coordinatorOf(config), signal)
