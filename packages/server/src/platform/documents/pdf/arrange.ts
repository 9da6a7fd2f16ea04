import type { GridPlace } from '../document.ts'
import type { Page } from '../page.ts'

/** A widget on a page, in points from its upper left corner. */
export interface Placed<Item> {
  item: Item
  /** Index of the page, from 0. */
  page: number
  x: number
  y: number
  height: number
}

/** A widget in the grid with the height that it takes, points. */
export interface Sized<Item> {
  item: Item
  place: GridPlace
  height: number
  /** Whether it shows less if it is lower, and says so. */
  canShrink: boolean
}

/**
 * Puts widgets on pages: each as high as possible below those above it, and none across the end of a page. Widgets that begin in one
 * row of the grid begin on the same page. One that is higher than a page is cut to it, and those that can shrink to what the title leaves
 * of the first page.
 * @param firstTop where the first page begins, points
 */
export function arrange<Item>(widgets: readonly Sized<Item>[], page: Page, firstTop: number, bottom: number): Placed<Item>[] {
  const columns = Array.from({ length: 6 }, () => ({ page: 0, y: firstTop }))
  const top = page.margin
  const placed: Placed<Item>[] = []
  for (const row of inRows(widgets)) {
    const starts = row.map(({ place }) => lowest(columns.slice(place.col, place.col + place.columns)))
    const last = Math.max(...starts.map(({ page: one }) => one))
    // A page with nothing but its title would look like an empty dashboard.
    const isFirst = placed.length === 0 && row.every(({ canShrink, height }) => canShrink || firstTop + height <= bottom)
    const heights = row.map(({ height }) => Math.min(height, bottom - (isFirst ? firstTop : top)))
    const breaks = row.some((_, at) => {
      const start = starts[at]
      return start !== undefined && start.page === last && start.y + (heights[at] ?? 0) > bottom + 1
    })
    const first = breaks ? last + 1 : last
    for (const [at, { item, place }] of row.entries()) {
      const start = starts[at]
      if (start === undefined) continue
      const y = start.page < first ? (first === 0 ? firstTop : top) : start.y
      const height = heights[at] ?? 0
      placed.push({ item, page: first, x: page.margin + place.col * page.column, y, height })
      for (let column = place.col; column < place.col + place.columns; column++)
        columns[column] = { page: first, y: y + height + page.gap }
    }
  }
  return placed
}

const lowest = (ends: readonly { page: number; y: number }[]) =>
  ends.reduce((low, end) => (end.page > low.page || (end.page === low.page && end.y > low.y) ? end : low), { page: 0, y: 0 })

/** Widgets by the row in which they begin, from top to bottom. */
function inRows<Item>(widgets: readonly Sized<Item>[]): Sized<Item>[][] {
  const rows = Map.groupBy(
    widgets.toSorted((one, other) => one.place.row - other.place.row || one.place.col - other.place.col),
    ({ place }) => place.row,
  )
  return [...rows.values()]
}
