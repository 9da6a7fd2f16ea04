import type { WidgetPosition } from '@sightline/contract/widgets.ts'
import { COLUMNS } from './geometry.ts'

/** Other clients of the API count in twelve columns. */
const TWELVE = 12

/** Columns, of twelve, of a width as the oldest clients write it: 0 for none, 1 for half, 2 for all of them. */
export const columnsOfWidth = (width: number): number => Math.min(Math.max(0, width), 2) * (TWELVE / 2)

/**
 * Columns of our grid for a widget that was stored with a width and without a position.
 * @returns null when the width says nothing
 */
export function columnsForWidth(width: number): number | null {
  const columns = (columnsOfWidth(width) / TWELVE) * COLUMNS
  return columns === 0 ? null : columns
}

/**
 * A position in columns of our grid. One that reaches beyond them, or may, was stored by a client that counts in twelve. Its
 * edges are rounded, not its width, so that neighbours stay beside each other.
 */
export function inOurColumns(stored: WidgetPosition): WidgetPosition {
  const { col = 0, sizeX, minSizeX, maxSizeX } = stored
  const reach = Math.max(maxSizeX ?? 0, col + (sizeX ?? 1))
  if (reach <= COLUMNS) return stored
  const left = halved(col)
  return {
    ...stored,
    col: left,
    ...(sizeX === undefined ? {} : { sizeX: halved(col + sizeX) - left }),
    ...(minSizeX === undefined ? {} : { minSizeX: halved(minSizeX) }),
    ...(maxSizeX === undefined ? {} : { maxSizeX: halved(maxSizeX) }),
  }
}

const halved = (columns: number) => Math.round((columns * COLUMNS) / TWELVE)
