import net, { type Socket } from 'node:net'
import tls, { type ConnectionOptions } from 'node:tls'

/**
 * Has a driver that opens its connection by itself, and takes none from others, use this one: what it opens through `node:net` or
 * `node:tls` while `opening` runs is this connection. Nothing else runs meanwhile, so nobody else gets it.
 * @param socket a connection as `openTunnel` gives it
 * @param opening opens the connection before it returns
 */
export function lend<Result>(socket: Socket, opening: () => Result): Result {
  const ofNet = { Socket: net.Socket, connect: net.connect, createConnection: net.createConnection }
  const ofTls = { connect: tls.connect }
  const giveBack = () => {
    Object.assign(net, ofNet)
    Object.assign(tls, ofTls)
  }
  const connect = () => socket.connect(0)
  const secured = (port: number, host: string, options: ConnectionOptions, listener?: () => void) => {
    // Node.js itself builds upon what was replaced here.
    giveBack()
    return tls.connect({ host, port, ...options, socket }, listener)
  }
  // What a constructor returns takes the place of what it was to make.
  const Socket = function lent() {
    return socket
  }
  try {
    Object.assign(net, { Socket, connect, createConnection: connect })
    Object.assign(tls, { connect: secured })
    return opening()
  } finally {
    giveBack()
  }
}
