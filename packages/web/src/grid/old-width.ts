import { COLUMNS } from './geometry.ts'

/** Older clients count in twelve columns. */
const OLD_COLUMNS = 12

/** Columns, of twelve, of a width as older clients write it: 0 for none, 1 for half, 2 for all of them. */
export const columnsOfWidth = (width: number): number => Math.min(Math.max(0, width), 2) * (OLD_COLUMNS / 2)

/**
 * Columns of our grid for a widget that was stored with a width and without a position.
 * @returns null when the width says nothing
 */
export function columnsForWidth(width: number): number | null {
  const columns = (columnsOfWidth(width) / OLD_COLUMNS) * COLUMNS
  return columns === 0 ? null : columns
}
