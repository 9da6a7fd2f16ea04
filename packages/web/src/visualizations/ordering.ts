/** The list with the item at `from` moved to `to`; a place outside the list is its nearest end. */
export function moveItem<T>(items: readonly T[], from: number, to: number): T[] {
  const next = [...items]
  const [item] = next.splice(from, 1)
  if (item !== undefined) next.splice(Math.max(0, Math.min(to, next.length)), 0, item)
  return next
}

/**
 * Where an item that is dragged to `y` belongs.
 * @param from its place now, in the whole list
 * @param middles of the items on the page from the top, in pixels
 * @param first the place of the first one of these
 */
export function placeAt(y: number, from: number, middles: readonly number[], first = 0): number {
  const passed = middles.filter((middle, index) => first + index !== from && middle < y).length
  return first + passed - (from < first ? 1 : 0)
}
