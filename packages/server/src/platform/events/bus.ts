/** Messages between the processes of one installation: in memory on the embedded database, LISTEN/NOTIFY on PostgreSQL. */
export interface EventBus {
  /** Payloads are JSON of at most 7,900 bytes; send larger data by reference. */
  publish(channel: string, payload: unknown): Promise<void>
  /** @returns a function that ends the subscription */
  subscribe(channel: string, listener: (payload: unknown) => void): () => void
  close(): Promise<void>
}

type Listener = (payload: unknown) => void

/** The listeners of this process, by channel. */
export class Listeners {
  private readonly byChannel = new Map<string, Set<Listener>>()
  private readonly onError: (error: unknown) => void

  /** @param onError called when a listener throws; the other listeners still run */
  constructor(onError: (error: unknown) => void) {
    this.onError = onError
  }

  /** @returns a function that removes the listener */
  add(channel: string, listener: Listener): () => void {
    const listeners = this.byChannel.get(channel) ?? new Set()
    // A wrapper per subscription, so that a function that is subscribed twice is called twice.
    const own: Listener = (payload) => listener(payload)
    listeners.add(own)
    this.byChannel.set(channel, listeners)
    return () => {
      listeners.delete(own)
      if (listeners.size === 0 && this.byChannel.get(channel) === listeners) this.byChannel.delete(channel)
    }
  }

  tell(channel: string, payload: unknown): void {
    for (const listener of [...(this.byChannel.get(channel) ?? [])]) {
      try {
        listener(payload)
      } catch (error) {
        this.onError(error)
      }
    }
  }

  clear(): void {
    this.byChannel.clear()
  }
}

/** The event bus of an installation with a single process. */
export function createMemoryBus(onError: (error: unknown) => void): EventBus {
  const listeners = new Listeners(onError)
  return {
    async publish(channel, payload) {
      // Payloads pass through JSON, so that a listener gets the same as from another process.
      listeners.tell(channel, JSON.parse(JSON.stringify(payload ?? null)))
    },
    subscribe: (channel, listener) => listeners.add(channel, listener),
    async close() {
      listeners.clear()
    },
  }
}
