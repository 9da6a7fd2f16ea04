import { AsyncLocalStorage } from 'node:async_hooks'
import { isIP, type Socket } from 'node:net'
import oracledb, { type Connection, type ExecuteOptions } from 'oracledb'
import NetworkTransport from 'oracledb/lib/thin/sqlnet/ntTcp.js'
import { ConnectionLost, QueryError } from '../runner.ts'
import { connectionFailure, type HostPort } from '../sql/connection-messages.ts'
import type { SshTunnel } from '../ssh/options.ts'
import { openTunnel, TUNNEL_PLACEHOLDER_HOST } from '../ssh/tunnel.ts'

export type { Connection, Metadata, ResultSet } from 'oracledb'

const CONNECT_SECONDS = 20
const DEFAULT_PORT = 1521
const FETCH_ROWS = 1000

/** Opens a connection in the driver's thin mode, which needs no Oracle client libraries. */
export function connect(options: OracleOptions, signal: AbortSignal): Promise<Connection> {
  const connecting = () =>
    oracledb.getConnection({
      user: options.user,
      password: options.password,
      connectString: connectString(options),
      connectTimeout: CONNECT_SECONDS,
      transportConnectTimeout: CONNECT_SECONDS,
    })
  const { ssh_tunnel } = options
  return ssh_tunnel ? throughTunnel(ssh_tunnel, addressOf(options), signal, connecting) : connecting()
}

/** How statements are executed: rows are fetched on demand, numbers as digits, and LOBs inline. */
export const EXECUTION: ExecuteOptions = {
  resultSet: true,
  outFormat: oracledb.OUT_FORMAT_ARRAY,
  autoCommit: true,
  fetchArraySize: FETCH_ROWS,
  prefetchRows: FETCH_ROWS,
  fetchTypeHandler({ dbTypeName }) {
    if (['NUMBER', 'CLOB', 'NCLOB', 'LONG', 'ROWID', 'UROWID'].includes(dbTypeName)) return { type: oracledb.DB_TYPE_VARCHAR }
    return dbTypeName === 'BLOB' ? { type: oracledb.DB_TYPE_RAW } : undefined
  },
}

/** Options of a connection. */
export interface OracleOptions {
  host: string
  port: number
  user: string
  password: string
  servicename: string
  ssh_tunnel?: SshTunnel | undefined
}

/** As host, means that the service name alone describes the target. */
const SERVICE_NAME_ALONE = '_useservicename'
const HOST = /^([\w.-]+|\[[0-9a-f:]+\])$/i
const SERVICE = /^[\w.$#-]+$/
/** Connect strings for which the driver would read files or call cloud services. */
const EXTERNAL = /^\s*(config-|https?:)/i

/** Host and port of the database; null if the service name describes the target. */
export const addressOf = ({ host, port }: OracleOptions): HostPort | null =>
  host === SERVICE_NAME_ALONE ? null : { host: host.replace(/^\[|\]$/g, ''), port }

/**
 * Builds the driver's connect string.
 * @throws QueryError for a host or service name with other syntax in it
 */
export function connectString({ host, port, servicename, ssh_tunnel }: OracleOptions): string {
  if (host === SERVICE_NAME_ALONE) {
    if (EXTERNAL.test(servicename)) throw new QueryError('DSN Service Name: settings are not fetched from elsewhere.')
    return servicename
  }
  if (!HOST.test(host)) throw new QueryError(`"${host}" is not the name of a host.`)
  if (!SERVICE.test(servicename)) throw new QueryError(`"${servicename}" is not the name of a service.`)
  // The short form of this does not work for names of one letter.
  const bare = host.replace(/^\[|\]$/g, '')
  const address = `(ADDRESS=(PROTOCOL=tcp)(HOST=${ssh_tunnel && !isIP(bare) ? TUNNEL_PLACEHOLDER_HOST : bare})(PORT=${port}))`
  return `(DESCRIPTION=${address}(CONNECT_DATA=(SERVICE_NAME=${servicename})))`
}

/** Opens a socket to an address the driver wants to connect to. */
type OpenSocket = (address: HostPort) => Promise<Socket>

const openSocketStorage = new AsyncLocalStorage<OpenSocket>()

// The driver opens its connections itself and accepts no socket, so this replaces the method that opens them.
const { ntConnect: connectDirectly } = NetworkTransport.prototype
NetworkTransport.prototype.ntConnect = async function connect(address) {
  const openSocket = openSocketStorage.getStore()
  if (!openSocket) return connectDirectly.call(this, address)
  this.stream = await openSocket(address)
  this.connected = true
}

/**
 * Makes the driver open its connections through a tunnel.
 * @param target where the first connection goes, whatever address the driver passes; null to use the driver's address. Later
 * ones, to which a listener redirects, go where the listener says.
 * @throws QueryError if the tunnel does not open; else what `connecting` throws
 */
async function throughTunnel<Result>(
  tunnel: SshTunnel,
  target: HostPort | null,
  signal: AbortSignal,
  connecting: () => Promise<Result>,
): Promise<Result> {
  let next = target
  let failure: unknown
  const openSocket: OpenSocket = async ({ host, port }) => {
    const address = next ?? { host, port }
    try {
      const socket = await openTunnel(tunnel, address, signal)
      next = null
      return socket
    } catch (error) {
      failure ??= error
      throw error
    }
  }
  return openSocketStorage.run(openSocket, connecting).catch((error: unknown) => {
    // The driver would replace the tunnel's error by one of its own.
    throw failure ?? error
  })
}

const CANCELLED_BY_USER = 1013
/** Errors of lost connections. */
const LOST = /^(NJS-500|NJS-501|NJS-003|ORA-03113|ORA-03114|ORA-03135)\b/
const NETWORK_CODE = /\b(ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ETIMEDOUT)\b/

/** The server's message, without links to documentation and the connection id. */
function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return message
    .replace(/\s*\(CONNECTION_ID=[^)]*\)/g, '')
    .split('\n')
    .filter((line) => !/^(Help:|Docs:)? ?https?:/.test(line))
    .join('\n')
    .trim()
}

/** Whether a statement was cancelled. */
export const isCancelled = (error: unknown): boolean =>
  error instanceof Error && 'errorNum' in error && error.errorNum === CANCELLED_BY_USER

/** Converts an error of the server, with its position in the query text if it has one. */
export function statementError(error: unknown): QueryError {
  if (error instanceof QueryError) return error
  const message = messageOf(error)
  if (LOST.test(message)) return new ConnectionLost({ cause: error })
  // The server also reports 0 if there is no position.
  const offset = error instanceof Error && 'offset' in error ? Number(error.offset) : 0
  return new QueryError(message, { cause: error, position: offset > 0 ? offset + 1 : null })
}

/** Says in one sentence why there is no connection. */
export function connectError(error: unknown, options: OracleOptions): QueryError {
  if (error instanceof QueryError) return error
  const message = messageOf(error)
  const server = addressOf(options) ?? addressIn(message)
  const sentence = connectionFailure(networkError(message), server)
  if (sentence) return new QueryError(sentence, { cause: error })
  if (LOST.test(message))
    return new QueryError(`the server at ${server.host}:${server.port} closed the connection: is it an Oracle database?`, {
      cause: error,
    })
  return new QueryError(message, { cause: error })
}

/** The address in a message of the driver. */
function addressIn(message: string): HostPort {
  const [, host = 'the host of the service name', port = DEFAULT_PORT] = /\bhost (\S+) port (\d+)/.exec(message) ?? []
  return { host, port: Number(port) }
}

/** Codes of network and TLS errors by the messages of the driver; the first that matches counts. */
const CODES: readonly [RegExp, string][] = [
  [/^NJS-530\b/, 'ENOTFOUND'],
  [/^NJS-510\b/, 'ETIMEDOUT'],
  [/^NJS-506\b[\s\S]*:SSL routines:/, 'EPROTO'],
  [/^NJS-506\b[\s\S]*\bcertificate\b/, 'ERR_TLS_CERT'],
]
/** The words of the driver in front of the reason of a failed TLS handshake. */
const HANDSHAKE_FAILED = /^NJS-506:.*\n(?:NJS-508: TLS detected an invalid certificate\. *)?/

/** The network or TLS error in a message of the driver, with its code. */
function networkError(message: string): Error {
  const code = CODES.find(([pattern]) => pattern.test(message))?.[1] ?? NETWORK_CODE.exec(message)?.[1]
  return Object.assign(new Error(message.replace(HANDSHAKE_FAILED, '')), { code })
}
