import type { MongoClient, MongoClientOptions } from 'mongodb'
import { CANCELLED, ConnectionLost, QueryError, type SourceContext } from '../runner.ts'
import { connectionFailure } from '../sql/connection-failure.ts'
import type { MongodbOptions } from './index.ts'

export type Context = Pick<SourceContext<MongodbOptions>, 'config' | 'signal'>

/** Milliseconds until a server is given up, where the connection string says nothing else. */
const SELECTION_LIMIT = 10_000

/** Ways to sign in by what a cloud or a network hands out to the machine that asks: not for whoever may add a data source. */
const MACHINE: ReadonlySet<string> = new Set(['MONGODB-OIDC', 'MONGODB-AWS', 'GSSAPI'])
const NOT_THE_MACHINE =
  'The connection string asks for the identity of the machine Sightline runs on, which is not used. Sign in with a user and a password.'

/**
 * Does something on a connection of its own, which is closed afterwards.
 * @throws QueryError in MongoDB's words, or why it could not be reached
 */
export async function withServer<Result>(
  { config, signal }: Context,
  act: (client: MongoClient) => Promise<Result>,
): Promise<Result> {
  const client = await connected({ config, signal })
  try {
    return await act(client)
  } catch (error) {
    throw failureOf(error, signal)
  } finally {
    await client.close()
  }
}

/** An open connection. Whoever gets it closes it. */
export async function connected({ config, signal }: Context): Promise<MongoClient> {
  if (signal.aborted) throw new QueryError(CANCELLED)
  const { MongoClient } = await import('mongodb')
  try {
    const client = new MongoClient(config.connectionString, optionsOf(config))
    if (MACHINE.has(client.options.credentials?.mechanism ?? '')) throw new QueryError(NOT_THE_MACHINE)
    const leave = () => void client.close()
    signal.addEventListener('abort', leave, { once: true })
    try {
      return await client.connect()
    } catch (error) {
      await client.close()
      throw error
    } finally {
      signal.removeEventListener('abort', leave)
    }
  } catch (error) {
    throw failureOf(error, signal)
  }
}

function optionsOf({
  connectionString,
  username,
  password,
  replicaSetName,
  readPreference,
}: MongodbOptions): MongoClientOptions {
  return {
    appName: 'Sightline',
    maxPoolSize: 2,
    useBigInt64: true,
    promoteLongs: true,
    ...(/serverSelectionTimeoutMS=/i.test(connectionString) ? {} : { serverSelectionTimeoutMS: SELECTION_LIMIT }),
    ...(username ? { auth: { username, password: password ?? '' } } : {}),
    ...(replicaSetName ? { replicaSet: replicaSetName } : {}),
    ...(replicaSetName && readPreference ? { readPreference } : {}),
  }
}

/** What a failure of the driver means. Only MongoDB's own words and the host are shown: the connection string may hold a secret. */
export function failureOf(error: unknown, signal: AbortSignal): unknown {
  if (error instanceof QueryError) return error
  if (signal.aborted) return new QueryError(CANCELLED, { cause: error })
  if (!(error instanceof Error)) return error
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    const said = connectionFailure(cause, addressIn(cause))
    if (said) return new QueryError(said, { cause: error })
  }
  if (/^Mongo(ParseError|InvalidArgumentError|APIError|URI)/.test(error.name))
    return new QueryError(
      'The connection string is not valid: it begins with mongodb:// or mongodb+srv://, and names at least one host.',
      { cause: error },
    )
  return error.message ? new QueryError(error.message, { cause: error }) : new ConnectionLost({ cause: error })
}

function addressIn(error: Error): { host: string; port: number } {
  const { address, port, hostname } = error as Error & { address?: string; port?: number; hostname?: string }
  return { host: address ?? hostname ?? 'the host of the connection string', port: port ?? 27_017 }
}
