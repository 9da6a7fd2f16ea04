/** Limits the number of concurrently open items per name, in this process. */
export interface ConcurrencyLimit {
  /**
   * @returns a function that closes the item and may be called repeatedly; null if `max` items are already open under this name
   */
  open(name: string, max: number): (() => void) | null
}

export function createConcurrencyLimit(): ConcurrencyLimit {
  const counts = new Map<string, number>()
  return {
    open(name, max) {
      const count = counts.get(name) ?? 0
      if (count >= max) return null
      counts.set(name, count + 1)
      let isOpen = true
      return () => {
        if (!isOpen) return
        isOpen = false
        const rest = (counts.get(name) ?? 1) - 1
        if (rest > 0) counts.set(name, rest)
        else counts.delete(name)
      }
    },
  }
}
