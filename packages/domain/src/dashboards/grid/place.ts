import type { WidgetPosition } from '@sightline/contract/widgets.ts'
import { COLUMNS, inOurColumns, MAX_ROWS } from './geometry.ts'

/** The position and size of a widget and the limits of its size, in grid units, within the bounds of the grid. */
export interface Place {
  col: number
  row: number
  sizeX: number
  sizeY: number
  minSizeX: number
  maxSizeX: number
  minSizeY: number
  maxSizeY: number
  /** Whether the height follows the content: `sizeY` is then the last measured height. */
  autoHeight: boolean
}

/** Default and least size of a type of widget, in grid units. */
export interface WidgetSize {
  columns: number
  rows: number
  minColumns: number
  minRows: number
  autoHeight: boolean
}

/** The size of a widget whose type has none of its own. */
export const DEFAULT_SIZE: WidgetSize = { columns: COLUMNS / 2, rows: 3, minColumns: 1, minRows: 1, autoHeight: false }

/** The places of widgets, by id. */
export type Places = ReadonlyMap<number, Place>

/**
 * Reads a stored position, also one of a client with twelve columns. Missing fields get the defaults of the widget's type, and a
 * position outside of the grid is moved into it.
 */
export function placeOf(position: WidgetPosition, size: WidgetSize): Place {
  const stored = inOurColumns(position)
  const minSizeX = between(1, stored.minSizeX ?? size.minColumns, COLUMNS)
  const maxSizeX = between(minSizeX, stored.maxSizeX ?? COLUMNS, COLUMNS)
  const minSizeY = between(1, stored.minSizeY ?? size.minRows, MAX_ROWS)
  const maxSizeY = between(minSizeY, stored.maxSizeY ?? MAX_ROWS, MAX_ROWS)
  const sizeX = between(minSizeX, stored.sizeX ?? size.columns, maxSizeX)
  const hasHeight = stored.sizeY !== undefined && stored.sizeY >= 0
  return {
    col: between(0, stored.col ?? 0, COLUMNS - sizeX),
    row: Math.max(0, stored.row ?? 0),
    sizeX,
    sizeY: between(minSizeY, hasHeight ? (stored.sizeY ?? size.rows) : size.rows, maxSizeY),
    minSizeX,
    maxSizeX,
    minSizeY,
    maxSizeY,
    // Redash used to store automatic height as a negative `sizeY`.
    autoHeight: (stored.sizeY !== undefined && stored.sizeY < 0) || (stored.autoHeight ?? size.autoHeight),
  }
}

/** The stored form of a place. */
export const positionOf = (place: Place): WidgetPosition => ({ ...place })

/** Whether a widget was moved or resized. A measured height does not count. */
export function isMoved(before: Place, now: Place): boolean {
  const isMeasured = before.autoHeight && now.autoHeight
  return (
    before.col !== now.col ||
    before.row !== now.row ||
    before.sizeX !== now.sizeX ||
    before.autoHeight !== now.autoHeight ||
    (!isMeasured && before.sizeY !== now.sizeY)
  )
}

/** The ids of the widgets that were moved or resized. */
export const movedIds = (before: Places, now: Places): number[] =>
  [...now].flatMap(([id, place]) => {
    const old = before.get(id)
    return old !== undefined && isMoved(old, place) ? [id] : []
  })

/** A place after a resize. Setting the height turns automatic height off. */
export function resized(place: Place, sizeX: number, sizeY: number): Place {
  return {
    ...place,
    sizeX: between(place.minSizeX, sizeX, place.maxSizeX),
    sizeY: between(place.minSizeY, sizeY, place.maxSizeY),
    autoHeight: place.autoHeight && sizeY === place.sizeY,
  }
}

/** The place of a new widget: as high as possible below or beside the existing widgets, then as far left as possible. */
export function placeForNew(places: Iterable<Place>, size: WidgetSize): Place {
  const bottoms = Array.from({ length: COLUMNS }, () => 0)
  for (const { col, row, sizeX, sizeY } of places) {
    for (let column = col; column < col + sizeX; column++) bottoms[column] = Math.max(bottoms[column] ?? 0, row + sizeY)
  }
  const { sizeX } = placeOf({}, size)
  let best = { col: 0, row: Number.POSITIVE_INFINITY }
  for (let col = 0; col + sizeX <= COLUMNS; col++) {
    const row = Math.max(...bottoms.slice(col, col + sizeX))
    if (row < best.row) best = { col, row }
  }
  return placeOf(best, size)
}

/** Ids in reading order: by row, then by column. */
export const inReadingOrder = (places: Places): number[] =>
  [...places].sort(([, one], [, other]) => one.row - other.row || one.col - other.col).map(([id]) => id)

const between = (least: number, value: number, most: number) => Math.min(Math.max(least, Math.round(value)), most)
