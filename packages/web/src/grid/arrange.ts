import { compacted, isSameColumn } from '@sightline/domain/dashboards/grid/compact.ts'
import { COLUMNS } from '@sightline/domain/dashboards/grid/geometry.ts'
import { type Place, type Places, resized } from '@sightline/domain/dashboards/grid/place.ts'
import type { LayoutItem } from 'react-grid-layout/core'
import { moveElement } from 'react-grid-layout/core'

export type Direction = 'left' | 'right' | 'up' | 'down'

/** Moves a widget to a position, and others out of its way. */
export function moved(places: Places, id: number, col: number, row: number): Places {
  const layout: LayoutItem[] = [...places].map(itemOf)
  const item = layout.find(({ i }) => i === String(id))
  if (item === undefined) return places
  const x = Math.min(Math.max(0, col), COLUMNS - item.w)
  const after = moveElement(layout, item, x, Math.max(0, row), true, false, 'vertical', COLUMNS)
  const placed = new Map(places)
  for (const { i, x, y } of after) {
    const place = places.get(Number(i))
    if (place !== undefined) placed.set(Number(i), { ...place, col: x, row: y })
  }
  return compacted(placed)
}

/**
 * Moves a widget by one step: one column sideways, or past its neighbour above or below, because compacting leaves no free rows.
 * @returns the same places if it cannot move
 */
export function stepped(places: Places, id: number, direction: Direction): Places {
  const place = places.get(id)
  if (place === undefined) return places
  if (direction === 'left') return place.col === 0 ? places : moved(places, id, place.col - 1, place.row)
  if (direction === 'right') {
    return place.col + place.sizeX >= COLUMNS ? places : moved(places, id, place.col + 1, place.row)
  }
  const inColumn = [...places].flatMap(([other, at]) => (other !== id && isSameColumn(place, at) ? [at] : []))
  if (direction === 'up') {
    const above = inColumn.filter(({ row }) => row < place.row)
    return above.length === 0 ? places : moved(places, id, place.col, Math.max(...above.map(({ row }) => row)))
  }
  const below = inColumn.filter(({ row }) => row > place.row)
  const [next] = below.sort((one, other) => one.row - other.row)
  if (next === undefined) return places
  // Placed below its neighbour; compacting then moves the neighbour up into the gap.
  const without = new Map(places).set(id, { ...place, row: next.row + next.sizeY })
  return compacted(without)
}

/** Resizes a widget by one unit and moves others out of its way. */
export function stretched(places: Places, id: number, direction: Direction): Places {
  const place = places.get(id)
  if (place === undefined) return places
  const sizeX = place.sizeX + (direction === 'right' ? 1 : direction === 'left' ? -1 : 0)
  const sizeY = place.sizeY + (direction === 'down' ? 1 : direction === 'up' ? -1 : 0)
  const next = resized(place, Math.min(sizeX, COLUMNS - place.col), sizeY)
  if (next.sizeX === place.sizeX && next.sizeY === place.sizeY) return places
  return moved(new Map(places).set(id, next), id, next.col, next.row)
}

/** Converts a place to react-grid-layout's format. */
export function itemOf([id, place]: readonly [number, Place]): LayoutItem {
  return {
    i: String(id),
    x: place.col,
    y: place.row,
    w: place.sizeX,
    h: place.sizeY,
    minW: place.minSizeX,
    maxW: place.maxSizeX,
    minH: place.minSizeY,
    maxH: place.maxSizeY,
  }
}
