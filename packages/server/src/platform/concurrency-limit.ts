/** Counts what is open at once, by name, in this process. */
export interface ConcurrencyLimit {
  /** @returns what ends it, any number of times; null when as many are open under this name as may be */
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
