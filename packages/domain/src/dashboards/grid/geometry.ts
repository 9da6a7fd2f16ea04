import type { WidgetPosition } from '@sightline/contract/widgets.ts'

/** Columns of the grid. */
export const COLUMNS = 6
/** Pixels from one row to the next. A widget of three rows is three of them high, minus the margin below it. */
export const ROW_HEIGHT = 50
/** Horizontal and vertical pixels between widgets. */
export const MARGIN = 15
/** Up to this width of the window, in pixels, there is one column. */
export const MOBILE_BREAKPOINT = 800
/** The greatest height of a widget, rows. */
export const MAX_ROWS = 1000
/** Least height of a widget's content, pixels. */
const MIN_CONTENT_HEIGHT = 20
/** Pixels added to the content, so that rounding never cuts a line. */
const CONTENT_SLACK = 5

/** The height of a widget in pixels. */
export const heightOf = (rows: number): number => rows * ROW_HEIGHT - MARGIN

/**
 * The rows that a widget needs to show all of its content.
 * @param content pixels
 * @param frame pixels of the widget around its content
 */
export function rowsFor(content: number, frame: number): number {
  const needed = Math.max(content, MIN_CONTENT_HEIGHT) + CONTENT_SLACK + frame
  return Math.min(Math.max(1, Math.ceil((needed + MARGIN) / ROW_HEIGHT)), MAX_ROWS)
}

/** The visible part of a grid, from its upper edge, pixels. */
export interface Viewport {
  /** Of the window. */
  width: number
  height: number
}

/** Whether an item in this row may be below the viewport. In a single column the heights above it are not known yet. */
export const isBelowViewport = (row: number, { width, height }: Viewport): boolean =>
  width <= MOBILE_BREAKPOINT ? row > 0 : row * ROW_HEIGHT >= height

/** Columns of the grid of other API clients. */
const OTHER_COLUMNS = 12

/** Columns, of twelve, of the oldest clients' width: 0 for none, 1 for half, 2 for all of them. */
export const columnsOfWidth = (width: number): number => Math.min(Math.max(0, width), 2) * (OTHER_COLUMNS / 2)

/**
 * Columns of our grid for a widget that was stored with a width and without a position.
 * @returns null for width 0, which means none
 */
export function columnsForWidth(width: number): number | null {
  const columns = (columnsOfWidth(width) / OTHER_COLUMNS) * COLUMNS
  return columns === 0 ? null : columns
}

/**
 * A position in columns of our grid. If it reaches, or may reach, beyond them, it was stored by a client with twelve columns.
 * Rounds the edges rather than the width, so that neighbours stay adjacent.
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

const halved = (columns: number) => Math.round((columns * COLUMNS) / OTHER_COLUMNS)
