import type { EventBus } from './bus.ts'
import { Listeners } from './listeners.ts'

/** The bus of an installation that is one process. */
export function createMemoryBus(onError: (error: unknown) => void): EventBus {
  const listeners = new Listeners(onError)
  return {
    async publish(channel, payload) {
      // Through JSON, so that a listener gets what it would get from another process.
      listeners.tell(channel, JSON.parse(JSON.stringify(payload ?? null)))
    },
    subscribe: (channel, listener) => listeners.add(channel, listener),
    async close() {
      listeners.clear()
    },
  }
}
