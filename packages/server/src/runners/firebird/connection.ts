import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import firebird from 'node-firebird'
import type Connection from 'node-firebird/lib/wire/connection.js'
import type Database from 'node-firebird/lib/wire/database.js'
import { positionAt } from '../http/error-message.ts'
import { CANCELLED, ConnectionLost, QueryError } from '../runner.ts'
import { closedByServer, connectionFailure } from '../sql/connection-messages.ts'
import { injectSocket } from '../ssh/driver-socket.ts'
import type { SshTunnel } from '../ssh/options.ts'
import { openTunnel } from '../ssh/tunnel.ts'
import { alignServerKey } from './server-key.ts'

export type { default as Database } from 'node-firebird/lib/wire/database.js'
export type { default as Statement } from 'node-firebird/lib/wire/statement.js'
export type { default as Transaction } from 'node-firebird/lib/wire/transaction.js'

/** Options of a connection. */
export interface FirebirdOptions {
  host: string
  port: number
  user: string
  password: string
  database: string
  role?: string | undefined
  ssh_tunnel?: SshTunnel | undefined
}

const CONNECT_SECONDS = 20
/** Bytes of a blob to request at a time: the maximum of the protocol. */
const BLOB_BYTES = 65_535

/** Opens a connection. @throws QueryError saying why there is no connection */
export async function open(options: FirebirdOptions, signal: AbortSignal): Promise<Database> {
  if (signal.aborted) throw new QueryError(CANCELLED)
  const { host, port, user, password, database, role, ssh_tunnel } = options
  const tunnel = ssh_tunnel && (await openTunnel(ssh_tunnel, options, signal))
  const { promise, resolve, reject } = Promise.withResolvers<Database>()
  const attach = () =>
    firebird.attach(
      {
        ...{ host, port, user, password, database, ...(role ? { role } : {}) },
        ...{ encoding: 'UTF8', numericMode: 'string', blobReadChunkSize: BLOB_BYTES },
        // Without this option the driver would keep trying to reconnect after losing the connection.
        ...{ isPool: true },
      },
      (error, attached) => (error ? reject(error) : resolve(attached as unknown as Database)),
    )
  if (tunnel) injectSocket(tunnel, attach)
  else attach()
  const connection = firebird.connection as unknown as Connection
  socketOf(connection).prependListener('data', alignServerKey)
  const abort = () => reject(new QueryError(CANCELLED))
  const timer = setTimeout(() => reject(timeoutError(options)), CONNECT_SECONDS * 1000)
  signal.addEventListener('abort', abort)
  try {
    const attached = await promise
    socketOf(connection).off('data', alignServerKey)
    return attached
  } catch (error) {
    disconnect(connection)
    throw connectError(error, options)
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', abort)
  }
}

// If several authentication methods are possible and the password is wrong, driver and server may wait for each other.
const timeoutError = ({ host, port }: FirebirdOptions) =>
  new QueryError(`could not connect to server at ${host}:${port}: no answer in time. Are user and password right?`)

/** Detaches from the server and closes the connection. */
export async function close({ connection }: Database): Promise<void> {
  if (!connection._isClosed) await new Promise<void>((resolve) => connection.detach(() => resolve()))
  disconnect(connection)
}

/** Closes the connection at once; the server then ends its work for it. */
export function disconnect(connection: Connection): void {
  socketOf(connection).destroy()
}

/** The driver declares a class of its own, which forwards to a real socket. */
const socketOf = (connection: Connection) => connection._socket as unknown as Socket

const CHECK_INTERVAL_MS = 100
/** Checks whether the attachment is gone. */
const MAX_CHECKS = 50

/**
 * Terminates an attachment and all its work from another connection, and resolves when the server no longer lists it. A user
 * without the permission to terminate attachments can still see whether the server has ended it because its connection is
 * closed.
 * @throws an error if it is still there after five seconds
 */
export async function endAttachment(attachment: number, options: FirebirdOptions, signal: AbortSignal): Promise<void> {
  const database = await open(options, signal)
  try {
    await database.queryAsync('DELETE FROM MON$ATTACHMENTS WHERE MON$ATTACHMENT_ID = ?', [attachment]).catch((error) => {
      if (!isForbidden(error)) throw error
    })
    for (let check = 0; check < MAX_CHECKS; check++) {
      if (!(await isListed(attachment, database))) return
      await sleep(CHECK_INTERVAL_MS, undefined, { signal })
    }
    throw new Error(`Attachment ${attachment} did not end.`)
  } finally {
    await close(database)
  }
}

/** Each query has its own transaction: within one, the monitoring tables are a snapshot. */
async function isListed(attachment: number, database: Database): Promise<boolean> {
  const listed = await database.queryAsync('SELECT 1 FROM MON$ATTACHMENTS WHERE MON$ATTACHMENT_ID = ?', [attachment])
  return listed.length > 0
}

const CANCEL_CODE = 335_544_794
const NO_PERMISSION_CODE = 335_544_352
/** Code of all errors in the SQL text itself. */
const TEXT_CODE = 335_544_569
/** `line 2, column 6`; positions within procedures and triggers have another format. */
const PLACE = /\bline (\d+), column (\d+)/i
const LOST = /^Connection (to Firebird server was lost|is closed)/i

const codeOf = (error: unknown) =>
  typeof error === 'object' && error !== null && 'gdscode' in error ? Number(error.gdscode) : 0

/** Joins the lines of a message, which the server wraps at 80 characters. */
function messageOf(error: unknown): string {
  const message = typeof error === 'object' && error !== null && 'message' in error ? error.message : error
  return String(message).replace(/\s+/g, ' ').trim()
}

/** Whether a statement was cancelled. */
export const isCancelled = (error: unknown): boolean => codeOf(error) === CANCEL_CODE

/** Whether the user lacks a permission. */
const isForbidden = (error: unknown): boolean => codeOf(error) === NO_PERMISSION_CODE

/** Converts an error of the server, with its position in the query text if the message names one. */
export function statementError(error: unknown, text: string): QueryError {
  if (error instanceof QueryError) return error
  const message = messageOf(error)
  const isNetworkError = codeOf(error) === 0 && error instanceof Error && 'code' in error
  if (LOST.test(message) || isNetworkError) return new ConnectionLost({ cause: error })
  const [, line, column] = (codeOf(error) === TEXT_CODE && PLACE.exec(message)) || []
  return new QueryError(message, { cause: error, position: line && column ? positionAt(text, line, column) : null })
}

/** Says in one sentence why there is no connection. */
export function connectError(error: unknown, server: { host: string; port: number }): QueryError {
  if (error instanceof QueryError) return error
  const message = messageOf(error)
  const sentence = connectionFailure(error, server) ?? (LOST.test(message) ? closedByServer(server) : message)
  return new QueryError(sentence, { cause: error })
}
