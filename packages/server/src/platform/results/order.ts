import type { Engine, Parameter } from './engine.ts'

/** Row numbers of a result file, in the order in which they are shown. */
export type Order = Int32Array

interface Entry {
  order: Promise<Order>
  /** 0 until it has been read. */
  bytes: number
}

/** Bytes of row numbers that are remembered: four each. */
const MAX_REMEMBERED_BYTES = 64 * 1024 * 1024

/**
 * Remembers in which order a file's rows appear under a sort and a search, so that the windows after the first one only
 * fetch their rows. The least recently used orders go first.
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
   * @param key what tells this order from all others
   * @param sql selects the row numbers as INTEGER, one column, in order
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
      // The newest stays, however large: it is about to be used. What is still being read has no size yet.
      if (entry === newest || entry.bytes === 0) continue
      this.#entries.delete(key)
      this.#bytes -= entry.bytes
    }
  }
}
