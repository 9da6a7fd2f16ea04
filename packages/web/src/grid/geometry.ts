/** Columns of the grid. */
export const COLUMNS = 6
/** Pixels from one row to the next; a widget of three rows is three of them high, without the margin below it. */
export const ROW_HEIGHT = 50
/** Pixels between widgets, both ways. */
export const MARGIN = 15
/** At this width of the window, in pixels, and below it there is one column. */
export const MOBILE_BREAKPOINT = 800
/** Rows that a widget may be high. */
export const MAX_ROWS = 1000

/** Pixels; content that is lower is taken to be this high. */
const LEAST_CONTENT_HEIGHT = 20
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
  const needed = Math.max(content, LEAST_CONTENT_HEIGHT) + CONTENT_SLACK + frame
  return Math.min(Math.max(1, Math.ceil((needed + MARGIN) / ROW_HEIGHT)), MAX_ROWS)
}

/** Pixels in which a grid is seen from its upper edge. */
export interface Room {
  /** Of the window. */
  width: number
  height: number
}

/** Whether an item in this row may lie below the room. In a single column nobody knows before it is measured. */
export const isBelow = (row: number, { width, height }: Room): boolean =>
  width <= MOBILE_BREAKPOINT ? row > 0 : row * ROW_HEIGHT >= height
