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
  const ofNet = { Socket: net.Socket, connect: net.connect, createConnection: net.createConnection }
  const ofTls = { connect: tls.connect }
  const giveBack = () => {
    Object.assign(net, ofNet)
    Object.assign(tls, ofTls)
  }
  const connect = () => socket.connect(0)
  const secured = (port: number, host: string, options: ConnectionOptions, listener?: () => void) => {
    // `tls.connect` itself uses the functions that were replaced.
    giveBack()
    return tls.connect({ host, port, ...options, socket }, listener)
  }
  // The object that a constructor returns replaces the new one.
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

/**
 * Adds the methods of a socket that drivers expect to an open channel. Calling `connect` only reports that it is connected.
 * @returns the channel itself
 */
export function asSocket(channel: Duplex): Socket {
  const nothing = () => channel
  const silence = new Silence(channel)
  const socket: Duplex = Object.assign(channel, {
    setNoDelay: nothing,
    setKeepAlive: nothing,
    ref: nothing,
    unref: nothing,
    setTimeout: (milliseconds: number, listener?: () => void) => {
      if (listener) channel.once('timeout', listener)
      silence.limit(milliseconds)
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
class Silence {
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
