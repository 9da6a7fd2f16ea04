import { AsyncLocalStorage } from 'node:async_hooks'
import type { Socket } from 'node:net'
import NetworkTransport from 'oracledb/lib/thin/sqlnet/ntTcp.js'
import type { Address } from '../sql/connection-failure.ts'
import type { SshTunnel } from '../ssh/options.ts'
import { openTunnel } from '../ssh/tunnel.ts'

/** Opens a connection to where the driver wants to go. */
type Way = (address: Address) => Promise<Socket>

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
  target: Address | null,
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
