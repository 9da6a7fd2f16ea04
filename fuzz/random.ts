/** Random choices that are reproducible from a seed. */
export interface Random {
  /** Returns a number from 0 to below 1. */
  next(): number
  /** Returns an integer between both ends, inclusive. */
  int(min: number, max: number): number
  chance(probability: number): boolean
  pick<Item>(items: readonly Item[]): Item
}

/**
 * Creates a separate generator per call, so that a call can be reproduced without the earlier ones.
 * @param index index of the call
 */
export function randomOf(seed: number, index: number): Random {
  // Mulberry32. The odd factor separates the seeds of neighboring calls.
  let state = (Math.imul(seed, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b)) >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  return {
    next,
    int,
    chance: (probability) => next() < probability,
    pick<Item>(items: readonly Item[]): Item {
      const item = items[int(0, items.length - 1)]
      if (item === undefined) throw new Error('There is nothing to pick from.')
      return item
    },
  }
}
