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
