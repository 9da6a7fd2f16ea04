import type { EventBus } from './bus.ts'
import { Listeners } from './listeners.ts'

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
