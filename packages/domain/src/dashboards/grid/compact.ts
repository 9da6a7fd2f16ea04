import { inReadingOrder, type Place, type Places } from './place.ts'

/**
 * Moves every widget up into free space, and widgets that overlap below each other. The page of a dashboard and its files have this
 * layout.
 */
export function compacted(places: Places): Places {
  const placed = new Map<number, Place>()
  for (const id of inReadingOrder(places)) {
    const place = places.get(id)
    if (place === undefined) continue
    const above = [...placed.values()].filter((other) => isSameColumn(place, other))
    placed.set(id, { ...place, row: freeRow(place, above) })
  }
  // In the order of the argument.
  return new Map([...places].map(([id, place]) => [id, placed.get(id) ?? place]))
}

/** The row of a widget among those in its columns: right below the one above it, or else the first row in which it fits. */
function freeRow({ row, sizeY }: Place, others: readonly Place[]): number {
  const overlapping = (at: number) => others.find((other) => at < endOf(other) && other.row < at + sizeY)
  if (overlapping(row) === undefined) return Math.max(0, ...others.map(endOf).filter((end) => end <= row))
  let free = row
  for (let other = overlapping(free); other !== undefined; other = overlapping(free)) free = endOf(other)
  return free
}

const endOf = ({ row, sizeY }: Place) => row + sizeY

/** Whether two widgets have a column in common. */
export const isSameColumn = (one: Place, other: Place): boolean =>
  one.col < other.col + other.sizeX && other.col < one.col + one.sizeX
