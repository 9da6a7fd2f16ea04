import { setTimeout as sleep } from 'node:timers/promises'
import { MongoClient, type MongoClientOptions, UUID } from 'mongodb'
import { CANCELLED, ConnectionLost, QueryError, type Session, type SourceContext } from '../runner.ts'
import { connectionFailure } from '../sql/connection-messages.ts'
import { POLL_INTERVAL_MS } from '../stopping.ts'
import type { MongodbOptions } from './index.ts'

export type MongodbContext = Pick<SourceContext<MongodbOptions>, 'config' | 'signal'>

/** Milliseconds to wait for a server, unless the connection string has a limit. */
const SELECTION_LIMIT = 10_000

/** Authentication with the identity of this machine. Someone who may add a data source must not be able to use it. */
const MACHINE_MECHANISMS: ReadonlySet<string> = new Set(['MONGODB-OIDC', 'MONGODB-AWS', 'GSSAPI'])
const MACHINE_IDENTITY_REFUSED =
  'The connection string asks for the identity of the machine Sightline runs on, which is not used. Sign in with a user and a password.'

/**
 * Runs something on a connection of its own, which is closed afterwards.
 * @throws QueryError with MongoDB's message, or saying why it could not be reached
 */
export async function withServer<Result>(
  { config, signal }: MongodbContext,
  act: (client: MongoClient) => Promise<Result>,
): Promise<Result> {
  const client = await connect({ config, signal })
  try {
    return await act(client)
  } catch (error) {
    throw toQueryError(error, signal)
  } finally {
    await client.close()
  }
}

/** Opens a connection; the caller must close it. */
export async function connect({ config, signal }: MongodbContext): Promise<MongoClient> {
  if (signal.aborted) throw new QueryError(CANCELLED)
  try {
    const client = new MongoClient(config.connectionString, optionsOf(config))
    if (MACHINE_MECHANISMS.has(client.options.credentials?.mechanism ?? '')) throw new QueryError(MACHINE_IDENTITY_REFUSED)
    const abort = () => void client.close()
    signal.addEventListener('abort', abort, { once: true })
    try {
      return await client.connect()
    } catch (error) {
      await client.close()
      throw error
    } finally {
      signal.removeEventListener('abort', abort)
    }
  } catch (error) {
    throw toQueryError(error, signal)
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

/**
 * Converts an error of the driver. It shows only MongoDB's own message and the host, since the connection string may contain a
 * secret.
 */
export function toQueryError(error: unknown, signal: AbortSignal): unknown {
  if (error instanceof QueryError) return error
  if (signal.aborted) return new QueryError(CANCELLED, { cause: error })
  if (!(error instanceof Error)) return error
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    const sentence = connectionFailure(cause, addressOf(cause))
    if (sentence) return new QueryError(sentence, { cause: error })
  }
  if (/^Mongo(ParseError|InvalidArgumentError|APIError|URI)/.test(error.name))
    return new QueryError(
      'The connection string is not valid: it begins with mongodb:// or mongodb+srv://, and names at least one host.',
      { cause: error },
    )
  return error.message ? new QueryError(error.message, { cause: error }) : new ConnectionLost({ cause: error })
}

function addressOf(error: Error): { host: string; port: number } {
  const { address, port, hostname } = error as Error & { address?: string; port?: number; hostname?: string }
  return { host: address ?? hostname ?? 'the host of the connection string', port: port ?? 27_017 }
}

/**
 * Kills a session, and waits until MongoDB no longer works on it. Users may always kill their own sessions.
 * @throws QueryError if the signal aborts before that
 */
export async function stop({ session }: Session, context: MongodbContext): Promise<void> {
  const id = new UUID(String(session)).toBinary()
  await withServer(context, async (client) => {
    const admin = client.db('admin')
    await admin.command({ killSessions: [{ id }] })
    const atWork = { active: true, 'lsid.id': id }
    while ((await admin.aggregate([{ $currentOp: {} }, { $match: atWork }, { $limit: 1 }]).toArray()).length > 0)
      await sleep(POLL_INTERVAL_MS, undefined, { signal: context.signal }).catch(() => {
        throw new QueryError(CANCELLED)
      })
  })
}
