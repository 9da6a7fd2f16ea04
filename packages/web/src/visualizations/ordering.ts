/** Returns the list with the item at `from` moved to `to`, which is clamped to the list. */
export function moveItem<T>(items: readonly T[], from: number, to: number): T[] {
  const next = [...items]
  const [item] = next.splice(from, 1)
  if (item !== undefined) next.splice(Math.max(0, Math.min(to, next.length)), 0, item)
  return next
}

/**
 * Returns the index to which an item dragged to `y` belongs.
 * @param from its current index in the whole list
 * @param middles vertical centres of the rendered items from the top, in pixels
 * @param first index of the first rendered item
 */
export function placeAt(y: number, from: number, middles: readonly number[], first = 0): number {
  const passed = middles.filter((middle, index) => first + index !== from && middle < y).length
  return first + passed - (from < first ? 1 : 0)
}
