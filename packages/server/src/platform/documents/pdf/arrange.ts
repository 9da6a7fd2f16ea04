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
  /** The part of its content, for a widget on several pages; null for all of it. */
  part: Part | null
}

/** A part of a content that continues on the next page, in points from its upper edge. */
export interface Part {
  from: number
  to: number
  isLast: boolean
}

/** A part with the height that the widget has around it, points. */
export interface SizedPart {
  part: Part
  height: number
}

/** A widget in the grid with the height that it takes, points. */
export interface Sized<Item> {
  item: Item
  place: GridPlace
  height: number
  /** Whether it shows less if it is lower, and says so. */
  canShrink: boolean
  /**
   * Divides it for pages if it is higher than one; null for a content that is never divided.
   * @param first the height of its first part at most, points
   * @param more the height of each further part at most
   */
  divide: ((first: number, more: number) => SizedPart[]) | null
}

type Divided<Item> = Sized<Item> & { divide: NonNullable<Sized<Item>['divide']> }

/** The height that a first part has at least, points: a line or two at the end of a page would be overlooked. */
const LEAST_PART = 100

/**
 * Puts widgets on pages: each as high as possible below those above it, and none across the end of a page. Widgets that begin in one
 * row of the grid begin on the same page. One that is higher than a page continues on the next one if it can be divided. Otherwise it is
 * cut to the page, and those that can shrink to what the title leaves of the first page.
 * @param firstTop where the first page begins, points
 */
export function arrange<Item>(widgets: readonly Sized<Item>[], page: Page, firstTop: number, bottom: number): Placed<Item>[] {
  const columns = Array.from({ length: 6 }, () => ({ page: 0, y: firstTop }))
  const top = page.margin
  const placed: Placed<Item>[] = []
  for (const row of inRows(widgets)) {
    const starts = row.map(({ place }) => lowest(columns.slice(place.col, place.col + place.columns)))
    const last = Math.max(...starts.map(({ page: one }) => one))
    const continues = (one: Sized<Item>): one is Divided<Item> => one.divide !== null && one.height > bottom - top
    // A page with nothing but its title would look like an empty dashboard.
    const isFirst =
      placed.length === 0 && row.every((one) => one.canShrink || continues(one) || firstTop + one.height <= bottom)
    const heightOf = ({ height }: Sized<Item>) => Math.min(height, bottom - (isFirst ? firstTop : top))
    const breaks = row.some((one, at) => {
      const start = starts[at]
      const needed = continues(one) ? LEAST_PART : heightOf(one)
      return start !== undefined && start.page === last && start.y + needed > bottom + 1
    })
    const first = breaks ? last + 1 : last
    for (const [at, one] of row.entries()) {
      const start = starts[at]
      if (start === undefined) continue
      const { item, place } = one
      const y = start.page < first ? (first === 0 ? firstTop : top) : start.y
      const x = page.margin + place.col * page.column
      const parts = continues(one) ? one.divide(bottom - y, bottom - top) : [{ part: null, height: heightOf(one) }]
      let end = start
      for (const [index, part] of parts.entries()) {
        const piece = { item, x, ...part, page: first + index, y: index === 0 ? y : top }
        placed.push(piece)
        end = { page: piece.page, y: piece.y + piece.height + page.gap }
      }
      for (let column = place.col; column < place.col + place.columns; column++) columns[column] = end
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
