import { connect as connectSocket } from 'node:net'
import type { Duplex } from 'node:stream'
import pg from 'pg'
import { CANCELLED, QueryError } from '../runner.ts'
import { IdleConnections } from '../sql/idle-connections.ts'
import { connectError } from './errors.ts'
import { type Encryption, encryptions, type PostgresOptions, readParameters } from './options.ts'
import { cancelRequest } from './wire.ts'

const CONNECT_SECONDS = 20
/** A cancelled statement is asked to end so often, at this distance, before its backend is ended. */
const CANCEL_ATTEMPTS = 4
const CANCEL_MILLISECONDS = 200
const END_SECONDS = 4
/** Between two looks whether a backend has ended. */
const LOOK_MILLISECONDS = 50

/** A connection to a server, and what is known about it. */
export interface Connection {
  client: pg.Client
  options: PostgresOptions
  /** Number of the server process and what proves that we may cancel its statement; null where the server gave none. */
  backend: { processID: number; secretKey: number } | null
  /** True when it waited for this query, so that it may have broken unnoticed. */
  isReused: boolean
  isBroken: boolean
}

const idle = new IdleConnections<Connection>(close)

/** Ends a connection at once. */
export function close(connection: Connection): void {
  connection.isBroken = true
  connection.client.connection.stream.destroy()
}

/** A connection that waits, or a new one. */
export async function acquire(options: PostgresOptions, signal: AbortSignal): Promise<Connection> {
  const waiting = await idle.take(JSON.stringify(options))
  if (!waiting) return open(options, signal)
  waiting.isReused = true
  return waiting
}

/** Lets a connection wait for the next query, while everything is undone that the last one may have set. */
export function release(connection: Connection): void {
  idle.put(JSON.stringify(connection.options), connection, clean(connection))
}

async function clean(connection: Connection): Promise<boolean> {
  try {
    await connection.client.query('DISCARD ALL')
    return true
  } catch {
    // Servers that only speak like PostgreSQL may not know the statement: then each query has a connection of its own.
    close(connection)
    return false
  }
}

/** Opens a connection; throws a `QueryError` that says why there is none. */
export async function open(options: PostgresOptions, signal: AbortSignal): Promise<Connection> {
  const [first, ...others] = encryptions(options)
  try {
    return await openWith(options, first, signal)
  } catch (error) {
    const [other] = others
    if (other === undefined || signal.aborted || !mayDifferByEncryption(error)) throw failure(error, options, signal)
    try {
      return await openWith(options, other, signal)
    } catch (second) {
      throw failure(second, options, signal)
    }
  }
}

function failure(error: unknown, options: PostgresOptions, signal: AbortSignal): QueryError {
  return signal.aborted ? new QueryError(CANCELLED, { cause: error }) : connectError(error, options)
}

/** Who may come in can depend on encryption (28000: no entry in pg_hba.conf); an unreachable server stays so. */
function mayDifferByEncryption(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return code === '28000' || code.startsWith('ERR_SSL') || error.message.includes('SSL connection')
}

async function openWith(options: PostgresOptions, ssl: Encryption, signal: AbortSignal): Promise<Connection> {
  const { parameters } = readParameters(options.dsn)
  const { password = '' } = options
  const client = new pg.Client({
    host: options.host,
    port: options.port,
    database: options.dbname,
    ssl,
    // A function keeps the driver from looking for a password in this machine's files and environment.
    password: () => password,
    keepAlive: true,
    connectionTimeoutMillis: (parameters.connect_timeout || CONNECT_SECONDS) * 1000,
    ...(options.user ? { user: options.user } : {}),
    ...(parameters.application_name ? { application_name: parameters.application_name } : {}),
    ...(parameters.options ? { options: parameters.options } : {}),
  })
  const connection: Connection = {
    client,
    options,
    backend: null,
    isReused: false,
    isBroken: false,
  }
  const broken = () => {
    connection.isBroken = true
    idle.forget(connection)
  }
  client.on('error', broken)
  client.on('end', broken)
  client.connection.on('backendKeyData', (backend: { processID: number; secretKey: number }) => {
    connection.backend = backend
  })
  const abort = () => client.connection.stream.destroy(new Error('aborted'))
  signal.throwIfAborted()
  signal.addEventListener('abort', abort)
  try {
    await client.connect()
  } catch (error) {
    client.connection.stream.destroy()
    throw error
  } finally {
    signal.removeEventListener('abort', abort)
  }
  return connection
}

/**
 * The connection's socket, taken from the driver while it is at rest, to speak the protocol without it.
 * @returns the socket, and what gives it back; by then the server must be at rest again
 */
export function borrowSocket({ client }: Connection): { socket: Duplex; giveBack(): void } {
  const socket = client.connection.stream
  const listeners = socket.listeners('data')
  socket.removeAllListeners('data')
  const giveBack = () => {
    socket.removeAllListeners('data')
    for (const listener of listeners) socket.on('data', (chunk) => Reflect.apply(listener, socket, [chunk]))
    socket.resume()
  }
  return { socket, giveBack }
}

/**
 * Asks the server to stop what it does for a connection: first politely; when the statement has not ended soon, for instance
 * because something between us does not pass such requests on, by ending its backend. The connection is of no use afterwards.
 * @param ended resolves when the statement has ended, or the connection broke
 * @throws when it is not certain that the server has stopped
 */
export async function cancel(connection: Connection, ended: Promise<unknown>): Promise<void> {
  const { backend, options } = connection
  if (!backend) return
  // A request that comes between two steps of the server has no effect.
  for (let attempt = 0; attempt < CANCEL_ATTEMPTS && !connection.isBroken; attempt++) {
    requestCancel(options, cancelRequest(backend.processID, backend.secretKey))
    const hasEnded = await Promise.race([ended.then(() => true), later(CANCEL_MILLISECONDS)])
    if (hasEnded && !connection.isBroken) return
  }
  await endBackend(options, backend.processID, AbortSignal.timeout(END_SECONDS * 1000))
}

const END_BACKEND = `
  SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE pid = $1 AND usename = current_user AND pid <> pg_backend_pid()`

/** Ends a server process, and resolves when it is gone. @throws when it is not before the signal aborts */
export async function endBackend(options: PostgresOptions, processId: number, signal: AbortSignal): Promise<void> {
  const other = await open(options, signal)
  try {
    for (;;) {
      signal.throwIfAborted()
      const { rowCount } = await other.client.query(END_BACKEND, [processId])
      if (!rowCount) return
      await later(LOOK_MILLISECONDS)
    }
  } finally {
    close(other)
  }
}

function requestCancel({ host, port }: PostgresOptions, request: Buffer): void {
  const socket = host.startsWith('/') ? connectSocket(`${host}/.s.PGSQL.${port}`) : connectSocket(port, host)
  // What comes of it shows on the connection whose statement is to end.
  socket.on('error', () => socket.destroy())
  socket.end(request)
}

function later(milliseconds: number): Promise<false> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds, false)
  })
}
