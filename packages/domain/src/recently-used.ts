interface Entry<Value> {
  value: Value
  weight: number
}

/** A cache that drops its least recently used values when they become too heavy together. */
export class RecentlyUsed<Key, Value> {
  readonly #limit: number
  /** Least recently used first: a map keeps insertion order. */
  readonly #entries = new Map<Key, Entry<Value>>()
  #weight = 0

  /** @param limit weight of all values together; the number of values if none is given a weight */
  constructor(limit: number) {
    this.#limit = limit
  }

  get size(): number {
    return this.#entries.size
  }

  /** Whether there is a value for this key. This and `peek` do not count as uses. */
  has(key: Key): boolean {
    return this.#entries.has(key)
  }

  peek(key: Key): Value | undefined {
    return this.#entries.get(key)?.value
  }

  get(key: Key): Value | undefined {
    const entry = this.#entries.get(key)
    if (entry === undefined) return undefined
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    return entry.value
  }

  /**
   * Keeps a value in place of an earlier one. A value that is heavier than the limit is not kept.
   * @returns the values that were dropped to make room
   */
  set(key: Key, value: Value, weight = 1): Value[] {
    this.delete(key)
    if (weight > this.#limit) return []
    this.#entries.set(key, { value, weight })
    this.#weight += weight
    return this.#shrink()
  }

  /** Adds to the weight of a value that has grown, unless it has been dropped or replaced. */
  grow(key: Key, value: Value, weight: number): void {
    const entry = this.#entries.get(key)
    if (entry?.value !== value) return
    entry.weight += weight
    this.#weight += weight
    this.#shrink()
  }

  delete(key: Key): void {
    this.#weight -= this.#entries.get(key)?.weight ?? 0
    this.#entries.delete(key)
  }

  /** All values, least recently used first. */
  *values(): Generator<Value, void, undefined> {
    for (const { value } of this.#entries.values()) yield value
  }

  #shrink(): Value[] {
    const dropped: Value[] = []
    for (const [key, { value }] of this.#entries) {
      if (this.#weight <= this.#limit) break
      this.delete(key)
      dropped.push(value)
    }
    return dropped
  }
}
