import type { SchemaTable } from '@sightline/contract/data-sources.ts'
import { QueryError, type RunContext, type RunnerResult, type Session, type SourceContext } from '../runner.ts'
import { runAt, schemaOf, stopAt, testAt } from '../trino-wire/server.ts'
import type { Coordinator } from '../trino-wire/session.ts'
import type { TrinoOptions } from './index.ts'

type Context = Pick<SourceContext<TrinoOptions>, 'config' | 'signal'>

function coordinatorOf({
  protocol,
  host,
  port = protocol === 'https' ? 443 : 8080,
  username,
  client_tags,
  impersonation,
  ...rest
}: TrinoOptions): Coordinator {
  // To go on would be to run the texts of one user with the rights of another.
  if (impersonation)
    throw new QueryError('Impersonation is not supported. Switch it off in the data source to run queries as its own user.')
  const { password, source, catalog, schema, ssh_tunnel } = rest
  return {
    base: `${protocol}://${host}:${port}`,
    headers: 'X-Trino',
    user: username,
    password,
    source,
    catalog,
    schema,
    clientTags: client_tags,
    capabilities: 'PARAMETRIC_DATETIME',
    tunnel: ssh_tunnel,
  }
}

export const run = async (text: string, context: RunContext<TrinoOptions>): Promise<RunnerResult> =>
  runAt(coordinatorOf(context.config), text, context)
export const stop = async (session: Session, { config, signal }: Context): Promise<void> =>
  stopAt(coordinatorOf(config), session, signal)
export const testConnection = async ({ config, signal }: Context): Promise<void> => testAt(coordinatorOf(config), signal)
export const readSchema = async ({ config, signal }: Context): Promise<SchemaTable[]> => schemaOf(coordinatorOf(config), signal)
