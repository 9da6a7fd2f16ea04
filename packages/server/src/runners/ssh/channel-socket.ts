import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

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
