import { AsyncLocalStorage } from 'node:async_hooks'
import { isIP, type Socket } from 'node:net'
import oracledb, { type Connection, type ExecuteOptions } from 'oracledb'
import NetworkTransport from 'oracledb/lib/thin/sqlnet/ntTcp.js'
import { QueryError } from '../runner.ts'
import type { HostPort } from '../sql/connection-messages.ts'
import type { SshTunnel } from '../ssh/options.ts'
import { openTunnel, TUNNEL_PLACEHOLDER_HOST } from '../ssh/tunnel.ts'

export type { Connection, Metadata, ResultSet } from 'oracledb'

const CONNECT_SECONDS = 20
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
export async function throughTunnel<Result>(
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
