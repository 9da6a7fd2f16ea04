import net, { type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import tls, { type ConnectionOptions } from 'node:tls'

/**
 * Makes a driver use this socket, although it opens its connections itself and accepts none: while `opening` runs, the
 * connection functions of `node:net` and `node:tls` are replaced and return the socket. `opening` is synchronous, so no other
 * code sees the replacements.
 * @param socket a connection from `openTunnel`
 * @param opening opens the connection before it returns
 */
export function injectSocket<Result>(socket: Socket, opening: () => Result): Result {
  const netFunctions = { Socket: net.Socket, connect: net.connect, createConnection: net.createConnection }
  const tlsFunctions = { connect: tls.connect }
  const restore = () => {
    Object.assign(net, netFunctions)
    Object.assign(tls, tlsFunctions)
  }
  const connect = () => socket.connect(0)
  const connectTls = (port: number, host: string, options: ConnectionOptions, listener?: () => void) => {
    // `tls.connect` itself uses the functions that were replaced.
    restore()
    return tls.connect({ host, port, ...options, socket }, listener)
  }
  // The object that a constructor returns replaces the new one.
  const Socket = function injected() {
    return socket
  }
  try {
    Object.assign(net, { Socket, connect, createConnection: connect })
    Object.assign(tls, { connect: connectTls })
    return opening()
  } finally {
    restore()
  }
}

/**
 * Adds the methods of a socket that drivers expect to an open channel. Calling `connect` only reports that it is connected.
 * @returns the channel itself
 */
export function asSocket(channel: Duplex): Socket {
  const ignore = () => channel
  const idleTimeout = new IdleTimeout(channel)
  const socket: Duplex = Object.assign(channel, {
    setNoDelay: ignore,
    setKeepAlive: ignore,
    ref: ignore,
    unref: ignore,
    setTimeout: (milliseconds: number, listener?: () => void) => {
      if (listener) channel.once('timeout', listener)
      idleTimeout.limit(milliseconds)
      return channel
    },
    connect: (...given: unknown[]) => {
      const listener = given.at(-1)
      if (typeof listener === 'function') channel.once('connect', () => listener())
      process.nextTick(() => channel.emit('connect'))
      return channel
    },
  })
  return socket as Socket
}

/** Emits `timeout` when nothing has been received for a given time. */
class IdleTimeout {
  readonly #channel: Duplex
  #timer: NodeJS.Timeout | undefined

  constructor(channel: Duplex) {
    this.#channel = channel
    const push = channel.push.bind(channel)
    // A `data` listener would start the stream before anyone reads from it.
    channel.push = (...chunk: Parameters<Duplex['push']>) => {
      this.#timer?.refresh()
      return push(...chunk)
    }
    channel.once('close', () => this.limit(0))
  }

  /** @param milliseconds 0 for no limit */
  limit(milliseconds: number): void {
    clearTimeout(this.#timer)
    this.#timer = milliseconds > 0 ? setTimeout(() => this.#channel.emit('timeout'), milliseconds) : undefined
    this.#timer?.unref()
  }
}
