/** A part of a plane, in pixels. */
export interface Area {
  x: number
  y: number
  width: number
  height: number
}

/**
 * Divides an area into rectangles whose sizes are in proportion to the values and whose shapes are close to squares, in rows along
 * the shorter side (Bruls, Huizing and van Wijk, 2000).
 * @param values above zero, the largest first
 */
export function squarify(values: readonly number[], area: Area): Area[] {
  const total = values.reduce((sum, value) => sum + value, 0)
  if (total <= 0 || area.width <= 0 || area.height <= 0) return values.map(() => ({ ...area, width: 0, height: 0 }))
  const pixels = values.map((value) => (value / total) * area.width * area.height)
  const placed: Area[] = []
  let room = area
  let from = 0
  while (from < pixels.length) {
    const side = Math.min(room.width, room.height)
    let to = from + 1
    while (to < pixels.length && worst(pixels.slice(from, to + 1), side) <= worst(pixels.slice(from, to), side)) to++
    const row = pixels.slice(from, to)
    placed.push(...laidOut(row, room))
    room = without(row, room)
    from = to
  }
  return placed
}

const sumOf = (row: readonly number[]) => row.reduce((sum, pixels) => sum + pixels, 0)

/** How far the worst rectangle of a row is from a square: 1 for a square. */
function worst(row: readonly number[], side: number): number {
  const sum = sumOf(row)
  const [largest, smallest] = [Math.max(...row), Math.min(...row)]
  if (smallest <= 0) return Number.POSITIVE_INFINITY
  return Math.max((side ** 2 * largest) / sum ** 2, sum ** 2 / (side ** 2 * smallest))
}

/** Places a row along the shorter side of the room. */
function laidOut(row: readonly number[], { x, y, width, height }: Area): Area[] {
  const sum = sumOf(row)
  const isColumn = width >= height
  const thickness = isColumn ? Math.min(width, sum / height) : Math.min(height, sum / width)
  let at = 0
  return row.map((pixels) => {
    const length = sum > 0 ? (pixels / sum) * (isColumn ? height : width) : 0
    const area = isColumn
      ? { x, y: y + at, width: thickness, height: length }
      : { x: x + at, y, width: length, height: thickness }
    at += length
    return area
  })
}

/** The room that is left after a row. */
function without(row: readonly number[], { x, y, width, height }: Area): Area {
  const sum = sumOf(row)
  if (width >= height) {
    const thickness = height > 0 ? sum / height : 0
    return { x: x + thickness, y, width: Math.max(0, width - thickness), height }
  }
  const thickness = width > 0 ? sum / width : 0
  return { x, y: y + thickness, width, height: Math.max(0, height - thickness) }
}
