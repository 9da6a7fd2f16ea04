import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import mysql from 'mysql2'
import { CANCELLED, QueryError } from '../runner.ts'
import { otherServer } from '../sql/connection-messages.ts'
import { IdleConnections } from '../sql/idle-connections.ts'
import type { RunStatement } from '../sql/schema-tables.ts'
import { openTunnel } from '../ssh/tunnel.ts'
import { endsWithin, POLL_INTERVAL_MS } from '../stopping.ts'
import type { ServerDialect } from './define-runner.ts'
import { connectError } from './errors.ts'
import { encryptions, type MysqlOptions } from './options.ts'
import { readTextSettings, type TextSettings } from './text-settings.ts'

/** A server and its dialect. */
export interface Server {
  options: MysqlOptions
  serverDialect: ServerDialect
}

/** How long a killed query may take to end before its connection is killed, too. */
const CANCEL_MILLISECONDS = 800
const END_SECONDS = 4

export interface Connection {
  driver: mysql.Connection
  server: Server
  /** TLS options; null without encryption. */
  encryption: mysql.SslOptions | null
  /** The server's thread id of this connection. */
  session: string
  isBroken: boolean
  /** null until a query needs them. */
  textSettings: TextSettings | null
}

const idle = new IdleConnections<Connection>(close)

/** Closes a connection at once. */
export function close(connection: Connection): void {
  connection.isBroken = true
  connection.driver.destroy()
}

/** Takes an idle connection that still responds, or opens a new one. */
export async function acquire(server: Server, signal: AbortSignal): Promise<Connection> {
  const idleConnection = await idle.take(keyOf(server))
  if (idleConnection && (await isAlive(idleConnection, signal))) return idleConnection
  return open(server, signal)
}

const keyOf = ({ options, serverDialect }: Server) => JSON.stringify([serverDialect.name, options])

async function isAlive(connection: Connection, signal: AbortSignal): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const fail = () => resolve(false)
  connection.driver.once('error', fail)
  signal.addEventListener('abort', fail)
  connection.driver.ping((error) => resolve(!error))
  const alive = await promise
  connection.driver.off('error', fail)
  signal.removeEventListener('abort', fail)
  if (!alive) close(connection)
  return alive
}

/** Makes a connection available for the next query, while session state and open transactions of the last one are reset. */
export function release(connection: Connection): void {
  idle.put(keyOf(connection.server), connection, resetSession(connection))
}

async function resetSession(connection: Connection): Promise<boolean> {
  try {
    await new Promise<void>((resolve, reject) => {
      connection.driver.reset((error) => (error ? reject(error) : resolve()))
    })
    // A reset restores the server's defaults, also for the character set negotiated on connect.
    await runStatement(connection.driver, 'SET NAMES utf8mb4')
    await prepare(connection)
    // A reset also restores settings that the last query has changed, to the server's current defaults.
    if (connection.textSettings !== null) connection.textSettings = await readTextSettings(runStatementOn(connection))
    return true
  } catch {
    // Servers before MySQL 5.7 and MariaDB 10.2 do not support this: each query then has a connection of its own.
    close(connection)
    return false
  }
}

/** Opens a connection. @throws QueryError saying why there is no connection */
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
    // The server must not be able to request files of this machine.
    flags: ['-LOCAL_FILES'],
    ...(options.user ? { user: options.user } : {}),
    ...(options.passwd ? { password: options.passwd } : {}),
    ...(ssl ? { ssl } : {}),
  })
  const connection: Connection = { driver, server, encryption: ssl, session: '', isBroken: false, textSettings: null }
  const markBroken = () => {
    connection.isBroken = true
    idle.forget(connection)
  }
  driver.on('error', markBroken)
  driver.on('end', markBroken)
  const initialize = async () => {
    await new Promise<void>((resolve, reject) => {
      driver.once('connect', () => resolve())
      driver.once('error', reject)
      socketOf(driver).once('data', (chunk: Buffer) => {
        if (!isGreeting(chunk)) reject(new QueryError(otherServer(options, "a server with MySQL's protocol")))
      })
    })
    connection.session = serverDialect.sessionId ? await sessionId(driver, serverDialect.sessionId) : String(driver.threadId)
    await prepare(connection)
  }
  // A destroyed driver never calls back.
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort)
  try {
    await Promise.race([initialize(), aborted])
  } catch (error) {
    driver.destroy()
    throw error
  } finally {
    signal.removeEventListener('abort', abort)
  }
  return connection
}

/** The socket of a connection, before it is encrypted; not part of the driver's public declarations. */
const socketOf = (driver: mysql.Connection) => (driver as unknown as { stream: Socket }).stream

/** The first byte of a greeting, by version of the protocol, and of an error that comes instead. */
const GREETINGS: ReadonlySet<number | undefined> = new Set([9, 10, 0xff])

/**
 * Whether the first bytes of a server begin a packet of MySQL: three for its length, one for its number, and its content. The driver
 * would take the text of another protocol for the length of a huge packet, and wait for the rest.
 */
const isGreeting = ([, , , number, first]: Buffer) => first === undefined || (Number(number) <= 1 && GREETINGS.has(first))

/** Settings of a new or reset session. */
async function prepare({ driver, server }: Connection): Promise<void> {
  if (!server.options.autocommit) await runStatement(driver, 'SET autocommit = 0')
}

/** Runs a statement and returns its rows as arrays. */
export function runStatement(driver: mysql.Connection, sql: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    driver.query({ sql, rowsAsArray: true }, (error: Error | null, rows: unknown) => (error ? reject(error) : resolve(rows)))
  })
}

async function sessionId(driver: mysql.Connection, statement: string): Promise<string> {
  const rows = await runStatement(driver, statement)
  return Array.isArray(rows) && Array.isArray(rows[0]) ? String(rows[0][0]) : ''
}

/** A function that runs statements on a connection. */
export const runStatementOn =
  ({ driver }: Connection): RunStatement =>
  (statement) =>
    runStatement(driver, statement)

/**
 * Stops what the server does for a connection: kills the query first, and if that has not ended soon, the connection. The
 * connection cannot be used afterwards.
 * @param ended resolves when the query has ended or the connection is lost
 * @throws an error if it is not certain that the server has stopped
 */
export async function cancel(connection: Connection, ended: Promise<unknown>): Promise<void> {
  const { session, server } = connection
  const signal = AbortSignal.timeout(END_SECONDS * 1000)
  const other = await open(server, signal)
  try {
    if (!connection.isBroken) {
      await runStatement(other.driver, `KILL QUERY ${session}`)
      const hasEnded = await endsWithin(CANCEL_MILLISECONDS, ended)
      // The server responds before it has cleaned up.
      while (hasEnded && !connection.isBroken && !signal.aborted) {
        if (await isIdle(other, session)) return
      }
    }
    await endThread(other, session, signal)
  } finally {
    close(other)
  }
}

/** Whether a session does nothing: its statement is NULL then, and empty on Dolt. */
async function isIdle({ driver, server }: Connection, session: string): Promise<boolean> {
  return isEmpty(
    await runStatement(driver, `SELECT 1 FROM ${server.serverDialect.threads} WHERE id = ${session} AND info <> ''`),
  )
}

/**
 * Kills a thread of the server from another connection, and resolves when it is gone.
 * @throws an error if the signal aborts before that
 */
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

/** It has ended on its own meanwhile. */
const isUnknownThread = (error: unknown) => error instanceof Error && 'errno' in error && error.errno === 1094
