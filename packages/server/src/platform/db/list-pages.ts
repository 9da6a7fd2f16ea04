import type { OrderPart } from '@sightline/domain/list-state.ts'
import { type SQL, sql } from 'drizzle-orm'

/** Part of a list, in an order by sort names; none for the list's own one. */
export interface PageCut {
  order: OrderPart[]
  /** Whether the order is the opposite one, from the last to the first. */
  isTurned: boolean
  offset: number
  limit: number
}

/** How a list is looked through. */
interface List {
  /** What of the asked order the list knows. */
  order: OrderPart[]
  /** Whether counting takes little of the time that sorting does: not where all that is found is searched or joined first. */
  isSoonCounted: boolean
  /** The ids of a part of it. @param count what is selected beside each id */
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

/** The ids of a page of a list, in its order, and how many there are in all pages. */
export function readPage(asked: Page, list: List): Promise<{ ids: number[]; count: number }> {
  return list.isSoonCounted ? readCounted(asked, list) : readAndCount(asked, list)
}

/** Counted first, as no page is then further away than half of the list: the database keeps only what comes before it. */
async function readCounted(asked: Page, list: List) {
  const count = await list.count()
  const cut = { order: list.order.length > 0 ? list.order : NEWEST_FIRST, ...nearerEnd(asked, count) }
  const found = cut.limit === 0 ? [] : await list.idsOf(cut, NOT_COUNTED)
  const ids = found.map(({ id }) => id)
  return { ids: cut.isTurned ? ids.reverse() : ids, count }
}

/** Where all of a list has to be found for a page, it is counted on the way: counting apart would take as long once more. */
async function readAndCount({ page, pageSize }: Page, list: List) {
  const offset = (page - 1) * pageSize
  const found = await list.idsOf({ order: list.order, isTurned: false, offset, limit: pageSize }, COUNTED)
  // A page beyond the last one brings no row that could tell.
  const count = found[0]?.count ?? (offset > 0 ? await list.count() : 0)
  return { ids: found.map(({ id }) => id), count }
}

/**
 * Where a page is, seen from the nearer end of its list: one at the end is as near as one at the start, in the opposite order.
 * @param count how many there are in all; a page beyond the last one has a limit of 0
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
