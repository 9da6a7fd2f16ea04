import type { Engine, Parameter } from './engine.ts'

/** Row numbers of a result file in display order. */
export type Order = Int32Array

interface Entry {
  order: Promise<Order>
  /** 0 until the order has been computed. */
  bytes: number
}

/** Maximum size of all cached row numbers in bytes, at four bytes each. */
const MAX_REMEMBERED_BYTES = 64 * 1024 * 1024

/**
 * Caches the row order of a file by sort and search, so that later windows only fetch their rows. The least recently used orders
 * are evicted.
 */
export class Orders {
  readonly #engine: Pick<Engine, 'integers'>
  readonly #entries = new Map<string, Entry>()
  #bytes = 0

  constructor(engine: Pick<Engine, 'integers'>) {
    this.#engine = engine
  }

  has(key: string): boolean {
    return this.#entries.has(key)
  }

  /**
   * @param key identifies the order
   * @param sql selects the row numbers in order, as one INTEGER column
   */
  async get(key: string, sql: string, parameters: readonly Parameter[]): Promise<Order> {
    const known = this.#entries.get(key)
    if (known) {
      this.#entries.delete(key)
      this.#entries.set(key, known)
      return known.order
    }
    const entry: Entry = { order: this.#engine.integers(sql, parameters), bytes: 0 }
    this.#entries.set(key, entry)
    try {
      const order = await entry.order
      entry.bytes = order.byteLength
      this.#bytes += entry.bytes
      this.#forget(entry)
      return order
    } catch (error) {
      this.#entries.delete(key)
      throw error
    }
  }

  #forget(newest: Entry): void {
    for (const [key, entry] of this.#entries) {
      if (this.#bytes <= MAX_REMEMBERED_BYTES) return
      // The newest order stays, however large, because it is about to be used. Orders that are still being computed have no size
      // yet.
      if (entry === newest || entry.bytes === 0) continue
      this.#entries.delete(key)
      this.#bytes -= entry.bytes
    }
  }
}
