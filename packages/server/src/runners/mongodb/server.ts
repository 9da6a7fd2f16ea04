import { setTimeout as sleep } from 'node:timers/promises'
import {
  MongoClient,
  type MongoClientOptions,
  MongoNetworkError,
  MongoNetworkTimeoutError,
  MongoServerSelectionError,
  UUID,
} from 'mongodb'
import { CANCELLED, ConnectionLost, QueryError, type Session, type SourceContext } from '../runner.ts'
import { connectionFailure, type HostPort } from '../sql/connection-messages.ts'
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
  for (const { cause, server } of networkErrors(error)) {
    const sentence = connectionFailure(cause, server)
    if (sentence) return new QueryError(sentence, { cause: error })
  }
  if (/^Mongo(ParseError|InvalidArgumentError|APIError|URI)/.test(error.name))
    return new QueryError(
      'The connection string is not valid: it begins with mongodb:// or mongodb+srv://, and names at least one host.',
      { cause: error },
    )
  const message = unreachable(error) ?? error.message
  return message ? new QueryError(message, { cause: error }) : new ConnectionLost({ cause: error })
}

/** An error and its causes, with the server that each is about. Those of servers that could not be reached come first. */
function* networkErrors(error: Error): Iterable<{ cause: Error; server: HostPort }> {
  if (error instanceof MongoServerSelectionError)
    for (const server of error.reason?.servers.values() ?? [])
      for (const cause of withCauses(server.error)) yield { cause, server: server.hostAddress.toHostPort() }
  for (const cause of withCauses(error)) yield { cause, server: addressOf(cause) }
}

function* withCauses(error: unknown): Iterable<Error> {
  for (let cause = error; cause instanceof Error; cause = cause.cause) yield cause
}

/** Says which server did not answer, or ended the connection; null for other errors. */
function unreachable(error: Error): string | null {
  if (!(error instanceof MongoServerSelectionError)) return null
  const server = [...(error.reason?.servers.values() ?? [])].find(({ type }) => type === 'Unknown')
  if (!server) return null
  const isClosed = server.error instanceof MongoNetworkError && !(server.error instanceof MongoNetworkTimeoutError)
  const reason = isClosed ? 'the connection was closed by the server' : 'no answer in time'
  return `could not connect to server at ${server.address}: ${reason}`
}

function addressOf(error: Error): HostPort {
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
