import { setTimeout as sleep } from 'node:timers/promises'
import mysql from 'mysql2'
import { CANCELLED, QueryError } from '../runner.ts'
import { IdleConnections } from '../sql/idle-connections.ts'
import type { RunStatement } from '../sql/schema-tables.ts'
import { openTunnel } from '../ssh/tunnel.ts'
import { endsWithin, POLL_INTERVAL_MS } from '../stopping.ts'
import type { ServerDialect } from './define-runner.ts'
import { connectError } from './errors.ts'
import { encryptions, type MysqlOptions } from './options.ts'

/** A server, and what kind it is. */
export interface Server {
  options: MysqlOptions
  serverDialect: ServerDialect
}

/** How long a killed query may take to end before its connection is killed as well. */
const CANCEL_MILLISECONDS = 800
const END_SECONDS = 4

export interface Connection {
  driver: mysql.Connection
  server: Server
  /** How it is encrypted; null when it is not. */
  encryption: mysql.SslOptions | null
  /** What the server knows it by: the number of its thread. */
  session: string
  isBroken: boolean
}

const idle = new IdleConnections<Connection>(close)

/** Ends a connection at once. */
export function close(connection: Connection): void {
  connection.isBroken = true
  connection.driver.destroy()
}

/** A connection that waits and still answers, or a new one. */
export async function acquire(server: Server, signal: AbortSignal): Promise<Connection> {
  const waiting = await idle.take(keyOf(server))
  if (waiting && (await stillAnswers(waiting, signal))) return waiting
  return open(server, signal)
}

const keyOf = ({ options, serverDialect }: Server) => JSON.stringify([serverDialect.name, options])

async function stillAnswers(connection: Connection, signal: AbortSignal): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const fail = () => resolve(false)
  connection.driver.once('error', fail)
  signal.addEventListener('abort', fail)
  connection.driver.ping((error) => resolve(!error))
  const answers = await promise
  connection.driver.off('error', fail)
  signal.removeEventListener('abort', fail)
  if (!answers) close(connection)
  return answers
}

/** Lets a connection wait for the next query, while everything is undone that the last one may have set or left open. */
export function release(connection: Connection): void {
  idle.put(keyOf(connection.server), connection, clean(connection))
}

async function clean(connection: Connection): Promise<boolean> {
  try {
    await new Promise<void>((resolve, reject) => {
      connection.driver.reset((error) => (error ? reject(error) : resolve()))
    })
    // A reset goes back to the server's own settings, also for what was agreed on when the connection was made.
    await runStatement(connection.driver, 'SET NAMES utf8mb4')
    await prepare(connection)
    return true
  } catch {
    // Servers older than MySQL 5.7 and MariaDB 10.2 cannot do this: then each query has a connection of its own.
    close(connection)
    return false
  }
}

/** Opens a connection; throws a `QueryError` that says why there is none. */
export async function open(server: Server, signal: AbortSignal): Promise<Connection> {
  const { options } = server
  try {
    const [first, ...others] = encryptions(options)
    try {
      return await openWith(server, first, signal)
    } catch (error) {
      const [other] = others
      if (other === undefined || !isAboutEncryption(error)) throw error
      return await openWith(server, other, signal)
    }
  } catch (error) {
    if (signal.aborted) throw new QueryError(CANCELLED, { cause: error })
    throw connectError(error, options)
  }
}

function isAboutEncryption(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return code === 'HANDSHAKE_NO_SSL_SUPPORT' || code === 'HANDSHAKE_SSL_ERROR' || code.startsWith('ERR_SSL')
}

async function openWith(server: Server, ssl: mysql.SslOptions | null, signal: AbortSignal): Promise<Connection> {
  const { options, serverDialect } = server
  signal.throwIfAborted()
  const stream = options.ssh_tunnel && (await openTunnel(options.ssh_tunnel, options, signal))
  const driver = mysql.createConnection({
    host: options.host,
    port: options.port,
    ...(options.db ? { database: options.db } : {}),
    ...(stream ? { stream } : {}),
    charset: 'utf8mb4',
    connectTimeout: options.connect_timeout * 1000,
    multipleStatements: true,
    // The server must not be able to ask for files of this machine.
    flags: ['-LOCAL_FILES'],
    ...(options.user ? { user: options.user } : {}),
    ...(options.passwd ? { password: options.passwd } : {}),
    ...(ssl ? { ssl } : {}),
  })
  const connection: Connection = { driver, server, encryption: ssl, session: '', isBroken: false }
  const broken = () => {
    connection.isBroken = true
    idle.forget(connection)
  }
  driver.on('error', broken)
  driver.on('end', broken)
  const opening = async () => {
    await new Promise<void>((resolve, reject) => {
      driver.once('connect', () => resolve())
      driver.once('error', reject)
    })
    connection.session = serverDialect.sessionId ? await sessionId(driver, serverDialect.sessionId) : String(driver.threadId)
    await prepare(connection)
  }
  // A driver that was destroyed tells nobody, whatever it was asked.
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort)
  try {
    await Promise.race([opening(), aborted])
  } catch (error) {
    driver.destroy()
    throw error
  } finally {
    signal.removeEventListener('abort', abort)
  }
  return connection
}

/** Settings of a new or reset session. */
async function prepare({ driver, server }: Connection): Promise<void> {
  if (!server.options.autocommit) await runStatement(driver, 'SET autocommit = 0')
}

/** The rows of a statement of ours, as arrays. */
export function runStatement(driver: mysql.Connection, sql: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    driver.query({ sql, rowsAsArray: true }, (error: Error | null, rows: unknown) => (error ? reject(error) : resolve(rows)))
  })
}

async function sessionId(driver: mysql.Connection, statement: string): Promise<string> {
  const rows = await runStatement(driver, statement)
  return Array.isArray(rows) && Array.isArray(rows[0]) ? String(rows[0][0]) : ''
}

/** How statements of ours are asked on a connection. */
export const runStatementOn =
  ({ driver }: Connection): RunStatement =>
  (statement) =>
    runStatement(driver, statement)

/**
 * Asks the server to stop what it does for a connection: first the query, and when that has not ended soon, the connection. It is
 * of no use afterwards.
 * @param ended resolves when the query has ended, or the connection broke
 * @throws when it is not certain that the server has stopped
 */
export async function cancel(connection: Connection, ended: Promise<unknown>): Promise<void> {
  const { session, server } = connection
  const signal = AbortSignal.timeout(END_SECONDS * 1000)
  const other = await open(server, signal)
  try {
    if (!connection.isBroken) {
      await runStatement(other.driver, `KILL QUERY ${session}`)
      const hasEnded = await endsWithin(CANCEL_MILLISECONDS, ended)
      // The server answers before it has put everything away.
      while (hasEnded && !connection.isBroken && !signal.aborted) {
        if (await isAtRest(other, session)) return
      }
    }
    await endThread(other, session, signal)
  } finally {
    close(other)
  }
}

async function isAtRest({ driver, server }: Connection, session: string): Promise<boolean> {
  return isEmpty(
    await runStatement(driver, `SELECT 1 FROM ${server.serverDialect.threads} WHERE id = ${session} AND info IS NOT NULL`),
  )
}

/** Ends a thread of the server from another connection, and resolves when it is gone. @throws when it is not before the signal aborts */
export async function endThread({ driver, server }: Connection, session: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    if (isEmpty(await runStatement(driver, `SELECT 1 FROM ${server.serverDialect.threads} WHERE id = ${session}`))) return
    await runStatement(driver, `KILL CONNECTION ${session}`).catch((error: unknown) => {
      if (!isUnknownThread(error)) throw error
    })
    await sleep(POLL_INTERVAL_MS)
  }
}

const isEmpty = (rows: unknown) => Array.isArray(rows) && rows.length === 0

/** It has ended by itself meanwhile. */
const isUnknownThread = (error: unknown) => error instanceof Error && 'errno' in error && error.errno === 1094
