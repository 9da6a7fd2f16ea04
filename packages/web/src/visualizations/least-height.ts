import type { VisualizationType } from './visualization.ts'

/** Pixels of a row of the grid that sizes are told in. */
const ROW_HEIGHT = 50
/** Rows that a drawing needs at most where nobody has given it a size: on the query page and in embeds. */
const PAGE_ROWS = 7

/**
 * The least height of a drawing on the query page and in embeds, in pixels: it fills a higher window, and scrolls in a lower one.
 * What is as high as its rows has none.
 */
export const leastHeight = ({ size }: Pick<VisualizationType<never>, 'size'>): number =>
  size.autoHeight ? 0 : Math.min(size.rows, PAGE_ROWS) * ROW_HEIGHT
