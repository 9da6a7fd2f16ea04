import net, { type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import tls, { type ConnectionOptions } from 'node:tls'

/**
 * Has a driver that opens its connection by itself, and takes none from others, use this one: what it opens through `node:net` or
 * `node:tls` while `opening` runs is this connection. Nothing else runs meanwhile, so nobody else gets it.
 * @param socket a connection as `openTunnel` gives it
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

/**
 * Gives a connection what only sockets have and drivers ask for. It is connected already: `connect` says so to whoever calls it.
 * @returns the connection itself, which drivers take for a socket
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

/** Tells when nothing has come over a connection for longer than was agreed on, by the event `timeout`. */
class Silence {
  readonly #channel: Duplex
  #timer: NodeJS.Timeout | undefined

  constructor(channel: Duplex) {
    this.#channel = channel
    const push = channel.push.bind(channel)
    // A listener for data would let it flow before anybody reads.
    channel.push = (...chunk: Parameters<Duplex['push']>) => {
      this.#timer?.refresh()
      return push(...chunk)
    }
    channel.once('close', () => this.limit(0))
  }

  /** @param milliseconds 0 for any time */
  limit(milliseconds: number): void {
    clearTimeout(this.#timer)
    this.#timer = milliseconds > 0 ? setTimeout(() => this.#channel.emit('timeout'), milliseconds) : undefined
    this.#timer?.unref()
  }
}
