import type { Socket } from 'node:net'
import firebird from 'node-firebird'
// What the driver's public declarations leave out: its connection, and the columns of a statement.
import type Connection from 'node-firebird/lib/wire/connection.js'
import type Database from 'node-firebird/lib/wire/database.js'
import { CANCELLED, QueryError } from '../runner.ts'
import { lend } from '../ssh/lent-connection.ts'
import type { SshTunnel } from '../ssh/options.ts'
import { openTunnel } from '../ssh/tunnel.ts'
import { connectError } from './errors.ts'
import { alignServerKey } from './server-key.ts'

export type { default as Database } from 'node-firebird/lib/wire/database.js'
export type { default as Statement } from 'node-firebird/lib/wire/statement.js'
export type { default as Transaction } from 'node-firebird/lib/wire/transaction.js'

/** Where a database is, and who we are there. */
export interface Target {
  host: string
  port: number
  user: string
  password: string
  database: string
  role?: string | undefined
  ssh_tunnel?: SshTunnel | undefined
}

const CONNECT_SECONDS = 20
/** Bytes of a blob that are asked for at a time: the most that the protocol has room for. */
const BLOB_BYTES = 65_535

/** Opens a connection of its own; throws a `QueryError` that says why there is none. */
export async function open(target: Target, signal: AbortSignal): Promise<Database> {
  if (signal.aborted) throw new QueryError(CANCELLED)
  const { host, port, user, password, database, role, ssh_tunnel } = target
  const tunnel = ssh_tunnel && (await openTunnel(ssh_tunnel, target, signal))
  const { promise, resolve, reject } = Promise.withResolvers<Database>()
  const attach = () =>
    firebird.attach(
      {
        ...{ host, port, user, password, database, ...(role ? { role } : {}) },
        ...{ encoding: 'UTF8', numericMode: 'string', blobReadChunkSize: BLOB_BYTES },
        // Of a pool, or else the driver would go on trying to connect again when the connection is lost.
        ...{ isPool: true },
      },
      (error, attached) => (error ? reject(error) : resolve(attached as unknown as Database)),
    )
  if (tunnel) lend(tunnel, attach)
  else attach()
  const connection = firebird.connection as unknown as Connection
  socketOf(connection).prependListener('data', alignServerKey)
  const giveUp = () => reject(new QueryError(CANCELLED))
  const timer = setTimeout(() => reject(tooLate(target)), CONNECT_SECONDS * 1000)
  signal.addEventListener('abort', giveUp)
  try {
    const attached = await promise
    socketOf(connection).off('data', alignServerKey)
    return attached
  } catch (error) {
    hangUp(connection)
    throw connectError(error, target)
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', giveUp)
  }
}

// With several ways to sign in, the driver and a server may wait for each other when the password is wrong.
const tooLate = ({ host, port }: Target) =>
  new QueryError(`could not connect to server at ${host}:${port}: no answer in time. Are user and password right?`)

/** Takes leave of the server, and does not wait for longer than it takes to say so. */
export async function close({ connection }: Database): Promise<void> {
  if (!connection._isClosed) await new Promise<void>((resolve) => connection.detach(() => resolve()))
  hangUp(connection)
}

/** Closes the connection at once; the server ends what it does for it. */
export function hangUp(connection: Connection): void {
  socketOf(connection).destroy()
}

/** What the driver declares as a class of its own passes on whatever a socket can do. */
const socketOf = (connection: Connection) => connection._socket as unknown as Socket
