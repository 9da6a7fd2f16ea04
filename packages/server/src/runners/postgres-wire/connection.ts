import { connect as connectSocket } from 'node:net'
import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { CANCELLED, QueryError } from '../runner.ts'
import { IdleConnections } from '../sql/idle-connections.ts'
import type { RunStatement } from '../sql/schema-tables.ts'
import { openTunnel } from '../ssh/tunnel.ts'
import { endsWithin, POLL_INTERVAL_MS } from '../stopping.ts'
import { connectError } from './errors.ts'
import { type Encryption, encryptions, type PostgresOptions, readParameters } from './options.ts'
import type { ServerDialect, SessionId } from './server-dialect.ts'
import { cancelRequest } from './wire.ts'

/** A server and its dialect. */
export interface Server {
  options: PostgresOptions
  serverDialect: ServerDialect
}

const CONNECT_SECONDS = 20
/** Cancel requests are sent this many times, at this interval, before the backend is terminated. */
const CANCEL_ATTEMPTS = 4
const CANCEL_MILLISECONDS = 200
const END_SECONDS = 4

/** An open connection and its state. */
export interface Connection {
  client: pg.Client
  server: Server
  /** TLS options; false without encryption. */
  encryption: Encryption
  /** Process id and the secret needed to cancel its statement; null if the server sent none. */
  backend: { processID: number; secretKey: number } | null
  /** The server's id of the session; null if it sent none. */
  session: SessionId | null
  /** Whether it was idle before this query, so that it may be broken without our knowing. */
  isReused: boolean
  isBroken: boolean
}

const idle = new IdleConnections<Connection>(close)

/** Closes a connection at once. */
export function close(connection: Connection): void {
  connection.isBroken = true
  connection.client.connection.stream.destroy()
}

/** Takes an idle connection, or opens a new one. */
export async function acquire(server: Server, signal: AbortSignal): Promise<Connection> {
  const idleConnection = await idle.take(keyOf(server))
  if (!idleConnection) return open(server, signal)
  idleConnection.isReused = true
  return idleConnection
}

/** Makes a connection available for the next query, while the session state of the last one is discarded. */
export function release(connection: Connection): void {
  idle.put(keyOf(connection.server), connection, resetSession(connection))
}

const keyOf = ({ options, serverDialect }: Server) => JSON.stringify([serverDialect.name, options])

async function resetSession(connection: Connection): Promise<boolean> {
  try {
    await connection.client.query('DISCARD ALL')
    return true
  } catch {
    // Compatible servers may not know the statement: each query then has a connection of its own.
    close(connection)
    return false
  }
}

/** Opens a connection. @throws QueryError saying why there is no connection */
export async function open(server: Server, signal: AbortSignal): Promise<Connection> {
  const [first, ...others] = encryptions(server.options)
  try {
    return await openWith(server, first, signal)
  } catch (error) {
    const [other] = others
    if (other === undefined || signal.aborted || !mayDifferByEncryption(error)) throw failure(error, server, signal)
    try {
      return await openWith(server, other, signal)
    } catch (second) {
      throw failure(second, server, signal)
    }
  }
}

function failure(error: unknown, { options }: Server, signal: AbortSignal): QueryError {
  if (error instanceof QueryError) return error
  return signal.aborted ? new QueryError(CANCELLED, { cause: error }) : connectError(error, options)
}

/**
 * Whether another encryption could help: pg_hba.conf may depend on it (28000), while an unreachable server stays unreachable.
 */
function mayDifferByEncryption(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return code === '28000' || code.startsWith('ERR_SSL') || error.message.includes('SSL connection')
}

async function openWith(server: Server, ssl: Encryption, signal: AbortSignal): Promise<Connection> {
  const { options, serverDialect } = server
  signal.throwIfAborted()
  const { parameters } = readParameters(options.dsn)
  const stream = options.ssh_tunnel && (await openTunnel(options.ssh_tunnel, options, signal))
  const { password = '' } = options
  const client = new pg.Client({
    host: options.host,
    port: options.port,
    database: options.dbname,
    ssl,
    // A function keeps the driver from looking for a password in environment variables and ~/.pgpass.
    password: () => password,
    keepAlive: true,
    connectionTimeoutMillis: (parameters.connect_timeout || CONNECT_SECONDS) * 1000,
    ...(stream ? { stream: () => stream } : {}),
    ...(options.user ? { user: options.user } : {}),
    ...(parameters.application_name ? { application_name: parameters.application_name } : {}),
    ...(parameters.options ? { options: parameters.options } : {}),
  })
  const connection: Connection = {
    client,
    server,
    encryption: ssl,
    backend: null,
    session: null,
    isReused: false,
    isBroken: false,
  }
  const markBroken = () => {
    connection.isBroken = true
    idle.forget(connection)
  }
  client.on('error', markBroken)
  client.on('end', markBroken)
  client.connection.on('backendKeyData', (backend: { processID: number; secretKey: number }) => {
    connection.backend = backend
    connection.session = backend.processID
  })
  const abort = () => client.connection.stream.destroy(new Error('aborted'))
  signal.addEventListener('abort', abort)
  try {
    await client.connect()
    if (serverDialect.sessionName) connection.session = await sessionName(client, serverDialect.sessionName)
  } catch (error) {
    client.connection.stream.destroy()
    throw error
  } finally {
    signal.removeEventListener('abort', abort)
  }
  return connection
}

/**
 * Takes the connection's socket from the idle driver, to speak the protocol directly.
 * @returns the socket, and a function that returns it to the driver; the server must be idle again by then
 */
export function borrowSocket({ client }: Connection): { socket: Duplex; returnSocket(): void } {
  const socket = client.connection.stream
  // Restores the very same listeners. Wrapping them for each run would add a call level every time a connection is reused.
  const listeners = socket.listeners('data') as ((chunk: Buffer) => void)[]
  socket.removeAllListeners('data')
  const returnSocket = () => {
    socket.removeAllListeners('data')
    for (const listener of listeners) socket.on('data', listener)
    socket.resume()
  }
  return { socket, returnSocket }
}

async function sessionName(client: pg.Client, statement: string): Promise<string> {
  const { rows } = await client.query({ text: statement, rowMode: 'array' })
  return String(rows[0]?.[0])
}

/** A function that runs statements on a connection. */
export const runStatementOn =
  ({ client }: Connection): RunStatement =>
  async (statement) =>
    (await client.query(statement)).rows

/**
 * Stops what the server does for a connection: by cancel requests first, and if the statement has not ended soon, for instance
 * because a proxy does not forward them, by ending the session. The connection cannot be used afterwards.
 * @param ended resolves when the statement has ended or the connection is lost
 * @throws an error if it is not certain that the server has stopped
 */
export async function cancel(connection: Connection, ended: Promise<unknown>): Promise<void> {
  const { backend, session, server } = connection
  if (backend) {
    const request = cancelRequest(backend.processID, backend.secretKey)
    // A request that arrives between two steps of the server has no effect.
    for (let attempt = 0; attempt < CANCEL_ATTEMPTS && !connection.isBroken; attempt++) {
      void requestCancel(server.options, request)
      const hasEnded = await endsWithin(CANCEL_MILLISECONDS, ended)
      if (hasEnded && !connection.isBroken) return
    }
  }
  if (session === null) throw new Error('The server did not tell how the session is called.')
  await endSession(server, session, AbortSignal.timeout(END_SECONDS * 1000))
}

/**
 * Ends a session of the server, and resolves when it is gone.
 * @throws an error if the signal aborts before that
 */
export async function endSession(server: Server, session: SessionId, signal: AbortSignal): Promise<void> {
  const other = await open(server, signal)
  try {
    for (;;) {
      signal.throwIfAborted()
      if (await server.serverDialect.endSession(runStatementOn(other), session)) return
      await sleep(POLL_INTERVAL_MS)
    }
  } finally {
    close(other)
  }
}

async function requestCancel({ host, port, ssh_tunnel }: PostgresOptions, request: Buffer): Promise<void> {
  // Failures are ignored: the caller watches whether the statement ends.
  try {
    const socket = ssh_tunnel
      ? await openTunnel(ssh_tunnel, { host, port }, AbortSignal.timeout(END_SECONDS * 1000))
      : connectSocket(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { port, host })
    socket.on('error', () => socket.destroy())
    socket.end(request)
  } catch {}
}
