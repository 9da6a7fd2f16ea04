import type { OrderPart } from '@sightline/domain/list-state.ts'
import { type SQL, sql } from 'drizzle-orm'

/** A part of a list, in an order given by sort names; none stands for the list's default order. */
export interface PageCut {
  order: OrderPart[]
  /** Whether the order is reversed. */
  isTurned: boolean
  offset: number
  limit: number
}

/** How a list is read. */
interface List {
  /** The requested sort names that the list knows. */
  order: OrderPart[]
  /** Whether counting is cheap compared with sorting: not if all rows have to be searched or joined first. */
  isSoonCounted: boolean
  /** The ids of a part of the list. @param count is selected beside each id */
  idsOf(cut: PageCut, count: SQL<number>): PromiseLike<{ id: number; count: number }[]>
  count(): Promise<number>
}

const NEWEST_FIRST: OrderPart[] = [{ name: 'created_at', descending: true }]

const NOT_COUNTED = sql<number>`0`
const COUNTED = sql<number>`(count(*) over ())::integer`

interface Page {
  page: number
  pageSize: number
}

/** The ids of a page of a list, in order, and the total number of rows. */
export function readPage(asked: Page, list: List): Promise<{ ids: number[]; count: number }> {
  return list.isSoonCounted ? readCounted(asked, list) : readAndCount(asked, list)
}

/** Counts first, so that pages in the second half can be read from the end of the list. */
async function readCounted(asked: Page, list: List) {
  const count = await list.count()
  const cut = { order: list.order.length > 0 ? list.order : NEWEST_FIRST, ...nearerEnd(asked, count) }
  const found = cut.limit === 0 ? [] : await list.idsOf(cut, NOT_COUNTED)
  const ids = found.map(({ id }) => id)
  return { ids: cut.isTurned ? ids.reverse() : ids, count }
}

/** If a page needs all rows of a list anyway, they are counted on the way: a separate count would take as long again. */
async function readAndCount({ page, pageSize }: Page, list: List) {
  const offset = (page - 1) * pageSize
  const found = await list.idsOf({ order: list.order, isTurned: false, offset, limit: pageSize }, COUNTED)
  // A page beyond the last one has no row with the count.
  const count = found[0]?.count ?? (offset > 0 ? await list.count() : 0)
  return { ids: found.map(({ id }) => id), count }
}

/**
 * Offset and limit of a page from the nearer end of its list: pages at the end are read in reverse order.
 * @param count total number of rows; a page beyond the last one has a limit of 0
 */
function nearerEnd({ page, pageSize }: Page, count: number): Omit<PageCut, 'order'> {
  const offset = (page - 1) * pageSize
  const limit = Math.max(0, Math.min(pageSize, count - offset))
  const fromEnd = Math.max(0, count - offset - limit)
  const isTurned = offset > fromEnd
  return { isTurned, offset: isTurned ? fromEnd : offset, limit }
}

/** Rows in the order of their ids. */
export const inOrderOf = <Row>(ids: readonly number[], rows: readonly Row[], idOf: (row: Row) => number): Row[] =>
  rows.toSorted((a, b) => ids.indexOf(idOf(a)) - ids.indexOf(idOf(b)))
