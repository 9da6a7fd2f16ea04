import type { Client } from 'cassandra-driver'
import Connection from 'cassandra-driver/lib/connection.js'
import type { Address } from '../sql/connection-failure.ts'
import { lend } from '../ssh/lent-connection.ts'
import type { SshTunnel } from '../ssh/options.ts'
import { openTunnel } from '../ssh/tunnel.ts'

interface Way {
  tunnel: SshTunnel
  target: Address
}

/** The ways of clients, by the options that they hand to their connections. */
const ways = new WeakMap<object, Way>()

// The driver makes its connections by itself and takes none from others: this is where it makes them.
const { open: straight } = Connection.prototype
Connection.prototype.open = function open(callback) {
  const way = ways.get(this.options)
  if (!way) return straight.call(this, callback)
  const limit = AbortSignal.timeout(this.options.socketOptions.connectTimeout)
  openTunnel(way.tunnel, way.target, limit)
    .then((socket) => lend(socket, () => straight.call(this, callback)))
    .catch((error) => callback(error))
}

/** Has a client make all its connections to one server, through a tunnel. */
export function setTunnel(client: Client, tunnel: SshTunnel, { host, port }: Address): void {
  // Its public declarations leave them out.
  const { options } = client as unknown as { options: object }
  ways.set(options, { tunnel, target: { host, port } })
}
