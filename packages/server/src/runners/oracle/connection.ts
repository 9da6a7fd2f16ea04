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

/** Opens a connection in the driver's thin mode, which needs no library of Oracle. */
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

/** How a text is executed: rows as they are asked for, numbers with all their digits, what lies apart from rows along with them. */
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

/** Where a database is, and who we are there. */
export interface OracleOptions {
  host: string
  port: number
  user: string
  password: string
  servicename: string
  ssh_tunnel?: SshTunnel | undefined
}

/** In the place of the host, it says that the service name is all there is to say. */
const SERVICE_NAME_ALONE = '_useservicename'
const HOST = /^([\w.-]+|\[[0-9a-f:]+\])$/i
const SERVICE = /^[\w.$#-]+$/
/** Addresses that the driver would read files or ask services of a cloud for. */
const ELSEWHERE = /^\s*(config-|https?:)/i

/** Where the database is; null where the name of the service tells that too. */
export const addressOf = ({ host, port }: OracleOptions): HostPort | null =>
  host === SERVICE_NAME_ALONE ? null : { host: host.replace(/^\[|\]$/g, ''), port }

/**
 * What the driver is told of the way.
 * @throws QueryError for names that would say more than a name does
 */
export function connectString({ host, port, servicename, ssh_tunnel }: OracleOptions): string {
  if (host === SERVICE_NAME_ALONE) {
    if (ELSEWHERE.test(servicename)) throw new QueryError('DSN Service Name: settings are not fetched from elsewhere.')
    return servicename
  }
  if (!HOST.test(host)) throw new QueryError(`"${host}" is not the name of a host.`)
  if (!SERVICE.test(servicename)) throw new QueryError(`"${servicename}" is not the name of a service.`)
  // The short form of this would not do for names of one letter.
  const bare = host.replace(/^\[|\]$/g, '')
  const address = `(ADDRESS=(PROTOCOL=tcp)(HOST=${ssh_tunnel && !isIP(bare) ? TUNNEL_PLACEHOLDER_HOST : bare})(PORT=${port}))`
  return `(DESCRIPTION=${address}(CONNECT_DATA=(SERVICE_NAME=${servicename})))`
}

/** Opens a connection to where the driver wants to go. */
type Way = (address: HostPort) => Promise<Socket>

const ways = new AsyncLocalStorage<Way>()

// The driver makes its connections by itself and takes none from others: this is where it makes them.
const { ntConnect: straight } = NetworkTransport.prototype
NetworkTransport.prototype.ntConnect = async function connect(address) {
  const way = ways.getStore()
  if (!way) return straight.call(this, address)
  this.stream = await way(address)
  this.connected = true
}

/**
 * Has the driver make its connections through a tunnel.
 * @param target where the first one leads, whatever the driver takes for its address; null where the driver knows better. Others,
 * to which a listener sends on, lead where that says.
 * @throws QueryError in the words of the tunnel where it does not open; else what `connecting` throws
 */
export async function throughTunnel<Result>(
  tunnel: SshTunnel,
  target: HostPort | null,
  signal: AbortSignal,
  connecting: () => Promise<Result>,
): Promise<Result> {
  let next = target
  let failure: unknown
  const way: Way = async ({ host, port }) => {
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
  return ways.run(way, connecting).catch((error: unknown) => {
    // The driver has words of its own for whatever goes wrong on the way.
    throw failure ?? error
  })
}
