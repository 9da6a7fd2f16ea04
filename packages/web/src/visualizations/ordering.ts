/** The list with the item at `from` moved to `to`; a place outside the list is its nearest end. */
export function moveItem<T>(items: readonly T[], from: number, to: number): T[] {
  const next = [...items]
  const [item] = next.splice(from, 1)
  if (item !== undefined) next.splice(Math.max(0, Math.min(to, next.length)), 0, item)
  return next
}

/** Where an item that is dragged to `y` belongs. @param middles of all items from the top, in pixels */
export function placeAt(y: number, from: number, middles: readonly number[]): number {
  return middles.filter((middle, index) => index !== from && middle < y).length
}
